import type { projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { RequestsLink } from '../projects/RequestsLink.tsx'
import { waitingReviews } from '../reviews/reviews.queries.ts'
import { WaitingFiles } from './WaitingFiles.tsx'

/** Lists what else waits for the freelancer, because the turn of a project has one reason only. */
export function AlsoForYou({ project }: { project: projects.Project }) {
  const { id, turn, turnReason, requests } = project
  // If the reason is answers or feedback, no changes wait, because they would be the reason.
  const mayHideChanges = turn === 'client' || turnReason === 'passed'
  const { data = [] } = useQuery({ ...waitingReviews(id), enabled: mayHideChanges })
  const hasChanges = mayHideChanges && data.some(({ state }) => state === 'changes_requested')
  const hasAnswers = turn !== null && turnReason !== 'answers' && !!requests?.answered
  if (!hasChanges && !hasAnswers) return null
  return (
    <>
      {' '}
      Also for you:{' '}
      {hasChanges && (
        <>
          changes to <WaitingFiles projectId={id} state="changes_requested" />
        </>
      )}
      {hasChanges && hasAnswers && ' and '}
      {hasAnswers && (
        <>
          <RequestsLink project={project} state="answered" /> to look at
        </>
      )}
      .
    </>
  )
}
