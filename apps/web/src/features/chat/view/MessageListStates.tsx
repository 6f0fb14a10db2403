import type { ApiError } from '../../../app/api.ts'
import { LoadFailed, Loading, Skeleton } from '../../../ui/States.tsx'
import type { TimelineState } from '../timeline/timeline-state.ts'

export function MessageListSkeleton() {
  return (
    <Loading says="Loading messages...">
      <div className="log__skeleton">
        <Skeleton />
        <Skeleton short />
        <Skeleton />
        <Skeleton short />
      </div>
    </Loading>
  )
}

export function MessageListFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return <LoadFailed title="The messages did not load" error={error} onRetry={onRetry} />
}

export function NoMessages() {
  return <p className="log__none">No messages yet.</p>
}

interface OlderMessagesProps {
  status: TimelineState['olderPages']
  onRetry: () => void
}

export function OlderMessagesStatus({ status, onRetry }: OlderMessagesProps) {
  return (
    <div className="log__older" role="status">
      {status === 'loading' && <span>Loading earlier messages</span>}
      {status === 'failed' && (
        <>
          <span>Earlier messages did not load.</span>
          <button type="button" className="link" onClick={onRetry}>
            Retry
          </button>
        </>
      )}
    </div>
  )
}
