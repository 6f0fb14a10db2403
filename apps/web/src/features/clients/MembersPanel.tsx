import type { clients } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '../../app/use-form.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { MemberSelect } from './MemberSelect.tsx'
import { colleagues, setMembers } from './team.queries.ts'
import './clients.css'

interface Props {
  client: clients.ClientDetail
  onClose: () => void
}

/** Who leads a client, and who else works with them. */
export default function MembersPanel({ client, onClose }: Props) {
  const { data: everybody, error, refetch } = useQuery(colleagues)
  const form = useForm({
    // Nothing that is compared with what others save meanwhile: the choice is sent whole.
    empty: { leadId: client.lead.id, memberIds: client.members.map(({ id }) => id).join(' ') },
    mutation: setMembers(client.id),
    input: ({ leadId, memberIds }) => ({ leadId, memberIds: memberIds.split(' ') }),
    fallback: 'Nothing was changed',
    onSuccess: onClose,
  })
  const { leadId, memberIds } = form.values
  const chosen = memberIds.split(' ')
  const others = everybody?.filter(({ id }) => id !== leadId)

  function choose(id: string, works: boolean) {
    const rest = chosen.filter((one) => one !== id)
    form.change({ memberIds: (works ? [...rest, id] : rest).join(' ') })
  }

  return (
    <FormPanel
      heading={`Works with ${client.firstName}`}
      lead={
        <p className="soft new-client__lead">
          They hear of what {client.firstName} does. {client.firstName} sees the name of the lead first.
        </p>
      }
      action="Save"
      doing="Saving..."
      form={form}
      onClose={onClose}
    >
      {error && !everybody && <LoadFailed title="Your team did not load" error={error} onRetry={refetch} />}
      <MemberSelect
        label="Lead"
        members={everybody ?? client.members}
        value={leadId}
        error={form.errors.leadId}
        onChange={(id) => form.change({ leadId: id })}
      />
      {others && others.length > 0 && (
        <fieldset className="invite">
          <legend>Also works with {client.firstName}</legend>
          {others.map(({ id, name }) => (
            <label key={id} className="check">
              <span>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <Icon name="check" />
              </span>
              <span className="cut" title={name}>
                {name}
              </span>
            </label>
          ))}
          {form.errors.memberIds && <p className="error">{form.errors.memberIds}</p>}
        </fieldset>
      )}
    </FormPanel>
  )
}
