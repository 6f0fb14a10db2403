import type { chat } from '@portico/contract'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Area } from '../../../app/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { BackToList } from './BackToList.tsx'
import { ChatUnavailable } from './ChatUnavailable.tsx'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { Presence } from './Presence.tsx'
import { useConversation } from './use-conversation.ts'
import { useIsDisconnected } from './use-is-disconnected.ts'
import '../../../ui/Rows.css'

export interface Peer {
  id: string
  name: string
  about: string | undefined
}

interface Props {
  area: Area
  selfId: string
  peer: Peer
  state: chat.ConversationState | undefined
  isTyping: boolean
  back?: string
}

/** One conversation: with whom, what was said, and what to say next. */
export function ConversationPane({ area, selfId, peer, state, isTyping, back }: Props) {
  const conversation = useConversation(area, selfId, peer.id)
  const isAway = useIsDisconnected(area)
  const heading = useFocusWhenChosen()

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
        <MessageList conversation={conversation} peer={peer} isTyping={isTyping} />
      ) : (
        <div className="log" />
      )}
      <div className="chat__foot">
        <p className="chat__line" role="status">
          {isAway && 'Reconnecting…'}
        </p>
        {state?.silence ? (
          <ChatUnavailable area={area} silence={state.silence} />
        ) : (
          <Composer
            name={`${area === 'client' ? 'client.' : ''}chat.${selfId}.${peer.id}`}
            conversation={conversation}
          />
        )}
      </div>
    </section>
  )
}

/** Whoever chose it from the list goes on in it: at the input, or on a phone, whose keyboard would rise, at its name. */
function useFocusWhenChosen() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the pane is made anew for another conversation
  useEffect(() => {
    if (key === 'default') return
    const input = heading.current?.closest('.chat__pane')?.querySelector('textarea')
    const target = input && !matchMedia('(pointer: coarse)').matches ? input : heading.current
    target?.focus({ preventScroll: true })
  }, [])
  return heading
}
