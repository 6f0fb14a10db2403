import type { chat } from '@portico/contract'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigationType } from 'react-router'
import type { Area } from '../../../app/session.ts'
import { isSocketBlocked, subscribeToSocketBlocks } from '../../../app/socket.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { DisabledInPreview } from '../../preview/DisabledInPreview.tsx'
import { Composer } from './Composer.tsx'
import { BackToList } from './ConversationPaneStates.tsx'
import { MessageList } from './MessageList.tsx'
import type { Peer } from './peer.ts'
import { typingText } from './people-text.ts'
import type { Typists } from './use-chat-events.ts'
import { useConversation } from './use-conversation.ts'
import { useIsDisconnected } from './use-is-disconnected.ts'
import '../../../ui/Rows.css'

interface Props {
  area: Area
  selfId: string
  peer: Peer
  state: chat.ConversationState | undefined
  typing: Typists | undefined
  /** A note that somebody cannot write, or only for a limited time. Replaces the input when this side cannot write. */
  note: ReactNode
  back?: string
}

const NOBODY: Typists = { peers: [], colleagues: [] }

export function ConversationPane({ area, selfId, peer, state, typing = NOBODY, note, back }: Props) {
  const conversation = useConversation(area, selfId, peer.id)
  const heading = useFocusOnNavigation()

  return (
    <section className="chat__pane" aria-label={`Conversation with ${peer.name}`}>
      <header className="chat__head">
        {back && <BackToList to={back} />}
        <Avatar name={peer.name} ink={area === 'client'} />
        <div>
          <h2 className="cut" tabIndex={-1} ref={heading} title={peer.name}>
            {peer.name}
          </h2>
          <div className="row__sub muted cut">
            {peer.about && <span className="chat__about">{peer.about}</span>}
            <Presence state={state} />
          </div>
        </div>
      </header>
      {conversation ? (
        <MessageList conversation={conversation} peer={peer} typing={typing.peers} />
      ) : (
        <div className="log" />
      )}
      <div className="chat__foot">
        <ConnectionStatus area={area} colleagues={typing.colleagues} />
        <div className={state?.silence ? 'closed' : 'chat__note-above'} role="status">
          {note}
        </div>
        {!state?.silence && (
          <DisabledInPreview>
            <Composer
              area={area}
              peerId={peer.id}
              draftName={`${area === 'client' ? 'client.' : ''}chat.${selfId}.${peer.id}`}
              conversation={conversation}
            />
          </DisabledInPreview>
        )}
      </div>
    </section>
  )
}

function ConnectionStatus({ area, colleagues }: { area: Area; colleagues: readonly string[] }) {
  const isDisconnected = useIsDisconnected(area)
  const isBlocked = useSyncExternalStore(
    subscribeToSocketBlocks,
    () => isSocketBlocked(area),
    () => false,
  )
  if (!isBlocked)
    return (
      <p className="chat__line" role="status">
        {isDisconnected ? 'Reconnecting…' : colleagues.length > 0 && `${typingText(colleagues)}…`}
      </p>
    )
  return (
    <p className="chat__blocked" role="status">
      This network blocks chat: it lets no WebSocket connections through. New messages appear with a delay.
      Nothing can be sent from here, but what you write is kept. Use another network, or ask its administrator
      to allow WebSocket connections to {window.location.host}.
    </p>
  )
}

function Presence({ state }: { state: chat.ConversationState | undefined }) {
  if (!state) return null
  if (state.peerHere) return <span className="chat__here">Here now</span>
  if (!state.peerLastSeenAt) return null
  return (
    <span>
      Last seen <RelativeTime instant={state.peerLastSeenAt} />
    </span>
  )
}

/** Choosing a conversation focuses its input; on a phone, where that would open the keyboard, its heading. */
function useFocusOnNavigation() {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigationType = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: another conversation mounts another pane
  useEffect(() => {
    // Loading the page chooses nothing.
    if (navigationType === 'POP') return
    const input = heading.current?.closest('.chat__pane')?.querySelector('textarea')
    const target = input && !matchMedia('(pointer: coarse)').matches ? input : heading.current
    target?.focus({ preventScroll: true })
  }, [])
  return heading
}
