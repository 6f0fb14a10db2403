import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { type ConfirmProps, loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { resetAccess } from './clients.queries.ts'
import { fullName } from './full-name.ts'

const loadNewLink = () => import('./NewLinkPanel.tsx')
const NewLinkPanel = lazyDialog(loadNewLink)
// The link is shown once: nothing is reset before the code that shows it is there.
const ConfirmReset = lazyDialog<ConfirmProps>(async () => {
  const [dialog] = await Promise.all([loadConfirmDialog(), loadNewLink()])
  return dialog
})

/** Says what it ends before it does, and then shows the one link that works. */
export function ResetAccess({ client }: { client: clients.ClientDetail }) {
  const [asking, setAsking] = useState(false)
  const { mutate, data, isPending, reset: forget } = useMutation(resetAccess(client.id))

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
          loss={`${endedLinksText(client.access.linksAlive)} You get one new link to send them. Projects stay as they are.`}
          keep="Keep access"
          confirm="Reset Access"
          busy={isPending}
          busyLabel="Resetting..."
          onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
      {data && (
        // Nothing is mailed after a reset: an address may be why it was needed.
        <NewLinkPanel
          client={client}
          loginUrl={data.loginUrl}
          heading="Access reset"
          lead="Only this link works now."
          way={`Nothing was mailed: send it to ${client.firstName} yourself.`}
          onClose={forget}
        />
      )}
    </>
  )
}

function endedLinksText(alive: number) {
  if (alive === 0) return 'No link works any more as it is.'
  return alive === 1 ? 'One link stops working.' : `${alive} links stop working.`
}
