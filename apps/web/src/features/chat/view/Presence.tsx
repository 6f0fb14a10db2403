import type { chat } from '@portico/contract'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'

/** Whether the other one is here now, or when they last were. */
export function Presence({ state }: { state: chat.ConversationState | undefined }) {
  if (!state) return null
  if (state.peerHere) return <span className="chat__here">Here now</span>
  if (!state.peerLastSeenAt) return null
  return (
    <span>
      Last seen <RelativeTime instant={state.peerLastSeenAt} />
    </span>
  )
}
