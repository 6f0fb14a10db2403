import { useMutation } from '@tanstack/react-query'
import { useDraft } from '../../app/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFooter } from '../../ui/FormFooter.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useEmailsAreDelayed } from '../accounts/accounts.queries.ts'
import { createClient } from './clients.queries.ts'
import { deliveryText } from './email-text.ts'
import { LoginLink } from './LoginLink.tsx'
import { emptyClient, NewClientForm } from './NewClientForm.tsx'

const form = 'new-client'

interface Props {
  onClose: (created: boolean) => void
}

export default function CreateClientPanel({ onClose }: Props) {
  const { mutate, isPending, data: created, error } = useMutation(createClient)
  const areEmailsDelayed = useEmailsAreDelayed()
  const { draft, change, clearDraft } = useDraft('new-client', emptyClient)

  if (created) {
    const { firstName } = created.client
    return (
      <Panel
        heading="Client created"
        onClose={() => onClose(true)}
        foot={
          <Button look="primary" onClick={() => onClose(true)}>
            Done
          </Button>
        }
      >
        <LoginLink
          lead={`${firstName} can come in now.`}
          delivery={deliveryText(created.emailStatus, created.client, areEmailsDelayed)}
          firstName={firstName}
          loginUrl={created.loginUrl}
        />
      </Panel>
    )
  }
  return (
    <Panel
      heading="New client"
      // It stays open while the client is being created, because the link is shown only here.
      onClose={() => isPending || onClose(false)}
      foot={
        <FormFooter
          form={form}
          action="Create Client"
          doing="Creating..."
          busy={isPending}
          onCancel={() => {
            clearDraft()
            onClose(false)
          }}
        />
      }
    >
      <NewClientForm
        id={form}
        draft={draft}
        onChange={change}
        error={error}
        onSubmit={(details) => isPending || mutate(details, { onSuccess: clearDraft })}
      />
    </Panel>
  )
}
