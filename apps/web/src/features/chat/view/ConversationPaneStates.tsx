import { Link } from 'react-router'
import type { ApiError } from '../../../app/api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadFailed, Skeleton } from '../../../ui/States.tsx'
import { MessageListSkeleton } from './MessageListStates.tsx'
import './composer.css'
import './messages.css'

interface Props {
  /** The path of the list of conversations, if there is one. */
  back?: string
}

export function ConversationPaneSkeleton({ back }: Props) {
  return (
    <section className="chat__pane" aria-label="Conversation" aria-busy="true">
      <header className="chat__head">
        {back && <BackToList to={back} />}
        <span className="skeleton avatar" />
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

/** Shown on a phone, where the list and the conversation are separate views. */
export function BackToList({ to }: { to: string }) {
  return (
    <Link className="btn btn--quiet btn--icon chat__back" to={to} aria-label="All clients">
      <Icon name="back" />
    </Link>
  )
}
