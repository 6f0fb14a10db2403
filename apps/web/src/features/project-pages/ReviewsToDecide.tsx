import type { projects, reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '../../ui/dates.ts'
import { Quote } from '../../ui/Quote.tsx'
import { filePath } from '../files/file-path.ts'
import { formatFileSize } from '../files/file-size.ts'
import { waitingReviews } from '../reviews/reviews.queries.ts'

interface Props {
  project: projects.Project
  /** The first name of the freelancer. */
  name: string
}

/** The open reviews, each with a link to the file, where the client decides. */
export function ReviewsToDecide({ project, name }: Props) {
  const { data = [] } = useQuery(waitingReviews(project.id))
  return data
    .filter(({ state }) => state === 'open')
    .map((review, i) => (
      <li key={review.id}>
        <div>
          <p className="todo__title">Approve {review.fileName}</p>
          <p className="small soft">{detailsText(review)}</p>
          {review.message && <Quote by={name}>{review.message}</Quote>}
        </div>
        <Link
          className={`btn ${i === 0 && project.turnReason === 'review' ? 'btn--primary' : 'btn--secondary'}`}
          to={filePath(review.fileId)}
          aria-label={`Look at it: ${review.fileName}`}
        >
          Look at it
        </Link>
      </li>
    ))
}

function detailsText({ version, size, round, dueDate, overdue }: reviews.Review) {
  const due = dueDate ? `, ${overdue ? 'overdue since' : 'due'} ${formatDay(dueDate)}` : ''
  return `Version ${version}, ${formatFileSize(size)}, round ${round}${due}`
}
