import type { chat } from '@portico/contract'
import type { ApiError } from '../../../app/api.ts'
import type { Participant } from '../connection/room.ts'
import {
  emptyThread,
  findFirstUnread,
  findFirstUnreadOfPeer,
  getNewestNumber,
  reduceThread,
  type Thread,
  type ThreadEvent,
} from './thread.ts'

export interface TimelineState {
  /** The person in this window. */
  self: Participant
  thread: Thread
  /** The people of the other side, if they are known. */
  readers: readonly chat.Reader[]
  /** Why the last attempt to load messages failed. */
  loadError: ApiError | undefined
  olderPages: 'idle' | 'loading' | 'failed'
  /** Whether the server has reported how far each side has read. */
  isJoined: boolean
  /** Whether a person can see the newest message. */
  isVisible: boolean
  /** The message below the separator "New". */
  firstNewNumber: number | undefined
  isFirstNewKnown: boolean
}

export type TimelineEvent =
  | ThreadEvent
  | { type: 'joined'; lastRead: Thread['lastRead']; readers: readonly chat.Reader[] }
  | { type: 'readBy'; reader: chat.Reader }
  | { type: 'visibilityChanged'; isVisible: boolean }
  | { type: 'loadFailed'; error: ApiError }
  | { type: 'loadRetried' }
  | { type: 'olderRequested' }
  | { type: 'olderFinished'; isLoaded: boolean }

export function createTimelineState(self: Participant): TimelineState {
  return {
    self,
    thread: emptyThread,
    readers: [],
    loadError: undefined,
    olderPages: 'idle',
    isJoined: false,
    isVisible: false,
    firstNewNumber: undefined,
    isFirstNewKnown: false,
  }
}

export function reduceTimeline(state: TimelineState, event: TimelineEvent): TimelineState {
  const changed = applyEvent(state, event)
  // The first new message is found before reading marks it as read.
  return changed === state ? state : readVisible(updateFirstNew(state, changed))
}

function applyEvent(state: TimelineState, event: TimelineEvent): TimelineState {
  switch (event.type) {
    case 'joined':
      return {
        ...state,
        isJoined: true,
        thread: readByBoth(state.thread, event.lastRead),
        readers: event.readers,
      }
    case 'readBy':
      return { ...state, readers: addReader(state.readers, event.reader) }
    case 'visibilityChanged':
      return state.isVisible === event.isVisible ? state : { ...state, isVisible: event.isVisible }
    case 'loadFailed':
      return { ...state, loadError: event.error }
    case 'loadRetried':
      return { ...state, loadError: undefined }
    case 'olderRequested':
      return { ...state, olderPages: 'loading' }
    case 'olderFinished':
      return { ...state, olderPages: event.isLoaded ? 'idle' : 'failed' }
    default:
      return applyThreadEvent(state, event)
  }
}

function applyThreadEvent(state: TimelineState, event: ThreadEvent): TimelineState {
  const thread = reduceThread(state.thread, event)
  const isLoaded = event.type === 'newestLoaded' || event.type === 'missedLoaded'
  const loadError = isLoaded ? undefined : state.loadError
  return thread === state.thread && loadError === state.loadError ? state : { ...state, thread, loadError }
}

function addReader(readers: readonly chat.Reader[], reader: chat.Reader) {
  const before = readers.find(({ id }) => id === reader.id)
  if (!before) return [...readers, reader]
  const seen = Math.max(before.seen, reader.seen)
  return readers.map((one) => (one === before ? { ...reader, seen } : one))
}

function readByBoth(thread: Thread, { self, peer }: Thread['lastRead']) {
  const readBySelf = reduceThread(thread, { type: 'read', side: 'self', upTo: self })
  return reduceThread(readBySelf, { type: 'read', side: 'peer', upTo: peer })
}

/** The separator is above the first message that was unread at opening, later above the first that arrives unseen. */
function updateFirstNew(before: TimelineState, state: TimelineState): TimelineState {
  const { self, thread, isVisible, isFirstNewKnown } = state
  const isOpened = !isFirstNewKnown && canCountUnread(state)
  const arrivedUnseen =
    isFirstNewKnown && !isVisible && findFirstUnreadOfPeer(before.thread, self) === undefined
  if (!isOpened && !arrivedUnseen) return state
  const firstNewNumber = findFirstUnread(thread, self) ?? state.firstNewNumber
  return { ...state, isFirstNewKnown: true, firstNewNumber }
}

function readVisible(state: TimelineState): TimelineState {
  if (!state.isVisible || !canCountUnread(state)) return state
  const upTo = getNewestNumber(state.thread)
  return { ...state, thread: reduceThread(state.thread, { type: 'read', side: 'self', upTo }) }
}

function canCountUnread({ isJoined, thread }: TimelineState) {
  return isJoined && thread.hasOlder !== undefined
}
