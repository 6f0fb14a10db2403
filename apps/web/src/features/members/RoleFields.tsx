import type { members } from '@portico/contract'
import { Radios } from '../../ui/Radios.tsx'
import { ROLE_CHOICES, SEES_CHOICES } from './role-text.ts'

interface Props {
  role: members.GivenRole
  sees: members.Sees
  onChange: (change: { role?: members.GivenRole; sees?: members.Sees }) => void
}

/** Admins see every client. */
export function RoleFields({ role, sees, onChange }: Props) {
  return (
    <>
      <div className="field">
        <span className="label">Role</span>
        <Radios label="Role" options={ROLE_CHOICES} value={role} onChange={(role) => onChange({ role })} />
      </div>
      {role === 'member' && (
        <div className="field">
          <span className="label">Which clients they see</span>
          <Radios
            label="Which clients they see"
            options={SEES_CHOICES}
            value={sees}
            onChange={(sees) => onChange({ sees })}
          />
        </div>
      )}
    </>
  )
}

/** What is sent: admins see every client whatever was chosen before. */
export const seesOf = ({ role, sees }: Pick<Props, 'role' | 'sees'>): members.Sees =>
  role === 'admin' ? 'all' : sees
