import { pluralForm } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { noteCounts } from '../notes/notes.queries.ts'
import type { ProjectParties } from '../projects/use-project-parties.ts'
import { ReviewRound } from './ReviewRound.tsx'
import { type ListedReview, reviewsOfFile } from './reviews.queries.ts'
import './reviews.css'

const AskReviewDialog = lazyDialog(() => import('./AskReviewDialog.tsx'))

interface Props {
  file: { id: string; fileName: string; version: number; project: { id: string } }
  /** The newest version, for which a review can be requested. */
  newestVersion: number
  parties: ProjectParties
}

/** The state of the newest round, and the rounds before it. The client decides in the `DecisionBar`. */
export function ReviewPanel({ file, newestVersion, parties }: Props) {
  const { data: all } = useQuery(reviewsOfFile(file.id))
  if (!all) return null
  const [newest, ...older] = all
  const canAsk =
    areaOnScreen() === 'freelancer' &&
    !parties.isReadOnly &&
    newest?.state !== 'open' &&
    !isApproved(newest, newestVersion)
  if (!newest && !canAsk) return null
  return (
    <section className="review" aria-label="Review" tabIndex={-1}>
      {newest && <ReviewRound review={newest} file={file} parties={parties} isNewest />}
      {canAsk && file.version !== newestVersion && (
        <p className="small soft">
          There is a newer version.{' '}
          <Link className="link" to={`?version=${newestVersion}`}>
            Ask for approval of version {newestVersion}
          </Link>
        </p>
      )}
      {canAsk && file.version === newestVersion && (
        <AskForApproval file={file} isRepeated={newest !== undefined} parties={parties} />
      )}
      {older.length > 0 && (
        <details className="review__rounds">
          <summary className="small">
            {pluralForm(older.length, 'Earlier round', `${older.length} earlier rounds`)}
          </summary>
          <ol reversed>
            {older.map((review) => (
              <li key={review.id}>
                <ReviewRound review={review} file={file} parties={parties} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const isApproved = (review: ListedReview | undefined, version: number) =>
  review?.state === 'approved' && review.version === version

interface AskProps {
  file: Props['file']
  isRepeated: boolean
  parties: ProjectParties
}

/** The server refuses while notes of the client are open. */
function AskForApproval({ file, isRepeated, parties: { client } }: AskProps) {
  const [isAsking, setAsking] = useState(false)
  const { data: notes } = useQuery(noteCounts(file.id))
  const open = notes?.openOfClient ?? 0
  return (
    <>
      {open > 0 && (
        <p className="small soft" id="notes-to-settle">
          Settle {client}’s {pluralForm(open, 'open note', `${open} open notes`)}, then ask
          {isRepeated ? ' again' : ' for approval'}.
        </p>
      )}
      <Button
        size="sm"
        disabled={open > 0}
        aria-describedby={open > 0 ? 'notes-to-settle' : undefined}
        onClick={() => setAsking(true)}
      >
        Ask for approval
      </Button>
      {isAsking && (
        <AskReviewDialog files={[file]} projectId={file.project.id} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
