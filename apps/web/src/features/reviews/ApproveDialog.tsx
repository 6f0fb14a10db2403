import { durationInWords, pluralForm, reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Fact } from '../../ui/Fact.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { noteCounts } from '../notes/notes.queries.ts'
import { CodeField, codeText } from './CodeField.tsx'
import { type DecisionDialogProps, useDecision } from './use-decision.ts'
import './reviews.css'

/** The focus starts on the button that closes the dialog, so that pressing Enter approves nothing. */
export default function ApproveDialog(props: DecisionDialogProps) {
  const { review, file, parties, omissions, code, onClose } = props
  const form = useDecision('approved', props)
  const { data: notes } = useQuery(noteCounts(file.id))
  const safe = useRef<HTMLButtonElement>(null)
  const openNotes = notes?.openOfClient ?? 0

  return (
    <Dialog
      alert
      title={review.needsCode ? 'Enter the code' : 'Approve this version?'}
      hasDetails
      description={
        <>
          <p>
            {review.needsCode
              ? codeText(code)
              : `${parties.freelancer} will use exactly this file. You can take it back within ${durationInWords(reviews.UNDO_SECONDS)}.`}
          </p>
          <dl className="kv review-form__file">
            <Fact name="File">
              <strong>{review.fileName}</strong>
            </Fact>
            <Fact name="Version">
              {review.version}, from {formatDate(file.createdAt)}
            </Fact>
            <Fact name="Size">{formatFileSize(review.size)}</Fact>
          </dl>
          {omissions.map((text) => (
            <Notice key={text}>{text}</Notice>
          ))}
          {openNotes > 0 && (
            <Notice>
              {pluralForm(openNotes, 'One note is', `${openNotes} notes are`)} still open. Approving does not
              close {pluralForm(openNotes, 'it', 'them')}.
            </Notice>
          )}
        </>
      }
      busy={form.busy}
      initialFocus={safe}
      onClose={onClose}
    >
      <div ref={form.ref} className="review-form">
        {review.needsCode && (
          <CodeField sending={code} code={form.code} onChange={form.setCode} error={form.errors.code} />
        )}
        <Field label="Comment" isOptional error={form.errors.comment}>
          {(field) => (
            <textarea
              {...field}
              {...form.field('comment')}
              className="input review-form__comment"
              rows={2}
              maxLength={10_000}
            />
          )}
        </Field>
        {form.problem && <Notice danger>{form.problem}</Notice>}
      </div>
      <div className="actions">
        <CloseButton ref={safe}>Not yet</CloseButton>
        <Button
          look="primary"
          disabled={form.isIncomplete}
          busy={form.busy}
          busyLabel="Approving..."
          onClick={() => form.submit()}
        >
          Approve version {review.version}
        </Button>
      </div>
    </Dialog>
  )
}
