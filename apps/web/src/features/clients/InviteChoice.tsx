import type { clients } from '@portico/contract'
import { useId } from 'react'

const labels: Record<clients.Invite, string> = {
  now: 'Now',
  'first-project': 'When the first project is ready',
  never: 'Never: I send the link myself',
}

interface Props {
  value: clients.Invite
  /** What is chosen from. */
  options?: readonly clients.Invite[]
  /** Empty while it is not typed. */
  firstName: string
  onChange: (value: clients.Invite) => void
}

/** When the login link is mailed. */
export function InviteChoice({
  value,
  options = ['now', 'first-project', 'never'],
  firstName,
  onChange,
}: Props) {
  const name = useId()
  return (
    <fieldset className="invite">
      <legend>Send the login link by email</legend>
      {options.map((invite) => (
        <label key={invite} className="check">
          <input type="radio" name={name} checked={invite === value} onChange={() => onChange(invite)} />
          <span>{labels[invite]}</span>
        </label>
      ))}
      <p className="hint" role="status">
        {value === 'never' && noEmailText(firstName)}
      </p>
    </fieldset>
  )
}

export const noEmailText = (firstName: string) =>
  `No email goes to ${firstName.trim() || 'them'} until they have come in by the link you send.`
