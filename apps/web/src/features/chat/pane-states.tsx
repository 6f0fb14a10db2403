import type { ApiError } from '../../app/api.ts'
import { LoadFailed, Skeleton } from '../../ui/States.tsx'
import { BackToAll } from './BackToAll.tsx'
import { MessageBones } from './list-states.tsx'
import './composer.css'
import './messages.css'

interface Props {
  /** To everybody, for those who may come from there. */
  back?: string
}

/** The shape of a conversation that is on its way. */
export function PaneBones({ back }: Props) {
  return (
    <section className="chat__pane" aria-label="Conversation" aria-busy="true">
      <header className="chat__head">
        {back && <BackToAll to={back} />}
        <span className="bone avatar" />
        <Skeleton />
      </header>
      <div className="log">
        <div className="log__space" />
        <MessageBones />
      </div>
      <div className="chat__foot">
        <div className="composer">
          <Skeleton />
        </div>
      </div>
    </section>
  )
}

export function PaneFailed({
  back,
  error,
  onRetry,
}: Props & { error: ApiError | null; onRetry: () => void }) {
  return (
    <section className="chat__pane" aria-label="Conversation">
      <header className="chat__head">{back && <BackToAll to={back} />}</header>
      <div className="chat__failed">
        <LoadFailed title="This conversation did not load" error={error} onRetry={onRetry} />
      </div>
    </section>
  )
}
