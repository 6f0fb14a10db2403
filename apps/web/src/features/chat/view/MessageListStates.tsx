import type { ApiError } from '../../../app/api.ts'
import { LoadFailed, Loading, Skeleton } from '../../../ui/States.tsx'

export function MessageListSkeleton() {
  return (
    <Loading says="Loading messages...">
      <div className="log__bones">
        <Skeleton />
        <Skeleton short />
        <Skeleton />
        <Skeleton short />
      </div>
    </Loading>
  )
}

export function MessageListFailed({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  return <LoadFailed title="The messages did not load" error={failure} onRetry={onRetry} />
}

export function NoMessages() {
  return <p className="log__none">No messages yet.</p>
}
