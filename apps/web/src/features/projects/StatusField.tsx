import { projects } from '@portico/contract'
import type { ReactNode } from 'react'
import { StatusGlyph } from '../../ui/Badge.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface Props {
  value: projects.ProjectStatus
  onChange: (status: projects.ProjectStatus) => void
  /** Completed opens on this day; the server has the last word. */
  dueDate: string | null
  /** The freelancer's day; nothing is closed before it is known. */
  today: string | undefined
  /** The way on, said after the reason why Completed is closed. */
  way?: ReactNode
  error?: string | undefined
  className?: string
  beside?: ReactNode
}

export function StatusField({ value, onChange, dueDate, today, way, error, className, beside }: Props) {
  const tooEarly = today !== undefined && !projects.canComplete({ dueDate }, today)
  return (
    <Field
      label="Status"
      error={error}
      className={className}
      beside={beside}
      hint={tooEarly && <>Completed opens on the due date. {way}</>}
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
