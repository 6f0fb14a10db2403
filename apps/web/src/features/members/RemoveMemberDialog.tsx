import { type members, plural } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { leave, removeMember } from './members.queries.ts'

interface Props {
  member: members.Member
  /** Everybody who works here. */
  everybody: readonly members.Member[]
  /** The member who removes them, or who leaves. */
  selfId: string
  onClose: () => void
}

export default function RemoveMemberDialog({ member, everybody, selfId, onClose }: Props) {
  const isLeaving = member.id === selfId
  const heirs = everybody.filter(({ id }) => id !== member.id)
  const heir = heirs.find(({ id }) => id === selfId) ?? heirs[0]
  const form = useForm({
    empty: { handOverTo: heir?.id ?? '' },
    mutation: isLeaving ? leave(member.id) : removeMember(member),
    input: ({ handOverTo }) => handOverTo,
    fallback: isLeaving ? 'You have not left' : `${member.name} was not removed`,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={isLeaving ? 'Leave this workspace?' : `Remove ${member.name}?`}
      hasDetails
      description={
        <>
          <p>
            {isLeaving
              ? 'You are logged out of it at once, on every device.'
              : 'They are logged out of this workspace at once, on every device.'}
          </p>
          <div className="loss">
            {isLeaving ? 'What you wrote stays, with your name.' : 'What they wrote stays, with their name.'}
          </div>
        </>
      }
      form={form}
      action={isLeaving ? 'Leave' : 'Remove'}
      doing={isLeaving ? 'Leaving...' : 'Removing...'}
      look="danger"
      className="form"
      onClose={onClose}
    >
      <Field
        label={
          member.clients > 0
            ? `Hand ${isLeaving ? 'your' : 'their'} ${plural(member.clients, 'client')} to`
            : `Who takes over what ${isLeaving ? 'you have' : 'they have'} begun`
        }
        error={form.errors.handOverTo}
      >
        {(props) => (
          <select {...props} {...form.field('handOverTo')} className="input">
            {heirs.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === selfId ? `${name} (you)` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  )
}
