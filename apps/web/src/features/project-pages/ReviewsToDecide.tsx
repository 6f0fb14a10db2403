import { paths, plural, type projects, type reviews } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLooksOnly } from '../../app/session.ts'
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

/** The open reviews, each with a link to the file, where the client decides. Those that were asked for together are one. */
export function ReviewsToDecide({ project, name }: Props) {
  const { data = [] } = useQuery(waitingReviews(project.id))
  const looksOnly = useLooksOnly()
  const open = data.filter(({ state }) => state === 'open')
  return questionsOf(open).map((reviews, i) => {
    const [review] = reviews
    const title = looksOnly ? lookedAtTitleOf(reviews) : titleOf(reviews)
    return (
      <li key={review.id}>
        <div>
          <p className="todo__title">{title}</p>
          <p className="small soft">{detailsText(reviews)}</p>
          {review.message && <Quote by={name}>{review.message}</Quote>}
        </div>
        <Link
          className={`btn ${i === 0 && project.turnReason === 'review' ? 'btn--primary' : 'btn--secondary'}`}
          to={review.group ? paths.client.review(review.group.id) : filePath(review.fileId)}
          aria-label={review.group ? `Look at them: ${title}` : `Look at it: ${review.fileName}`}
        >
          {review.group ? 'Look at them' : 'Look at it'}
        </Link>
      </li>
    )
  })
}

type Question = [reviews.Review, ...reviews.Review[]]

function questionsOf(open: readonly reviews.Review[]) {
  const questions = Map.groupBy(open, ({ id, group }) => group?.id ?? id)
  return [...questions.values()] as Question[]
}

function titleOf([{ fileName, group }, ...others]: Question) {
  if (group?.kind === 'one') return `Choose one of ${group.count} files`
  return group ? `Approve ${plural(others.length + 1, 'file')}` : `Approve ${fileName}`
}

/** For somebody who is not asked. */
function lookedAtTitleOf([{ fileName, group }]: Question) {
  if (group?.kind === 'one') return `A choice of ${group.count} files`
  return group ? `${plural(group.count, 'file')} to approve` : `${fileName} to approve`
}

/** Newest first, so the file that was named first comes last. */
function detailsText(question: Question) {
  const [{ version, size, round, dueDate, overdue, group }] = question
  const due = dueDate ? `, ${overdue ? 'overdue since' : 'due'} ${formatDay(dueDate)}` : ''
  if (!group) return `Version ${version}, ${formatFileSize(size)}, round ${round}${due}`
  return `${question
    .map(({ fileName }) => fileName)
    .reverse()
    .join(', ')}${due}`
}
