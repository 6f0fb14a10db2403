import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatDay } from '../../ui/dates.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ReviewBadge } from './ReviewBadge.tsx'
import { receiptPath } from './receipt-path.ts'
import { type ListedReview, reviewsOfFile, undoDecision, withdrawReview } from './reviews.queries.ts'
import './reviews.css'

const AskReviewDialog = lazyDialog(() => import('./AskReviewDialog.tsx'))
const DecideDialog = lazyDialog(() => import('./DecideDialog.tsx'))

interface Props {
  file: { id: string; fileName: string; version: number }
  isNewest: boolean
  isReadOnly: boolean
}

/** The question or the state of the newest round, with what can be done about it, and the rounds before. */
export function ReviewPanel({ file, isNewest, isReadOnly }: Props) {
  const { data: all } = useQuery(reviewsOfFile(file.id))
  const [isAsking, setAsking] = useState(false)
  const isFreelancer = areaOnScreen() === 'freelancer'
  if (!all) return null
  const [newest, ...older] = all
  const canAsk =
    isFreelancer && isNewest && !isReadOnly && newest?.state !== 'open' && !isApproved(newest, file)
  if (!newest && !canAsk) return null
  return (
    <section className="review" aria-label="Review">
      {newest && <Round review={newest} isReadOnly={isReadOnly} />}
      {canAsk && (
        <Button size="sm" onClick={() => setAsking(true)}>
          Ask for approval
        </Button>
      )}
      {older.length > 0 && (
        <details className="review__rounds">
          <summary className="small">
            {older.length === 1 ? 'Round before' : `${older.length} rounds before`}
          </summary>
          <ol reversed>
            {older.map((review) => (
              <li key={review.id}>
                <Round review={review} isReadOnly />
              </li>
            ))}
          </ol>
        </details>
      )}
      {isAsking && <AskReviewDialog file={file} onClose={() => setAsking(false)} />}
    </section>
  )
}

const isApproved = (review: ListedReview | undefined, { version }: Props['file']) =>
  review?.state === 'approved' && review.version === version

function Round({ review, isReadOnly }: { review: ListedReview; isReadOnly: boolean }) {
  const { round, version, state, message, dueDate, overdue, decision } = review
  return (
    <div className="review__round">
      <p className="review__head">
        <ReviewBadge review={review} />
        <span className="small soft">
          Round {round}, version {version}
        </span>
      </p>
      {message && <p className="quote">{message}</p>}
      {state === 'open' && dueDate && (
        <p className={`small ${overdue ? 'review__overdue' : 'soft'}`}>
          {overdue ? 'Overdue since' : 'Due'} {formatDay(dueDate)}
        </p>
      )}
      {decision && (
        <>
          <p className="small soft">{formatDateTime(decision.decidedAt)}</p>
          {decision.comment && <p className="quote">{decision.comment}</p>}
          {decision.receiptId && (
            <Link className="link small" to={receiptPath(decision.receiptId)}>
              Receipt
            </Link>
          )}
        </>
      )}
      {!isReadOnly && <RoundActions review={review} />}
    </div>
  )
}

function RoundActions({ review }: { review: ListedReview }) {
  const isFreelancer = areaOnScreen() === 'freelancer'
  if (isFreelancer) return review.state === 'open' && <Withdraw id={review.id} />
  if (review.state === 'open') return <Decide review={review} />
  return review.decision && review.decision.undoSeconds > 0 && <Undo review={review} />
}

function Withdraw({ id }: { id: string }) {
  const { mutate, isPending } = useMutation(withdrawReview(id))
  return (
    <Button size="sm" busy={isPending} busyLabel="Withdrawing..." onClick={() => mutate()}>
      Withdraw
    </Button>
  )
}

function Decide({ review }: { review: ListedReview }) {
  const [decision, setDecision] = useState<'approved' | 'changes_requested'>()
  return (
    <div className="review__acts">
      <Button size="sm" onClick={() => setDecision('changes_requested')}>
        Ask for changes
      </Button>
      <Button size="sm" onClick={() => setDecision('approved')}>
        Approve
      </Button>
      {decision && (
        <DecideDialog review={review} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </div>
  )
}

/** Disappears when its time is over. */
function Undo({ review: { id, decision, readAt } }: { review: ListedReview }) {
  const now = useNow()
  const { mutate, isPending } = useMutation(undoDecision(id))
  if (!decision || now > readAt + decision.undoSeconds * 1_000) return null
  return (
    <Button size="sm" look="quiet" busy={isPending} busyLabel="Taking back..." onClick={() => mutate()}>
      Take it back
    </Button>
  )
}
