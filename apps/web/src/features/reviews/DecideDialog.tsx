import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { reviews } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDraft } from '../../app/draft.ts'
import { formErrorText } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { formatFileSize } from '../files/file-size.ts'
import { noteCounts } from '../notes/notes.queries.ts'
import { CodeField } from './CodeField.tsx'
import { decideReview } from './reviews.queries.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'
import './reviews.css'

interface Props {
  review: reviews.Review
  decision: reviews.Decision
  onClose: () => void
}

const words = {
  approved: { heading: 'Approve this version', confirm: 'Approve', busy: 'Approving...' },
  changes_requested: { heading: 'Ask for changes', confirm: 'Ask for changes', busy: 'Sending...' },
}

/** One deliberate step: the focus is on the way out, and Enter decides nothing. */
export default function DecideDialog({ review, decision, onClose }: Props) {
  const { draft, change, clearDraft } = useDraft(`client.decide.${review.id}`, { comment: '' })
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation(decideReview(review.id))
  const { data: notes } = useQuery(noteCounts(review.fileId))
  const safe = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => isPending || onClose())
  const { heading, confirm, busy } = words[decision]
  const comment = draft.comment.trim()
  const openNotes = notes?.openOfClient ?? 0
  const isMissing =
    (review.needsCode && code.length < 6) ||
    (decision === 'changes_requested' && comment === '' && openNotes === 0)
  const problem = formErrorText(error, ['comment', 'code'], 'The decision was not sent')

  function decide() {
    if (isPending || isMissing) return
    mutate(
      { decision, ...(comment && { comment }), ...(review.needsCode && { code }) },
      {
        onSuccess: () => {
          clearDraft()
          onClose()
        },
      },
    )
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog" initialFocus={safe} finalFocus={returnFocus}>
          <AlertDialog.Title>{heading}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="dialog__asks" />}>
            <p>
              <strong>{review.fileName}</strong>, version {review.version}, {formatFileSize(review.size)}
            </p>
            <p className="soft">{notesText(openNotes, decision)}</p>
          </AlertDialog.Description>
          <div className="review-form">
            <Field
              label={
                <>
                  {decision === 'approved' ? 'Comment ' : 'What is to be changed? '}
                  {(decision === 'approved' || openNotes > 0) && <span className="muted">(optional)</span>}
                </>
              }
              error={error?.fields.comment}
            >
              {(props) => (
                <textarea
                  {...props}
                  className="input"
                  name="comment"
                  rows={3}
                  maxLength={10_000}
                  value={draft.comment}
                  onChange={(event) => change({ comment: event.target.value })}
                />
              )}
            </Field>
            {review.needsCode && (
              <CodeField reviewId={review.id} code={code} onChange={setCode} error={error?.fields.code} />
            )}
            {problem && <Note danger>{problem}</Note>}
          </div>
          <div className="actions">
            <AlertDialog.Close ref={safe} className="btn btn--secondary">
              Not yet
            </AlertDialog.Close>
            <Button look="primary" disabled={isMissing} busy={isPending} busyLabel={busy} onClick={decide}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function notesText(open: number, decision: reviews.Decision) {
  if (decision === 'approved') {
    if (open === 0) return 'A receipt keeps what was approved, for both of you.'
    return `${open === 1 ? 'One of your notes is' : `${open} of your notes are`} still open. You can approve all the same.`
  }
  if (open === 0) return 'Say what is to be changed, or leave notes on the file first.'
  return `${open === 1 ? 'Your open note goes' : `Your ${open} open notes go`} with it.`
}
