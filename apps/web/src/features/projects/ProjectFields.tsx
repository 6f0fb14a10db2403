import type { projects } from '@portico/contract'
import { Field } from '../../ui/Field.tsx'
import { ProjectTextFields } from './ProjectTextFields.tsx'
import { StatusField } from './StatusField.tsx'

/** A project as typed: an empty due date means none. */
export type ProjectDraft = Omit<projects.NewProject, 'dueDate'> & { dueDate: string }

export const emptyProject: ProjectDraft = {
  clientId: '',
  title: '',
  description: '',
  status: 'Pending',
  dueDate: '',
}

interface Props {
  draft: ProjectDraft
  onChange: (part: Partial<ProjectDraft>) => void
  today: string | undefined
  errors: Record<string, string>
}

export function ProjectFields({ draft, onChange, today, errors }: Props) {
  return (
    <>
      <ProjectTextFields draft={draft} onChange={onChange} errors={errors} />
      <div className="form__pair">
        <StatusField
          value={draft.status}
          onChange={(status) => onChange({ status })}
          dueDate={draft.dueDate}
          today={today}
          error={errors.status}
        />
        <Field
          label={
            <>
              Due date <span className="muted">optional</span>
            </>
          }
          error={errors.dueDate}
        >
          {(field) => (
            <input
              {...field}
              className="input num"
              type="date"
              name="dueDate"
              max="9999-12-31"
              value={draft.dueDate}
              onChange={(event) => onChange({ dueDate: event.target.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
