import type { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
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
  const { draft, change, clearDraft } = useDraft(`request-back.${request.id}`, { reason: '' })
  const { mutate, isPending, error } = useMutation(sendBack(request.id))
  const form = useFocusFirstError(error)
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = formErrorText(error, ['reason'], 'Failed to send back')

  function submit() {
    mutate(draft.reason.trim(), {
      onSuccess: () => {
        clearDraft()
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title="Send it back"
      description={`“${request.title}” is open again for ${client}, with your reason above it. The answer stays.`}
      action="Send back"
      doing="Sending..."
      busy={isPending}
      problem={problem}
      className="form request-dialog"
      form={form}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={
          <>
            What is missing? <span className="muted">(optional)</span>
          </>
        }
        error={error?.fields.reason}
      >
        {(props) => (
          <textarea
            {...props}
            ref={field}
            className="input"
            name="reason"
            rows={3}
            maxLength={10_000}
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
