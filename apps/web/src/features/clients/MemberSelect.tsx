import type { clients } from '@portico/contract'
import type { ReactNode } from 'react'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface Props {
  label: string
  members: readonly clients.ClientMember[] | undefined
  /** The id of a member; empty for none. */
  value: string
  error?: string | undefined
  hint?: ReactNode
  onChange: (id: string) => void
}

export function MemberSelect({ label, members, value, error, hint, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <div className="select">
          <Icon name="down" small />
          <select
            {...field}
            className="input"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          >
            {value === '' && (
              <option value="" disabled>
                {members ? 'Choose somebody' : 'Loading your team...'}
              </option>
            )}
            {members?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
