import { paths } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { areaOnScreen, useOwnName } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatDayWithoutThisYear, localDay } from '../../ui/dates.ts'
import { Quote } from '../../ui/Quote.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { ReviewState } from '../files/ReviewBadge.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { deciderText, memberText } from './decider-text.ts'
import { type ReceiptLinkState, receiptPath } from './receipt-path.ts'
import { type ListedReview, withdrawReview } from './reviews.queries.ts'
import { TakeBack } from './TakeBack.tsx'

interface Props {
  review: ListedReview
  /** The version on screen. */
  file: { version: number }
  parties: ProjectParties
  /** Whether the round has actions. */
  isNewest?: boolean
}

export function ReviewRound({ review, file, parties, isNewest = false }: Props) {
  const { message, askedBy, decision } = review
  const today = useLocalDay()
  const isClient = areaOnScreen() === 'client'
  const ownName = useOwnName()
  if (review.state === 'open' && isClient && !parties.isArchived) {
    return <Question review={review} file={file} parties={parties} />
  }
  const mayAct = isNewest && !parties.isReadOnly
  return (
    <div className="review__round">
      <div className="review__head">
        <ReviewState state={review.state}>
          , round {review.round}
          {review.version !== file.version && `, version ${review.version}`}
        </ReviewState>
        {mayAct && review.state === 'open' && <Withdraw review={review} />}
        {mayAct && isClient && (
          <DisabledInPreview>
            <TakeBack review={review} parties={parties} />
          </DisabledInPreview>
        )}
      </div>
      {review.group && <Together review={review} />}
      {message && <Quote by={memberText(askedBy)}>{message}</Quote>}
      {review.state === 'open' && !isClient && (
        <p className="small soft">
          {parties.client} has it since {formatDayWithoutThisYear(localDay(review.createdAt), today)}.{' '}
          <Due review={review} />
        </p>
      )}
      {review.state === 'replaced' && (
        <p className="small soft">A newer version came before anything was decided.</p>
      )}
      {decision && (
        <>
          <p className="small soft">
            {deciderText(decision, ownName)}, {formatDateTime(decision.decidedAt)}
          </p>
          {decision.comment && <Quote by={deciderText(decision, ownName)}>{decision.comment}</Quote>}
          {decision.receiptId && (
            <Link
              className="link small"
              to={receiptPath(decision.receiptId)}
              state={{ projectId: review.projectId } satisfies ReceiptLinkState}
            >
              Receipt
            </Link>
          )}
        </>
      )}
    </div>
  )
}

/** The open review as the client reads it. */
function Question({ review, file, parties: { freelancer, isReadOnly } }: Omit<Props, 'isNewest'>) {
  const { round, version, message } = review
  return (
    <div className="review__round">
      <p className="review__question">
        {review.group?.kind === 'one'
          ? `${freelancer} asks ${isReadOnly ? '' : 'you '}to choose one of ${review.group.count} files`
          : `${freelancer} asks for ${isReadOnly ? 'approval' : 'your approval'}`}
        {version !== file.version && (
          <>
            {' of '}
            <Link className="link" to={`?version=${version}`}>
              version {version}
            </Link>
          </>
        )}
      </p>
      {message && <Quote by={freelancer}>{message}</Quote>}
      <p className="small muted">
        Round {round}
        {review.dueDate && ', '}
        <Due review={review} isWithin />
        {!review.dueDate && '.'}
      </p>
    </div>
  )
}

/** Leads to the page with all files of the question. */
export function Together({ review: { group } }: Pick<Props, 'review'>) {
  if (!group) return null
  return (
    <Link className="link small" to={paths[areaOnScreen()].review(group.id)}>
      {group.kind === 'one'
        ? `A choice of ${group.count} files`
        : `One of ${group.count} files asked about at once`}
    </Link>
  )
}

function Due({
  review: { dueDate, overdue },
  isWithin = false,
}: {
  review: ListedReview
  isWithin?: boolean
}) {
  const today = useLocalDay()
  if (!dueDate) return null
  const [late, due] = isWithin ? ['overdue since', 'answer by'] : ['Overdue since', 'Answer by']
  return (
    <span className={overdue ? 'review__overdue' : undefined}>
      {overdue ? late : due} {formatDayWithoutThisYear(dueDate, today)}.
    </span>
  )
}

/** A group is withdrawn as a whole. */
function Withdraw({ review: { id, group } }: Pick<Props, 'review'>) {
  const { mutate, isPending } = useMutation(withdrawReview(id))
  return (
    <Button look="quiet" size="sm" busy={isPending} busyLabel="Withdrawing..." onClick={() => mutate()}>
      {group ? `Withdraw all ${group.count}` : 'Withdraw'}
    </Button>
  )
}
