import type { clients } from '@portico/contract'
import { useId } from 'react'

export type Invite = NonNullable<clients.NewClient['invite']>

const labels: Record<Invite, string> = {
  now: 'Now',
  'first-project': 'When the first project is ready',
  never: 'Never: I send the link myself',
}

/** When the login link is mailed. */
export function InviteChoice({ value, onChange }: { value: Invite; onChange: (value: Invite) => void }) {
  const name = useId()
  return (
    <fieldset className="invite">
      <legend>Send the login link by email</legend>
      {Object.entries(labels).map(([invite, label]) => (
        <label key={invite} className="check">
          <input
            type="radio"
            name={name}
            checked={invite === value}
            onChange={() => onChange(invite as Invite)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
