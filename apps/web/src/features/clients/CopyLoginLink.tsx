import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { createLoginLink } from './clients.queries.ts'

const NewLinkPanel = lazyDialog(() => import('./NewLinkPanel.tsx'))

export function CopyLoginLink({ client }: { client: clients.Client }) {
  const { mutate, data, isPending, reset } = useMutation(createLoginLink(client.id))
  return (
    <>
      <Button busy={isPending} busyLabel="Making..." onClick={() => mutate()}>
        Copy a login link
      </Button>
      {data && (
        <NewLinkPanel
          client={client}
          loginUrl={data.loginUrl}
          heading="New login link"
          lead={`${client.firstName} can come in by this link.`}
          delivery="Nothing was mailed: send it yourself. Earlier links still work."
          onClose={reset}
        />
      )}
    </>
  )
}
