import type { feedback } from '@portico/contract'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '../../app/api.ts'
import { Ago } from '../../ui/Ago.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { BoneRows, Failed, Loading } from '../../ui/States.tsx'
import { feedbackOn, SENDING } from './feedback.queries.ts'
import { NoFeedback } from './NoFeedback.tsx'
import '../../ui/Rows.css'
import './feedback.css'

interface Props {
  projectId: string
  /** The name of the list, for those who listen. */
  label: string
  /** To the client their own words are `You`. */
  mine?: boolean
}

export function FeedbackList({ projectId, label, mine = false }: Props) {
  const query = useInfiniteQuery(feedbackOn(projectId))
  const { data, error, refetch } = query
  if (!data && error) return <Failed title="The feedback did not load" error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Loading says="Loading feedback...">
        <BoneRows count={2} />
      </Loading>
    )
  }
  const all = allOf(data)
  if (all.length === 0) return <NoFeedback />
  return (
    <>
      <ul className="rows" aria-label={label}>
        {all.map((said) => (
          <Said key={said.id} said={said} mine={mine} />
        ))}
      </ul>
      <MoreRows query={query} />
    </>
  )
}

function Said({ said, mine }: { said: feedback.Feedback; mine: boolean }) {
  const { id, message, createdAt, Client } = said
  const name = Client ? `${Client.firstName} ${Client.lastName}`.trim() : ''
  return (
    <li className="feedback">
      <header>
        <strong>{(mine && name && 'You') || name || 'Anonymous'}</strong>
        {id === SENDING ? (
          <span className="small muted">Sending...</span>
        ) : (
          <Ago className="small muted" instant={createdAt} />
        )}
      </header>
      <p className="soft">{message}</p>
    </li>
  )
}

/** How many there are, as far as they have been read: `3`, or `100+`. */
export function FeedbackCount({ projectId }: { projectId: string }) {
  const { data, hasNextPage } = useInfiniteQuery(feedbackOn(projectId))
  const count = data ? allOf(data).length : 0
  return count > 0 && <span className="muted num">{`${count}${hasNextPage ? '+' : ''}`}</span>
}

const allOf = ({ pages }: InfiniteData<Page<feedback.Feedback[]>>) => pages.flatMap(({ answer }) => answer)
