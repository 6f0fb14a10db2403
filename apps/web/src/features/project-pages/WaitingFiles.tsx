import type { reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { filePath } from '../files/file-path.ts'
import { waitingReviews } from '../reviews/reviews.queries.ts'

interface Props {
  projectId: string
  state: 'open' | 'changes_requested'
}

/** The files that somebody has to approve or to change, as links in a sentence. */
export function WaitingFiles({ projectId, state }: Props) {
  const { data = [] } = useQuery(waitingReviews(projectId))
  const waiting = data.filter((review) => review.state === state)
  const [first, ...others] = waiting
  if (!first) return 'a file'
  return (
    <>
      <FileLink review={first} />
      {others.length > 0 && ` and ${others.length} more`}
      {waiting.some(({ overdue }) => overdue) && ', overdue'}
    </>
  )
}

function FileLink({ review: { fileId, fileName } }: { review: reviews.Review }) {
  return (
    <Link className="link" to={filePath(fileId)}>
      {fileName}
    </Link>
  )
}
