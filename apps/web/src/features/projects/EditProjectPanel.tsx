import type { projects } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { ProjectTextFields, requiredText } from './ProjectTextFields.tsx'
import { changeText } from './projects.queries.ts'

interface Props {
  project: projects.Project
  onClose: () => void
}

export default function EditProjectPanel({ project, onClose }: Props) {
  const { id, title, description } = project
  const form = useForm({
    draft: `edit-project.${id}`,
    saved: { title, description },
    required: requiredText,
    mutation: changeText(id),
    input: (_, changes, was) => ({ ...changes, was }),
    fallback: 'Failed to update project',
    onSuccess: onClose,
  })
  return (
    <FormPanel
      heading="Edit project"
      action="Update Project"
      doing="Updating..."
      form={form}
      labels={{ title: 'Title', description: 'Description' }}
      onClose={onClose}
    >
      <ProjectTextFields errors={form.errors} field={form.field} />
    </FormPanel>
  )
}
