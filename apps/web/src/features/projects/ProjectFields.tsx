import type { projects } from '@portico/contract'
import type { FormFields } from '../../app/use-form.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { ProjectTextFields } from './ProjectTextFields.tsx'
import { StatusField } from './StatusField.tsx'

/** A project as typed: an empty due date means none. */
export type ProjectDraft = Required<Omit<projects.NewProject, 'dueDate' | 'clientRequestId'>> & {
  dueDate: string
}

interface Props extends FormFields<'title' | 'description' | 'dueDate'> {
  values: Pick<ProjectDraft, 'status' | 'dueDate'>
  onStatus: (status: projects.ProjectStatus) => void
  today: string | undefined
}

export function ProjectFields({ errors, field, values, onStatus, today }: Props) {
  return (
    <>
      <ProjectTextFields errors={errors} field={field} />
      <div className="form__pair">
        <StatusField
          value={values.status}
          onChange={onStatus}
          dueDate={values.dueDate}
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
          {(props) => <DateInput {...props} {...field('dueDate')} max="9999-12-31" />}
        </Field>
      </div>
    </>
  )
}
