import { clients, isBlank } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useEmailsAreDelayed } from '../accounts/accounts.queries.ts'
import { EmailNotice } from '../accounts/EmailNotice.tsx'
import { ClientFields, requiredClientText } from './ClientFields.tsx'
import { createClient } from './clients.queries.ts'
import { deliveryText } from './email-text.ts'
import { InviteChoice } from './InviteChoice.tsx'
import { LeadChoice } from './LeadChoice.tsx'
import { LoginLink } from './LoginLink.tsx'
import './clients.css'

const emptyClient = {
  ...{ firstName: '', lastName: '', email: '', company: '' },
  invite: 'now' as clients.Invite,
  leadId: '',
}

interface Props {
  onClose: (created: boolean) => void
}

/** It stays open while the client is created, because the link is shown only here. */
export default function CreateClientPanel({ onClose }: Props) {
  const areEmailsDelayed = useEmailsAreDelayed()
  const form = useForm({
    draft: 'new-client',
    empty: emptyClient,
    required: requiredClientText,
    whenBlank: clients.create.config.whenBlank,
    mutation: createClient,
    input: ({ company, leadId, ...details }) => ({
      ...details,
      company: isBlank(company) ? null : company,
      ...(leadId && { leadId }),
    }),
    fallback: 'Failed to create client',
  })
  const created = form.result
  return (
    <FormPanel
      heading="New client"
      lead={<p className="soft new-client__lead">They come in by a link. No password, nothing to install.</p>}
      action="Create Client"
      doing="Creating..."
      form={form}
      done={
        created && {
          heading: 'Client created',
          content: (
            <LoginLink
              lead={`${created.client.firstName} can come in now.`}
              delivery={deliveryText(created.emailStatus, created.client, areEmailsDelayed)}
              firstName={created.client.firstName}
              loginUrl={created.loginUrl}
            />
          ),
        }
      }
      onClose={onClose}
    >
      <ClientFields errors={form.errors} field={form.field} />
      <LeadChoice
        value={form.values.leadId}
        error={form.errors.leadId}
        onChange={(leadId) => form.change({ leadId })}
      />
      <EmailNotice />
      <InviteChoice
        value={form.values.invite}
        firstName={form.values.firstName}
        onChange={(invite) => form.change({ invite })}
      />
    </FormPanel>
  )
}
