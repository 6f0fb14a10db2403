import { paths, plural, projects } from '@portico/contract'
import { useNavigate } from 'react-router'
import { useForm } from '../../app/use-form.ts'
import { addDays, countDays, dayInTimeZone } from '../../ui/dates.ts'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useToday } from '../../ui/use-now.ts'
import { duplicateProject } from './new-project.queries.ts'
import { requiredText } from './ProjectTextFields.tsx'

interface Props {
  project: projects.Project
  onClose: () => void
}

/** Opens the page of the new project. It is due as long after today as this one was due after it was created. */
export default function DuplicateProjectPanel({ project, onClose }: Props) {
  const { id, title, dueDate, timeZone, createdAt, Client } = project
  const today = useToday(timeZone)
  const age = countDays(dayInTimeZone(timeZone, new Date(createdAt)), today)
  const navigate = useNavigate()
  const form = useForm({
    draft: `duplicate-project.${id}`,
    empty: { title: copyTitle(title), dueDate: dueDate ? addDays(dueDate, age) : '' },
    required: { title: requiredText.title },
    whenBlank: projects.duplicate.config.whenBlank,
    mutation: duplicateProject(id),
    input: (values) => ({ title: values.title, dueDate: values.dueDate || null }),
    fallback: 'Failed to duplicate project.',
    onSuccess: (created) => {
      onClose()
      navigate(paths.freelancer.project(created.id))
    },
  })
  const { values, errors, field } = form
  const days = dueDate && values.dueDate ? countDays(dueDate, values.dueDate) : age
  return (
    <FormPanel
      heading="Duplicate project"
      lead={
        <p className="soft panel__for">
          For {Client.firstName} {Client.lastName}, with the description and all requests of this project.
          Files, feedback, notes and approvals stay here.
        </p>
      }
      action="Duplicate Project"
      doing="Duplicating..."
      form={form}
      onClose={onClose}
    >
      <Field label="Title" error={errors.title}>
        {(props) => <input {...props} {...field('title')} className="input" autoComplete="off" />}
      </Field>
      <Field label="Due date" isOptional hint={movedText(days)} error={errors.dueDate}>
        {(props) => (
          <input {...props} {...field('dueDate')} className="input num" type="date" max="9999-12-31" />
        )}
      </Field>
    </FormPanel>
  )
}

const MAX_TITLE_LENGTH = 200

function copyTitle(title: string) {
  const ending = ' (copy)'
  return [...title].slice(0, MAX_TITLE_LENGTH - ending.length).join('') + ending
}

function movedText(days: number) {
  if (days === 0) return 'Due dates of requests stay as they are.'
  return `Due dates of requests move ${plural(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}.`
}
