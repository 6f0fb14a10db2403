import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { noteCounts } from '../notes/notes.queries.ts'
import { CodeField, codeText } from './CodeField.tsx'
import { type DecisionDialogProps, useDecision } from './use-decision.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'
import './reviews.css'

/** The comment may be left out where open notes say what should change. */
export default function RequestChangesDialog(props: DecisionDialogProps) {
  const { review, file, parties, code, onClose } = props
  const form = useDecision('changes_requested', props)
  const { data: notes } = useQuery(noteCounts(file.id))
  const field = useRef<HTMLTextAreaElement>(null)
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => form.isPending || onClose())
  const openNotes = notes?.openOfClient ?? 0
  const isEmpty = form.comment.trim() === '' && openNotes === 0

  return (
    <Dialog.Root open onOpenChange={(open) => open || form.isPending || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={field} finalFocus={returnFocus}>
          <Dialog.Title>Request changes</Dialog.Title>
          <Dialog.Description>
            {parties.freelancer} gets {whatGoes(openNotes)}.
          </Dialog.Description>
          <div ref={form.fields} className="review-form">
            <Field
              label={
                <>
                  What should change?{' '}
                  {openNotes > 0 && <span className="muted">(optional, you have open notes)</span>}
                </>
              }
              error={form.errors?.comment}
            >
              {(props) => (
                <textarea
                  {...props}
                  ref={field}
                  className="input"
                  name="comment"
                  rows={4}
                  maxLength={10_000}
                  value={form.comment}
                  onChange={({ target }) => form.changeComment(target.value)}
                />
              )}
            </Field>
            {review.needsCode && (
              <>
                <p className="small soft">{codeText(code, parties.clientEmail)}</p>
                <CodeField
                  sending={code}
                  code={form.code}
                  onChange={form.setCode}
                  error={form.errors?.code}
                />
              </>
            )}
            {form.problem && <Notice danger>{form.problem}</Notice>}
          </div>
          <div className="actions">
            <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
            <Button
              look="primary"
              disabled={form.isIncomplete || isEmpty}
              busy={form.isPending}
              busyLabel="Sending..."
              onClick={form.decide}
            >
              Request changes
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function whatGoes(openNotes: number) {
  if (openNotes === 0) return 'what you write here'
  return `your ${openNotes === 1 ? 'open note' : `${openNotes} open notes`} and what you write here`
}
