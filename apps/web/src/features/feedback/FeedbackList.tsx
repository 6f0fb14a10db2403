import { type InfiniteData, useInfiniteQuery, useMutationState } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Page } from '../../app/api.ts'
import { useOnScreen } from '../../app/on-screen.ts'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import type { Area } from '../../app/session.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { useRestForPrint } from '../../app/use-rest-for-print.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import type { ListedFeedback, ListedReply } from './deadlines.ts'
import { FeedbackItem } from './FeedbackItem.tsx'
import { SendingMessage } from './FeedbackMessage.tsx'
import { feedbackList, leaveFeedbackKey, readFeedbackNow } from './feedback.queries.ts'
import { NoFeedback } from './NoFeedback.tsx'
import '../../ui/Rows.css'
import './feedback.css'

const loadDelete = () => import('./DeleteFeedbackDialog.tsx')
const DeleteFeedbackDialog = lazyDialog(loadDelete)

interface Props {
  projectId: string
  /** The name of the list for screen readers. */
  label: string
  /** The side that reads the list: its messages are shown as from `You`. */
  area: Area
  /** Nobody writes to an archived project. */
  isReadOnly?: boolean
}

export function FeedbackList({ projectId, label, area, isReadOnly = false }: Props) {
  const query = useInfiniteQuery(feedbackList(projectId))
  const { data, error, refetch } = query
  const list = useRef<HTMLDivElement>(null)
  useOnScreen({ projectId, place: 'feedback' }, { isLoaded: query.isSuccess, within: list })
  useHashTarget('feedback', query)
  const rest = useRestForPrint(data?.pages.at(-1)?.cursor, (cursor) => readFeedbackNow(projectId, cursor))
  const sending = useMutationState({
    filters: { mutationKey: leaveFeedbackKey(projectId), status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  const [toDelete, setToDelete] = useState<ListedFeedback | ListedReply>()
  // The dialog closes after its row is gone, or the focus would return to a button that is about to disappear.
  const isDeleted = toDelete !== undefined && !hasMessage(data, toDelete.id)
  useEffect(() => {
    if (isDeleted) setToDelete(undefined)
  }, [isDeleted])
  // Loaded ahead, so that it opens without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled([loadDelete()])), [])

  if (!data && error) return <LoadFailed title="The feedback did not load" error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Loading says="Loading feedback...">
        <SkeletonRows count={2} />
      </Loading>
    )
  }
  const all = [...allFeedback(data), ...rest]
  return (
    <div ref={list}>
      {all.length + sending.length === 0 && <NoFeedback />}
      {all.length + sending.length > 0 && (
        <ul className="rows" aria-label={label}>
          {sending.map((message) => (
            <li key={message} className="feedback">
              <SendingMessage message={message} />
            </li>
          ))}
          {all.map((item) => (
            <FeedbackItem
              key={item.id}
              item={item}
              projectId={projectId}
              area={area}
              isReadOnly={isReadOnly}
              onDelete={setToDelete}
            />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
      {toDelete && (
        <DeleteFeedbackDialog projectId={projectId} item={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </div>
  )
}

/** The number of loaded items: `3`, or `100+` when there are more. */
export function FeedbackCount({ projectId }: { projectId: string }) {
  const { data, hasNextPage } = useInfiniteQuery(feedbackList(projectId))
  const count = data ? allFeedback(data).length : 0
  return count > 0 && <span className="muted num">{`${count}${hasNextPage ? '+' : ''}`}</span>
}

type List = InfiniteData<Page<ListedFeedback[]>>

const allFeedback = ({ pages }: List) => pages.flatMap(({ items }) => items)

function hasMessage(list: List | undefined, messageId: string) {
  return (
    list &&
    allFeedback(list).some(({ id, replies }) => [{ id }, ...replies].some(({ id }) => id === messageId))
  )
}
