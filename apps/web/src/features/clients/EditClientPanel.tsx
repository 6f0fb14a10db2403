import { type clients, isBlank } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from '../../app/use-form.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useEmailsAreDelayed } from '../accounts/accounts.queries.ts'
import { ClientFields, type ClientText, requiredClientText } from './ClientFields.tsx'
import { changeClient, createLoginLink } from './clients.queries.ts'
import { deliveryText, isHeldBack } from './email-text.ts'
import { InviteChoice } from './InviteChoice.tsx'
import { LoginLink } from './LoginLink.tsx'
import './clients.css'

interface Props {
  client: clients.ClientDetail
  onClose: () => void
}

export default function EditClientPanel({ client, onClose }: Props) {
  const link = useMutation(createLoginLink(client.id))
  const areEmailsDelayed = useEmailsAreDelayed()
  const form = useForm({
    draft: `edit-client.${client.id}`,
    saved: { ...textOf(client), invite: inviteOf(client) },
    required: requiredClientText,
    mutation: changeClient(client),
    input: (_, { invite, ...changes }, { invite: _invite, ...was }) => ({
      ...withoutBlank(changes),
      ...(invite && { invite }),
      was: withoutBlank(was),
    }),
    fallback: 'Failed to update client',
    // The earlier links have ended, so the new one is shown when no email was sent.
    onSuccess: ({ email, emailStatus }) =>
      isHeldBack(emailStatus) || (emailStatus === 'none' && isAnother(email, client.email))
        ? link.mutate(undefined, { onError: onClose })
        : onClose(),
  })
  const changed = form.result
  return (
    <FormPanel
      heading="Edit client"
      action="Update Client"
      doing="Updating..."
      form={form}
      labels={{ firstName: 'First name', lastName: 'Last name', email: 'Email', company: 'Company' }}
      busy={link.isPending}
      done={
        changed &&
        link.data && {
          heading: 'Client updated',
          content: (
            <LoginLink
              lead="Only this link works now."
              delivery={deliveryText(changed.emailStatus, changed, areEmailsDelayed)}
              firstName={changed.firstName}
              loginUrl={link.data.loginUrl}
            />
          ),
        }
      }
      onClose={onClose}
    >
      <ClientFields
        errors={form.errors}
        field={form.field}
        underEmail={
          <div role="status" className="edit-client__address">
            {isAnother(form.values.email, client.email) && (
              <Notice>
                With a new address, every link and session of this client ends, including any in use now.{' '}
                {newLinkText[form.values.invite]}
              </Notice>
            )}
          </div>
        }
      />
      {client.access.unsentInvitation !== null && client.access.lastSeenAt === null && (
        <InviteChoice
          value={form.values.invite}
          firstName={form.values.firstName}
          onChange={(invite) => form.change({ invite })}
        />
      )}
    </FormPanel>
  )
}

const newLinkText: Record<clients.Invite, string> = {
  now: 'A new link is mailed to the new address, or shown here if that is not possible.',
  'first-project': 'The invitation still waits for the first project, and goes to the new address.',
  never: 'A new link is shown here, for you to send.',
}

/** The choice as it stands; `now` also when the email could not be sent yet. */
function inviteOf({ access: { unsentInvitation: unsent } }: clients.ClientDetail): clients.Invite {
  return unsent === 'first-project' || unsent === 'never' ? unsent : 'now'
}

function textOf({ firstName, lastName, email, company }: clients.Client): ClientText {
  return { firstName, lastName, email, company: company ?? '' }
}

function withoutBlank({ company, ...others }: Partial<ClientText>): NonNullable<clients.ClientChange['was']> {
  if (company === undefined) return others
  return { ...others, company: isBlank(company) ? null : company }
}

function isAnother(typed: string, saved: string) {
  return !isBlank(typed) && typed.trim().toLowerCase() !== saved.toLowerCase()
}
