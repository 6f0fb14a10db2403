import { projects } from '@portico/contract'
import type { ReactNode } from 'react'
import { StatusGlyph } from '../../ui/Badge.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface Props {
  value: projects.ProjectStatus
  onChange: (status: projects.ProjectStatus) => void
  /** Completed is enabled from this day; the server checks it again. */
  dueDate: string | null
  /** The current day of the freelancer; Completed is enabled while it is unknown. */
  today: string | undefined
  /** Shown after the reason why Completed is disabled. */
  action?: ReactNode
  error?: string | undefined
  className?: string
  beside?: ReactNode
}

export function StatusField({ value, onChange, dueDate, today, action, error, className, beside }: Props) {
  const tooEarly = today !== undefined && !projects.canComplete({ dueDate }, today)
  return (
    <Field
      label="Status"
      error={error}
      className={className}
      beside={beside}
      hint={tooEarly && <>Completed can be chosen from the due date on. {action}</>}
    >
      {(field) => (
        <div className="select">
          <StatusGlyph status={value} inSelect />
          <Icon name="down" small />
          <select
            {...field}
            className="input"
            name="status"
            value={value}
            onChange={(event) => onChange(event.target.value as projects.ProjectStatus)}
          >
            {projects.ProjectStatus.enum.map((status) => (
              <option key={status} disabled={status === 'Completed' && tooEarly}>
                {status}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
