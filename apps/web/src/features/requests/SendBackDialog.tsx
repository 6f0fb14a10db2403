import type { requests } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { sendBack } from './change-requests.queries.ts'

interface Props {
  request: requests.Request
  /** The client's first name. */
  client: string
  onClose: () => void
}

export default function SendBackDialog({ request, client, onClose }: Props) {
  const form = useForm({
    draft: `request-back.${request.id}`,
    empty: { reason: '' },
    mutation: sendBack(request.id),
    input: ({ reason }) => reason.trim(),
    fallback: 'Failed to send back',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Send it back"
      description={`“${request.title}” is open again for ${client}, with your reason above it. The answer stays.`}
      form={form}
      action="Send back"
      doing="Sending..."
      className="form request-dialog"
      onClose={onClose}
    >
      <Field label="What is missing?" isOptional error={form.errors.reason}>
        {(field) => (
          <textarea {...field} {...form.field('reason')} className="input" rows={3} maxLength={10_000} />
        )}
      </Field>
    </FormDialog>
  )
}
