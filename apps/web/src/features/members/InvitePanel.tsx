import { members } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { inviteMember } from './members.queries.ts'
import { RoleFields, seesOf } from './RoleFields.tsx'
import './members.css'

const emptyInvitation = {
  email: '',
  role: 'member' as members.GivenRole,
  sees: 'all' as members.Sees,
  /** Their ids, apart by commas. */
  clients: '',
}

export default function InvitePanel({ onClose }: { onClose: (isDone: boolean) => void }) {
  const form = useForm({
    draft: 'new-member',
    empty: emptyInvitation,
    required: { email: members.invite.config.whenBlank ?? '' },
    mutation: inviteMember,
    input: ({ email, clients, ...terms }) => ({
      email,
      role: terms.role,
      sees: seesOf(terms),
      clientIds: idsIn(clients),
    }),
    fallback: 'Failed to invite',
    onSuccess: () => onClose(true),
  })
  const { role, sees, clients } = form.values
  return (
    <FormPanel
      heading="Invite a colleague"
      lead={
        <p className="soft">
          They get an email with a link that works for {members.INVITATION_DAYS} days, and come in with a name
          and a password of their own.
        </p>
      }
      action="Send Invitation"
      doing="Sending..."
      form={form}
      onClose={onClose}
    >
      <Field label="Email" error={form.errors.email}>
        {(props) => (
          <input
            {...props}
            {...form.field('email')}
            className="input"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
          />
        )}
      </Field>
      <RoleFields role={role} sees={sees} onChange={form.change} />
      <AssignedClients
        ids={idsIn(clients)}
        error={form.errors.clientIds}
        onChange={(ids) => form.change({ clients: ids.join(',') })}
      />
    </FormPanel>
  )
}

const idsIn = (text: string) => text.split(',').filter(Boolean)

interface AssignedProps {
  ids: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

function AssignedClients({ ids, error, onChange }: AssignedProps) {
  const { data: clients } = useQuery(allClients)
  if (!clients?.length) return null
  return (
    <fieldset className="assigned-clients">
      <legend className="label">
        Clients they work with <span className="muted">(optional)</span>
      </legend>
      <p className="hint">They are notified of what happens there. You can change it later.</p>
      <div className="assigned-clients__list">
        {clients.map((client) => (
          <label key={client.id} className="check">
            <input
              type="checkbox"
              checked={ids.includes(client.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...ids, client.id] : ids.filter((id) => id !== client.id))
              }
            />
            <span className="cut">{fullName(client)}</span>
          </label>
        ))}
      </div>
      {error && <span className="error">{error}</span>}
    </fieldset>
  )
}
