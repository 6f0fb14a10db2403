import { type MouseEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Virtualizer } from 'virtua'
import type { Conversation } from '../conversation.ts'
import { findIndexFrom, getNewestNumber, type Thread } from '../timeline/thread.ts'
import { createTimelineItems, findReceiptNumbers, getItemKey } from '../timeline/timeline-items.ts'
import type { Peer } from './ConversationPane.tsx'
import { JumpToNewest } from './JumpToNewest.tsx'
import { MessageListFailed, MessageListSkeleton, NoMessages } from './MessageListStates.tsx'
import { MessageRow } from './MessageRow.tsx'
import { OlderMessagesStatus } from './OlderMessagesStatus.tsx'
import { TypingIndicator } from './TypingIndicator.tsx'
import { useStickToNewest } from './use-stick-to-newest.ts'
import { useVisibility } from './use-visibility.ts'
import './messages.css'

interface Props {
  conversation: Conversation
  peer: Peer
  isTyping: boolean
}

/** Earlier messages are asked for when the first is nearer than this, in pixels as below. */
const NEAR = 1_200
/** The space above the first line (chat.css). */
const ABOVE = 16
/** Lines are drawn this far ahead: one that is first measured when it is in sight would push away what is being read. */
const AHEAD = 900

/** What was said. Only what is in sight is drawn, so 20,000 messages scroll as 20 do. */
export function MessageList({ conversation, peer, isTyping }: Props) {
  const { thread, failure, older, newFrom } = useSyncExternalStore(
    conversation.subscribe,
    conversation.current,
  )
  const { side, loadOlder } = conversation
  const { messages: stored, outgoing: own } = thread
  const items = useMemo(
    () => createTimelineItems({ messages: stored, outgoing: own }, isTyping),
    [stored, own, isTyping],
  )
  const marks = useMemo(() => findReceiptNumbers(thread, side), [thread, side])
  const isLoaded = thread.hasOlder !== undefined
  const stick = useStickToNewest(items, own.at(-1)?.clientMessageId)
  const arePrepended = useArePrepended(items[0] && getItemKey(items[0], side))
  const missed = useMissed(thread, peer, stick.isAtEnd)
  useVisibility(conversation, stick.isAtEnd && isLoaded)

  function askForOlder() {
    const log = stick.log.current
    if (log && isLoaded && older === 'idle' && log.scrollTop < NEAR) loadOlder()
  }
  // Once they are here there may still be too few to fill the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the first has changed
  useEffect(askForOlder, [stored[0], isLoaded])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons and links within
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button is clicked by keyboard too
    <div className="log-frame" onMouseDown={keepFocus} onClick={goOn}>
      <div
        className="log"
        role="log"
        aria-label="Messages"
        // What comes into sight by scrolling back is not news.
        aria-live={stick.isAtEnd ? 'polite' : 'off'}
        aria-busy={!isLoaded}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it scrolls by keyboard
        tabIndex={0}
        ref={stick.log}
        onScroll={() => {
          stick.scrolled()
          askForOlder()
        }}
      >
        <div className="log__space" />
        {!isLoaded && !failure && <MessageListSkeleton />}
        {!isLoaded && failure && <MessageListFailed failure={failure} onRetry={conversation.retryLoading} />}
        {isLoaded && items.length === 0 && <NoMessages />}
        <Virtualizer
          data={items}
          shift={arePrepended}
          startMargin={ABOVE}
          bufferSize={AHEAD}
          scrollRef={stick.log}
        >
          {(item, index) =>
            item === 'typing' ? (
              <TypingIndicator key={item} name={peer.name} />
            ) : (
              <MessageRow
                key={getItemKey(item, side)}
                items={items}
                index={index}
                name={peer.name}
                marks={marks}
                newFrom={newFrom}
                conversation={conversation}
              />
            )
          }
        </Virtualizer>
      </div>
      <OlderMessagesStatus state={older} onRetry={loadOlder} />
      {!stick.isAtEnd && <JumpToNewest missed={missed} isFar={stick.isFar} onPress={stick.toEnd} />}
    </div>
  )
}

/**
 * Whoever is writing goes on writing. On a phone everything moves when they leave the input, and a button would be gone
 * from under the pointer before it is let go.
 */
function keepFocus(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('button, a')) event.preventDefault()
}

/** Every button in here goes when it is pressed: who did that by keyboard goes on in the list, not at the top of the page. */
function goOn({ target, currentTarget }: MouseEvent) {
  if (target instanceof Element && target.closest('button') === document.activeElement)
    currentTarget.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
}

/** True for the one drawing in which lines came before the first: then the place is kept from the end. */
function useArePrepended(first: string | undefined) {
  const [known, setKnown] = useState(first)
  const before = useRef(known)
  if (first !== known) setKnown(first)
  const arePrepended = before.current !== undefined && first !== before.current
  useEffect(() => {
    before.current = first
  }, [first])
  return arePrepended
}

/** How many of theirs came since the newest was last in sight. */
function useMissed({ messages: stored, ...thread }: Thread, peer: Peer, isAtEnd: boolean) {
  const newest = getNewestNumber({ messages: stored, ...thread })
  const [leftAt, setLeftAt] = useState(newest)
  if (isAtEnd && leftAt !== newest) setLeftAt(newest)
  if (isAtEnd) return 0
  return stored.slice(findIndexFrom(stored, leftAt + 1)).filter(({ senderId }) => senderId === peer.id).length
}
