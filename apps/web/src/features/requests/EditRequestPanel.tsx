import { isBlank, type requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useEdit } from '../../app/use-edit.ts'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { editRequest } from './change-requests.queries.ts'

interface Props {
  request: requests.Request
  onClose: () => void
}

export default function EditRequestPanel({ request, onClose }: Props) {
  const { id, title, details, dueDate } = request
  const saved = { title, details: details ?? '', dueDate: dueDate ?? '' }
  const edit = useEdit(`edit-request.${id}`, saved, findMissing)
  const { mutate, isPending, error } = useMutation(editRequest(id))
  const form = useFocusFirstError(edit.missing ?? error)
  const errors = edit.missing ?? error?.fields ?? {}
  const message = !edit.missing && formErrorText(error, Object.keys(saved), 'Failed to change request')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const changes = isPending ? undefined : edit.changes()
    if (!changes) return
    mutate(
      {
        ...changes,
        ...(changes.details !== undefined && { details: isBlank(changes.details) ? null : changes.details }),
        ...(changes.dueDate !== undefined && { dueDate: changes.dueDate || null }),
      },
      { onSuccess: close },
    )
  }

  function close() {
    edit.clearDraft()
    onClose()
  }

  return (
    <FormPanel
      heading="Edit request"
      action="Update Request"
      doing="Updating..."
      busy={isPending}
      untouched={edit.untouched}
      form={form}
      onSubmit={submit}
      onCancel={close}
      onClose={onClose}
    >
      <Field label="What do you need?" error={errors.title}>
        {(field) => (
          <input
            {...field}
            className="input"
            name="title"
            autoComplete="off"
            value={edit.values.title}
            onChange={(event) => edit.change({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={<Optional>Details</Optional>} error={errors.details}>
        {(field) => (
          <textarea
            {...field}
            className="input"
            name="details"
            rows={4}
            value={edit.values.details}
            onChange={(event) => edit.change({ details: event.target.value })}
          />
        )}
      </Field>
      <Field label={<Optional>Due</Optional>} error={errors.dueDate}>
        {(field) => (
          <input
            {...field}
            className="input num"
            type="date"
            name="dueDate"
            value={edit.values.dueDate}
            onChange={(event) => edit.change({ dueDate: event.target.value })}
          />
        )}
      </Field>
      {message && <Notice danger>{message}</Notice>}
    </FormPanel>
  )
}

const findMissing = ({ title }: { title: string }): Record<string, string> =>
  isBlank(title) ? { title: 'Please say what you need.' } : {}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="muted">(optional)</span>
    </>
  )
}
