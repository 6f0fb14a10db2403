import { type MouseEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Virtualizer } from 'virtua'
import { Icon } from '../../../ui/Icon.tsx'
import type { Conversation } from '../conversation.ts'
import { findIndexFrom, getNewestNumber, type Thread } from '../timeline/thread.ts'
import {
  createTimelineItems,
  findNamedSides,
  findReceiptNumbers,
  getItemKey,
} from '../timeline/timeline-items.ts'
import {
  MessageListFailed,
  MessageListSkeleton,
  NoMessages,
  OlderMessagesStatus,
} from './MessageListStates.tsx'
import { MessageRow, TypingIndicator } from './MessageRow.tsx'
import type { Peer } from './peer.ts'
import { useReportVisibility } from './use-report-visibility.ts'
import { useStickToNewest } from './use-stick-to-newest.ts'
import './messages.css'

interface Props {
  conversation: Conversation
  peer: Peer
  /** The names of those of the other side who type. */
  typing: readonly string[]
}

/** Older messages are loaded when the first one is this near. */
const LOAD_OLDER_WITHIN_PX = 1_200
/** The padding above the first row (messages.css). */
const PADDING_TOP_PX = 16
/** A row that is first measured in the viewport would push away the text that somebody reads. */
const RENDER_AHEAD_PX = 900

export function MessageList({ conversation, peer, typing }: Props) {
  const isTyping = typing.length > 0
  const { thread, readers, loadError, olderPages, firstNewNumber } = useSyncExternalStore(
    conversation.subscribe,
    conversation.getState,
  )
  const { self, loadOlder } = conversation
  const { messages, outgoing } = thread
  const items = useMemo(
    () => createTimelineItems({ messages, outgoing }, isTyping),
    [messages, outgoing, isTyping],
  )
  const receipts = useMemo(() => findReceiptNumbers(thread, self.type), [thread, self])
  const namedSides = useMemo(() => findNamedSides({ messages, outgoing }, self), [messages, outgoing, self])
  const isLoaded = thread.hasOlder !== undefined
  const scroll = useStickToNewest(items, outgoing.at(-1)?.clientMessageId)
  const wasPrepended = useWasPrepended(items[0] && getItemKey(items[0], self.id))
  const newCount = useNewCount(thread, self.id, scroll.isAtEnd)
  useReportVisibility(conversation, scroll.isAtEnd && isLoaded)

  function loadOlderNearTop() {
    const log = scroll.ref.current
    if (log && isLoaded && olderPages === 'idle' && log.scrollTop < LOAD_OLDER_WITHIN_PX) loadOlder()
  }
  // The loaded messages may not fill the window, and then nobody can scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the first message has changed
  useEffect(loadOlderNearTop, [messages[0], isLoaded])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers are for the buttons and links within
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard clicks buttons too
    <div className="log-frame" onMouseDown={keepInputFocused} onClick={moveFocusToLog}>
      <div
        className="log"
        role="log"
        aria-label="Messages"
        // A screen reader must not announce the older messages that scrolling brings.
        aria-live={scroll.isAtEnd ? 'polite' : 'off'}
        aria-busy={!isLoaded}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it
        tabIndex={0}
        ref={scroll.ref}
        onScroll={() => {
          scroll.handleScroll()
          loadOlderNearTop()
        }}
      >
        <div className="log__space" />
        {!isLoaded && !loadError && <MessageListSkeleton />}
        {!isLoaded && loadError && (
          <MessageListFailed error={loadError} onRetry={conversation.retryLoading} />
        )}
        {isLoaded && items.length === 0 && <NoMessages />}
        <Virtualizer
          data={items}
          shift={wasPrepended}
          startMargin={PADDING_TOP_PX}
          bufferSize={RENDER_AHEAD_PX}
          scrollRef={scroll.ref}
        >
          {(item, index) =>
            item === 'typing' ? (
              <TypingIndicator key={item} names={typing} />
            ) : (
              <MessageRow
                key={getItemKey(item, self.id)}
                items={items}
                index={index}
                namedSides={namedSides}
                readers={readers}
                peerName={peer.name}
                receipts={receipts}
                firstNewNumber={firstNewNumber}
                conversation={conversation}
              />
            )
          }
        </Virtualizer>
      </div>
      <OlderMessagesStatus status={olderPages} onRetry={loadOlder} />
      {!scroll.isAtEnd && (
        <JumpToNewest newCount={newCount} isFar={scroll.isFar} onPress={scroll.scrollToEnd} />
      )}
    </div>
  )
}

function JumpToNewest(props: { newCount: number; isFar: boolean; onPress: () => void }) {
  const { newCount, isFar, onPress } = props
  return (
    <div className="log__newest" role="status">
      {(newCount > 0 || isFar) && (
        <button type="button" className="btn btn--secondary btn--sm" onClick={onPress}>
          <Icon name="down" small />
          {newCount > 0 ? `${newCount} new` : 'Newest'}
        </button>
      )}
    </div>
  )
}

/**
 * The message input keeps the focus when a button is pressed. On a phone the keyboard would close and move the button
 * away before the finger is lifted.
 */
function keepInputFocused(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('button, a')) event.preventDefault()
}

/** A pressed button disappears. Keyboard users then continue in the list, not at the top of the page. */
function moveFocusToLog({ target, currentTarget }: MouseEvent) {
  if (target instanceof Element && target.closest('button') === document.activeElement)
    currentTarget.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
}

/** True in the one render that adds rows before the first: the scroll position is then kept from the end. */
function useWasPrepended(firstKey: string | undefined) {
  const [known, setKnown] = useState(firstKey)
  const before = useRef(known)
  if (firstKey !== known) setKnown(firstKey)
  const wasPrepended = before.current !== undefined && firstKey !== before.current
  useEffect(() => {
    before.current = firstKey
  }, [firstKey])
  return wasPrepended
}

/** How many messages of others came since the newest was last in the viewport. */
function useNewCount(thread: Thread, selfId: string, isAtEnd: boolean) {
  const newest = getNewestNumber(thread)
  const [leftAt, setLeftAt] = useState(newest)
  if (isAtEnd && leftAt !== newest) setLeftAt(newest)
  if (isAtEnd) return 0
  const { messages } = thread
  const after = messages.slice(findIndexFrom(messages, leftAt + 1))
  return after.filter(({ senderId }) => senderId !== selfId).length
}
