import type { ApiError } from '../../app/api.ts'
import { Bone, Failed, Loading } from '../../ui/States.tsx'

export function MessageBones() {
  return (
    <Loading says="Loading messages...">
      <div className="log__bones">
        <Bone />
        <Bone short />
        <Bone />
        <Bone short />
      </div>
    </Loading>
  )
}

export function NotLoaded({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  return <Failed title="The messages did not load" error={failure} onRetry={onRetry} />
}

export function NoMessages() {
  return <p className="log__none">No messages yet.</p>
}
