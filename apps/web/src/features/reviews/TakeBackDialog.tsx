import { reviews } from '@portico/contract'
import { useEffect, useRef } from 'react'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatClockTime } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useIsBefore } from '../feedback/deadlines.ts'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { CodeField, codeText } from './CodeField.tsx'
import { type ListedReview, undoDecision } from './reviews.queries.ts'
import { useCode } from './use-code.ts'
import './reviews.css'

interface Props {
  review: ListedReview
  parties: ProjectParties
  onClose: () => void
}

const LATE = 'The time to take it back is over.'

/** Asks once, and for a mailed code in a session that did not approve itself. */
export default function TakeBackDialog({ review, parties, onClose }: Props) {
  const { undoableUntil, needsCode } = review
  const { sendIfNeeded, of } = useCode()
  // Without a draft: a code is not stored.
  const form = useForm({
    empty: { code: '' },
    mutation: undoDecision(review.id),
    input: ({ code }) => (needsCode ? code : undefined),
    fallback: 'The decision was not taken back',
    onSuccess: onClose,
  })
  const safe = useRef<HTMLButtonElement>(null)
  const isInTime = useIsBefore(undoableUntil)
  const { code } = form.values
  const sending = of(review.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: A code is mailed once, when the dialog opens.
  useEffect(() => sendIfNeeded(review), [])

  return (
    <Dialog
      alert
      title={titleOf(review)}
      hasDetails
      description={
        <>
          <p>
            {parties.freelancer} is told, and the question is open again. You can take it back until{' '}
            {formatClockTime(new Date(undoableUntil).toISOString())}.
          </p>
          {needsCode && <p>{codeText(sending)}</p>}
        </>
      }
      busy={form.busy}
      initialFocus={safe}
      onClose={onClose}
    >
      <div ref={form.ref} className="review-form">
        {needsCode && (
          <CodeField
            sending={sending}
            code={code}
            onChange={(typed) => form.change({ code: typed })}
            error={form.errors.code}
          />
        )}
        {(form.problem || !isInTime) && <Notice danger>{isInTime ? form.problem : LATE}</Notice>}
      </div>
      <div className="actions">
        <CloseButton ref={safe}>Keep it</CloseButton>
        <Button
          look="primary"
          disabled={!isInTime || (needsCode && code.length < reviews.CODE_DIGITS)}
          busy={form.busy}
          busyLabel="Taking back..."
          onClick={() => form.submit()}
        >
          Take it back
        </Button>
      </div>
    </Dialog>
  )
}

function titleOf({ state, group }: ListedReview) {
  if (group) return group.kind === 'one' ? 'Take the choice back?' : 'Take the decision back?'
  return state === 'approved' ? 'Take the approval back?' : 'Take it back?'
}
