import { Dialog } from '@base-ui/react/dialog'
import type { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { sendBack } from './change-requests.queries.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'

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
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => isPending || onClose())
  const problem = formErrorText(error, ['reason'], 'Failed to send back')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    mutate(draft.reason.trim(), {
      onSuccess: () => {
        clearDraft()
        onClose()
      },
    })
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={field} finalFocus={returnFocus}>
          <Dialog.Title>Send it back</Dialog.Title>
          <Dialog.Description>
            “{request.title}” is open again for {client}, with your reason above it. The answer stays.
          </Dialog.Description>
          <form ref={form} className="form request-dialog" method="post" noValidate onSubmit={submit}>
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
            {problem && <Note danger>{problem}</Note>}
            <div className="actions">
              <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
              <Button type="submit" look="primary" busy={isPending} busyLabel="Sending...">
                Send back
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
