import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useIsBefore } from '../feedback/deadlines.ts'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import type { ListedReview } from './reviews.queries.ts'

const TakeBackDialog = lazyDialog(() => import('./TakeBackDialog.tsx'))

/** Disappears when the time to take a decision back is over. */
export function TakeBack({ review, parties }: { review: ListedReview; parties: ProjectParties }) {
  const [isAsking, setAsking] = useState(false)
  const canUndo = useIsBefore(review.undoableUntil)
  if (!canUndo) return null
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setAsking(true)}>
        Take it back
      </Button>
      {isAsking && <TakeBackDialog review={review} parties={parties} onClose={() => setAsking(false)} />}
    </>
  )
}
