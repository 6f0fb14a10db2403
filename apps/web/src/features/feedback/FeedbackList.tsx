import type { feedback } from '@portico/contract'
import { type InfiniteData, useInfiniteQuery, useMutationState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../app/api.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { feedbackList, leaveFeedbackKey } from './feedback.queries.ts'
import { NoFeedback } from './NoFeedback.tsx'
import '../../ui/Rows.css'
import './feedback.css'

interface Props {
  projectId: string
  /** The name of the list for screen readers. */
  label: string
  /** The client's own feedback is shown as from `You`. */
  mine?: boolean
}

export function FeedbackList({ projectId, label, mine = false }: Props) {
  const query = useInfiniteQuery(feedbackList(projectId))
  const { data, error, refetch } = query
  const sending = useMutationState({
    filters: { mutationKey: leaveFeedbackKey(projectId), status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  if (!data && error) return <LoadFailed title="The feedback did not load" error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Loading says="Loading feedback...">
        <SkeletonRows count={2} />
      </Loading>
    )
  }
  const all = allFeedback(data)
  if (all.length + sending.length === 0) return <NoFeedback />
  return (
    <>
      <ul className="rows" aria-label={label}>
        {sending.map((message) => (
          <FeedbackItem key={message} by="You" when="Sending..." message={message} />
        ))}
        {all.map(({ id, message, createdAt, Client }) => (
          <FeedbackItem
            key={id}
            by={(mine && Client && 'You') || nameOf(Client) || 'Anonymous'}
            when={<RelativeTime instant={createdAt} />}
            message={message}
          />
        ))}
      </ul>
      <MoreRows query={query} />
    </>
  )
}

function FeedbackItem({ by, when, message }: { by: string; when: ReactNode; message: string }) {
  return (
    <li className="feedback">
      <header>
        <strong>{by}</strong>
        <span className="small muted">{when}</span>
      </header>
      <p className="soft">{message}</p>
    </li>
  )
}

function nameOf(client: feedback.Feedback['Client']) {
  return client && `${client.firstName} ${client.lastName}`.trim()
}

/** The number of loaded items: `3`, or `100+` when there are more. */
export function FeedbackCount({ projectId }: { projectId: string }) {
  const { data, hasNextPage } = useInfiniteQuery(feedbackList(projectId))
  const count = data ? allFeedback(data).length : 0
  return count > 0 && <span className="muted num">{`${count}${hasNextPage ? '+' : ''}`}</span>
}

const allFeedback = ({ pages }: InfiniteData<Page<feedback.Feedback[]>>) =>
  pages.flatMap(({ answer }) => answer)
