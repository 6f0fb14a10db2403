import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useProjectParties } from '../projects/use-project-parties.ts'
import { askForReview } from './reviews.queries.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'
import './reviews.css'

interface Props {
  file: { id: string; fileName: string; version: number }
  projectId: string
  onClose: () => void
}

/** Asks the client whether the newest version of a file may be used. */
export default function AskReviewDialog({ file, projectId, onClose }: Props) {
  const { draft, change, clearDraft } = useDraft(`ask-review.${file.id}`, {
    message: '',
    dueDate: '',
    needsCode: '',
  })
  const { mutate, isPending, error } = useMutation(askForReview(file.id))
  const { client } = useProjectParties(projectId)
  const form = useFocusFirstError(error)
  const field = useRef<HTMLTextAreaElement>(null)
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => isPending || onClose())
  const problem = formErrorText(error, ['message', 'dueDate'], 'Failed to ask for approval')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    const message = draft.message.trim()
    mutate(
      { ...(message && { message }), dueDate: draft.dueDate || null, needsCode: draft.needsCode === 'yes' },
      {
        onSuccess: () => {
          clearDraft()
          onClose()
        },
      },
    )
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={field} finalFocus={returnFocus}>
          <Dialog.Title>Ask {client} to approve</Dialog.Title>
          <Dialog.Description render={<div className="dialog__asks" />}>
            <dl className="kv review-form__file">
              <Fact name="File">{file.fileName}</Fact>
              <Fact name="Version">{file.version}</Fact>
            </dl>
          </Dialog.Description>
          <form ref={form} className="review-form" method="post" noValidate onSubmit={submit}>
            <Field label={<Optional>Message</Optional>} error={error?.fields.message}>
              {(props) => (
                <textarea
                  {...props}
                  ref={field}
                  className="input"
                  name="message"
                  rows={3}
                  maxLength={10_000}
                  value={draft.message}
                  onChange={(event) => change({ message: event.target.value })}
                />
              )}
            </Field>
            <Field label={<Optional>Answer by</Optional>} error={error?.fields.dueDate}>
              {(props) => (
                <input
                  {...props}
                  className="input num"
                  type="date"
                  name="dueDate"
                  value={draft.dueDate}
                  onChange={(event) => change({ dueDate: event.target.value })}
                />
              )}
            </Field>
            <label className="review-form__choice">
              <input
                type="checkbox"
                name="needsCode"
                checked={draft.needsCode === 'yes'}
                onChange={(event) => change({ needsCode: event.target.checked ? 'yes' : '' })}
              />
              <span>
                Ask for a code by email
                <span className="small muted review-form__hint">
                  {client} enters six digits with the decision. The receipt says so.
                </span>
              </span>
            </label>
            {problem && <Note danger>{problem}</Note>}
            <div className="actions">
              <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
              <Button type="submit" look="primary" busy={isPending} busyLabel="Asking...">
                Ask for approval
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="muted">(optional)</span>
    </>
  )
}
