import { type clients, pluralForm } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { resetAccess } from './clients.queries.ts'
import { fullName } from './full-name.ts'

const loadNewLink = () => import('./NewLinkPanel.tsx')
const NewLinkPanel = lazyDialog(loadNewLink)
// The new link is shown only once, so the code that shows it is loaded before the reset.
const ConfirmReset = lazyDialog(async () => {
  const [dialog] = await Promise.all([loadConfirmDialog(), loadNewLink()])
  return dialog
})

export function ResetAccess({ client }: { client: clients.ClientDetail }) {
  const [asking, setAsking] = useState(false)
  const { mutate, data, isPending, reset } = useMutation(resetAccess(client.id))

  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        <Icon name="retry" small />
        Reset Access
      </Button>
      {asking && (
        <ConfirmReset
          heading="Reset access"
          question={`Every link and session of ${fullName(client)} ends at once, also those they use now.`}
          loss={`${endedLinksText(client.access.linksAlive)} Links that ${client.firstName} gave to others for a request end too. You get one new link to send them. Projects stay as they are.`}
          keep="Keep access"
          confirm="Reset Access"
          busy={isPending}
          busyLabel="Resetting..."
          onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
      {data && (
        // Nothing is mailed: somebody else may be reading the client's mailbox.
        <NewLinkPanel
          client={client}
          loginUrl={data.loginUrl}
          heading="Access reset"
          lead="Only this link works now."
          delivery={`Nothing was mailed: send it to ${client.firstName} yourself.`}
          onClose={reset}
        />
      )}
    </>
  )
}

function endedLinksText(alive: number) {
  if (alive === 0) return 'No link works at the moment.'
  return pluralForm(alive, 'One link stops working.', `${alive} links stop working.`)
}
