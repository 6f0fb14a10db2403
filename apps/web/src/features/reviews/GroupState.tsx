import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { areaOnScreen, useOwnName } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Quote } from '../../ui/Quote.tsx'
import { filePath } from '../files/file-path.ts'
import { ReviewState } from '../files/ReviewBadge.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { deciderText } from './decider-text.ts'
import { GroupRow } from './GroupRow.tsx'
import { type ReceiptLinkState, receiptPath } from './receipt-path.ts'
import { type ListedGroup, type ListedReview, withdrawReview } from './reviews.queries.ts'
import { TakeBack } from './TakeBack.tsx'

interface Props {
  group: ListedGroup
  parties: ProjectParties
}

/** What came of each file, for both sides. */
export function GroupState({ group, parties }: Props) {
  const { reviews, projectId } = group
  const isClient = areaOnScreen() === 'client'
  const ownName = useOwnName()
  const [first] = reviews
  const open = reviews.find(({ state }) => state === 'open')
  const decided = reviews.find(({ decision }) => decision)
  const receiptId = decided?.decision?.receiptId
  const isOver =
    group.kind === 'one' && reviews.some(({ state }) => state === 'replaced' || state === 'withdrawn')
  return (
    <>
      {isOver && first?.state !== 'withdrawn' && (
        <Notice>
          One of the files was replaced or deleted, so this choice is over.{' '}
          {isClient ? `${parties.freelancer} can ask again.` : 'Ask again with the files as they are now.'}
        </Notice>
      )}
      {decided?.decision && (
        <p className="small soft group__due">
          {deciderText(decided.decision, ownName)}, {formatDateTime(decided.decision.decidedAt)}
          {receiptId && (
            <>
              .{' '}
              <Link
                className="link"
                to={receiptPath(receiptId)}
                state={{ projectId } satisfies ReceiptLinkState}
              >
                Receipt
              </Link>
            </>
          )}
        </p>
      )}
      <ul className="group">
        {reviews.map((review) => (
          <GroupRow key={review.id} review={review}>
            <State review={review} ownName={ownName} isChoice={group.kind === 'one'} />
          </GroupRow>
        ))}
      </ul>
      {!parties.isReadOnly && (
        <div className="actions">
          {open && !isClient && <Withdraw id={open.id} />}
          {decided && isClient && (
            <DisabledInPreview>
              <TakeBack review={decided} parties={parties} />
            </DisabledInPreview>
          )}
        </div>
      )}
    </>
  )
}

function State({ review, ownName, isChoice }: { review: ListedReview; ownName: string; isChoice: boolean }) {
  const { state, decision, fileId } = review
  return (
    <>
      {isChoice && state === 'approved' ? (
        <ReviewState state="approved" word="Chosen" />
      ) : (
        <ReviewState state={state} />
      )}
      {decision?.comment && <Quote by={deciderText(decision, ownName)}>{decision.comment}</Quote>}
      {state === 'replaced' && (
        <Link className="link small" to={filePath(fileId)}>
          See the file as it is now
        </Link>
      )}
    </>
  )
}

function Withdraw({ id }: { id: string }) {
  const { mutate, isPending } = useMutation(withdrawReview(id))
  return (
    <Button busy={isPending} busyLabel="Withdrawing..." onClick={() => mutate()}>
      Withdraw
    </Button>
  )
}
