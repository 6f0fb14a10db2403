import type { members } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { changeMember } from './members.queries.ts'
import { RoleFields, seesOf } from './RoleFields.tsx'

interface Props {
  member: members.Member
  onClose: () => void
}

export default function ChangeMemberDialog({ member, onClose }: Props) {
  const form = useForm({
    saved: { role: member.role as members.GivenRole, sees: member.sees },
    mutation: changeMember(member.id),
    input: ({ role, sees }) => ({ role, sees: seesOf({ role, sees }) }),
    fallback: 'Failed to change the member',
    onSuccess: onClose,
  })
  const { role, sees } = form.values
  return (
    <FormDialog
      title={`What ${member.name} may do`}
      description="It holds at once, also where they are logged in now."
      form={form}
      action="Save"
      doing="Saving..."
      className="form"
      onClose={onClose}
    >
      <RoleFields role={role} sees={sees} onChange={form.change} />
    </FormDialog>
  )
}
