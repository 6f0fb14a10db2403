import { pluralForm } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { noteCounts } from '../notes/notes.queries.ts'
import { type DecisionDialogProps, useDecision } from './use-decision.ts'
import './reviews.css'

/** The comment may be left out where open notes say what should change. */
export default function RequestChangesDialog(props: DecisionDialogProps) {
  const { file, parties, onClose } = props
  const form = useDecision('changes_requested', props)
  const { data: notes } = useQuery(noteCounts(file.id))
  const field = useRef<HTMLTextAreaElement>(null)
  const openNotes = notes?.openOfClient ?? 0
  const isEmpty = form.values.comment.trim() === '' && openNotes === 0

  return (
    <Dialog
      title="Request changes"
      description={`${parties.freelancer} gets ${whatGoes(openNotes)}.`}
      busy={form.busy}
      initialFocus={field}
      onClose={onClose}
    >
      <div ref={form.ref} className="review-form">
        <Field
          label={
            <>
              What should change?{' '}
              {openNotes > 0 && <span className="muted">(optional, you have open notes)</span>}
            </>
          }
          error={form.errors.comment}
        >
          {(props) => (
            <textarea
              {...props}
              {...form.field('comment')}
              ref={field}
              className="input"
              rows={4}
              maxLength={10_000}
            />
          )}
        </Field>
        {form.problem && <Notice danger>{form.problem}</Notice>}
      </div>
      <div className="actions">
        <CloseButton>Cancel</CloseButton>
        <Button
          look="primary"
          disabled={form.isIncomplete || isEmpty}
          busy={form.busy}
          busyLabel="Sending..."
          onClick={() => form.submit()}
        >
          Request changes
        </Button>
      </div>
    </Dialog>
  )
}

function whatGoes(openNotes: number) {
  if (openNotes === 0) return 'what you write here'
  return `your ${pluralForm(openNotes, 'open note', `${openNotes} open notes`)} and what you write here`
}
