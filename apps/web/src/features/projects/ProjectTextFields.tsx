import type { projects } from '@portico/contract'
import { isBlank } from '@portico/contract'
import { Field } from '../../ui/Field.tsx'

export type ProjectTextDraft = Pick<projects.Project, 'title' | 'description'>

interface Props {
  draft: ProjectTextDraft
  onChange: (part: Partial<ProjectTextDraft>) => void
  errors: Record<string, string>
}

export function ProjectTextFields({ draft, onChange, errors }: Props) {
  return (
    <>
      <Field label="Title" error={errors.title}>
        {(field) => (
          <input
            {...field}
            className="input"
            name="title"
            autoComplete="off"
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" error={errors.description}>
        {(field) => (
          <textarea
            {...field}
            className="input"
            name="description"
            rows={4}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

export function findBlankFields({ title, description }: ProjectTextDraft): Record<string, string> {
  return {
    ...(isBlank(title) && { title: 'Title is required.' }),
    ...(isBlank(description) && { description: 'Description is required.' }),
  }
}
