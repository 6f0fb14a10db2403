import { isBlank, type requests } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { editRequest } from './change-requests.queries.ts'

interface Props {
  request: requests.Request
  onClose: () => void
}

export default function EditRequestPanel({ request, onClose }: Props) {
  const { id, title, details, dueDate } = request
  const form = useForm({
    draft: `edit-request.${id}`,
    saved: { title, details: details ?? '', dueDate: dueDate ?? '' },
    required: { title: 'Please say what you need.' },
    mutation: editRequest(id),
    input: (_, { dueDate, ...changes }, { dueDate: _dueDate, ...was }) => ({
      ...withoutBlank(changes),
      ...(dueDate !== undefined && { dueDate: dueDate || null }),
      was: withoutBlank(was),
    }),
    fallback: 'Failed to change request',
    onSuccess: onClose,
  })
  const { errors, field } = form
  return (
    <FormPanel
      heading="Edit request"
      action="Update Request"
      doing="Updating..."
      form={form}
      labels={{ title: 'What do you need?', details: 'Details' }}
      onClose={onClose}
    >
      <Field label="What do you need?" error={errors.title}>
        {(props) => <input {...props} {...field('title')} className="input" autoComplete="off" />}
      </Field>
      <Field label="Details" isOptional error={errors.details}>
        {(props) => <textarea {...props} {...field('details')} className="input" rows={4} />}
      </Field>
      <Field label="Due" isOptional error={errors.dueDate}>
        {(props) => <DateInput {...props} {...field('dueDate')} />}
      </Field>
    </FormPanel>
  )
}

function withoutBlank({ title, details }: { title?: string; details?: string }) {
  return {
    ...(title !== undefined && { title }),
    ...(details !== undefined && { details: isBlank(details) ? null : details }),
  }
}
