import type { ApiError } from '../../../app/api.ts'
import { LoadFailed, Skeleton } from '../../../ui/States.tsx'
import { BackToList } from './BackToList.tsx'
import { MessageListSkeleton } from './MessageListStates.tsx'
import './composer.css'
import './messages.css'

interface Props {
  /** To everybody, for those who may come from there. */
  back?: string
}

/** The shape of a conversation that is on its way. */
export function ConversationPaneSkeleton({ back }: Props) {
  return (
    <section className="chat__pane" aria-label="Conversation" aria-busy="true">
      <header className="chat__head">
        {back && <BackToList to={back} />}
        <span className="bone avatar" />
        <Skeleton />
      </header>
      <div className="log">
        <div className="log__space" />
        <MessageListSkeleton />
      </div>
      <div className="chat__foot">
        <div className="composer">
          <Skeleton />
        </div>
      </div>
    </section>
  )
}

export function ConversationPaneFailed({
  back,
  error,
  onRetry,
}: Props & { error: ApiError | null; onRetry: () => void }) {
  return (
    <section className="chat__pane" aria-label="Conversation">
      <header className="chat__head">{back && <BackToList to={back} />}</header>
      <div className="chat__failed">
        <LoadFailed title="This conversation did not load" error={error} onRetry={onRetry} />
      </div>
    </section>
  )
}
