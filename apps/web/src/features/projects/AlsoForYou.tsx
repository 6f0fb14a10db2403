import type { projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { waitingReviews } from '../reviews/reviews.queries.ts'
import { RequestsLink } from './RequestsLink.tsx'
import { WaitingFiles } from './WaitingFiles.tsx'

/** What waits for the freelancer beside the reason of the turn: one turn a project would hide it. */
export function AlsoForYou({ project }: { project: projects.Project }) {
  const { id, turn, turnReason, requests } = project
  // Changes come before answers and feedback, so these leave none unsaid.
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
