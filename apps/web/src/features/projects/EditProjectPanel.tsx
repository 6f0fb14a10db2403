import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useEdit } from '../../app/use-edit.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { findBlankFields, ProjectTextFields } from './ProjectTextFields.tsx'
import { changeText } from './projects.queries.ts'

interface Props {
  project: projects.Project
  onClose: () => void
}

export default function EditProjectPanel({ project, onClose }: Props) {
  const { id, title, description } = project
  const edit = useEdit(`edit-project.${id}`, { title, description }, findBlankFields)
  const { mutate, isPending, error } = useMutation(changeText(id))
  const form = useFocusFirstError(edit.missing ?? error)
  const message = !edit.missing && formErrorText(error, Object.keys(edit.values), 'Failed to update project')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const changes = isPending ? undefined : edit.changes()
    if (changes) mutate(changes, { onSuccess: close })
  }

  function close() {
    edit.clearDraft()
    onClose()
  }

  return (
    <FormPanel
      heading="Edit project"
      action="Update Project"
      doing="Updating..."
      busy={isPending}
      untouched={edit.untouched}
      form={form}
      onSubmit={submit}
      onCancel={close}
      onClose={onClose}
    >
      <ProjectTextFields
        draft={edit.values}
        onChange={edit.change}
        errors={edit.missing ?? error?.fields ?? {}}
      />
      {message && <Notice danger>{message}</Notice>}
    </FormPanel>
  )
}
