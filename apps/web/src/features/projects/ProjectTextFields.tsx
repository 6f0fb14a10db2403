import type { FormFields } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'

export function ProjectTextFields({ errors, field }: FormFields<'title' | 'description'>) {
  return (
    <>
      <Field label="Title" error={errors.title}>
        {(props) => <input {...props} {...field('title')} className="input" autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description}>
        {(props) => <textarea {...props} {...field('description')} className="input" rows={4} />}
      </Field>
    </>
  )
}

export const requiredText = { title: 'Title is required.', description: 'Description is required.' }
