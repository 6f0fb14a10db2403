import { type chat, isBlank } from '@portico/contract'
import type { ApiError } from '../../app/api.ts'
import type { AreaSocket } from '../../app/socket.ts'
import { createHistoryLoader, type ReadPage } from './connection/history-loader.ts'
import { createMessageSender } from './connection/message-sender.ts'
import type { UnsentMessages } from './connection/unsent-messages.ts'
import {
  emptyThread,
  findIndexFrom,
  getNewestNumber,
  type OutgoingMessage,
  reduceThread,
  type Thread,
  type ThreadEvent,
} from './timeline/thread.ts'

export interface Participant {
  id: string
  type: chat.Side
}

export interface ConversationOptions {
  socket: Pick<AreaSocket, 'connected' | 'on' | 'off' | 'emit'>
  self: Participant
  peer: Participant
  readPage: ReadPage
  outbox: UnsentMessages
  /** What the conversation stands at now that we hear what is said in it; what was said before may have passed us by. */
  onJoined(state: chat.ConversationState): void
  /** Who may write, or what is unread, is no longer what it was. */
  onStateChanged(): void
}

/** What a window shows of a conversation. */
export interface ConversationState {
  thread: Thread
  /** Why there is nothing to show yet. */
  failure: ApiError | undefined
  older: 'idle' | 'loading' | 'failed'
  /** The first message that was new when this window was last looked at. */
  newFrom: number | undefined
}

export type Conversation = ReturnType<typeof openConversation>

/** How long until we ask again to be let in, in milliseconds as below. */
const AGAIN = 3_000
/** How long until a mark that was not taken is sent once more: nobody waits for it. */
const LATER = 15_000
/** What is read at once is said at once. */
const SOON = 150
/** A tab that was hidden for longer than this asks what it missed. */
const AWAY = 60_000

/** One conversation in one window: what is held of it, and everything that one does in it. */
export function openConversation(ends: ConversationOptions) {
  const { socket, self, peer, outbox } = ends
  let held: ConversationState = { thread: emptyThread, failure: undefined, older: 'idle', newFrom: undefined }
  const listeners = new Set<() => void>()
  /** How far the server knows that we have read, once it has said so. */
  let marked: number | undefined
  let isNewKnown = false
  let isLookedAt = false
  let hiddenSince: number | undefined
  let joining: ReturnType<typeof setTimeout> | undefined
  let marking: ReturnType<typeof setTimeout> | undefined

  const catchUp = createHistoryLoader(
    ends.readPage,
    () => held.thread,
    tell,
    (failure) => change({ failure }),
  )
  const delivery = createMessageSender({ socket, self, peer, outbox, tell, onSilence: ends.onStateChanged })

  function change(part: Partial<ConversationState>) {
    held = { ...held, ...part }
    for (const listener of listeners) listener()
  }

  function tell(happening: ThreadEvent) {
    const before = held.thread
    const wasAllSeen = isNewKnown && firstUnseen() === undefined
    const thread = reduceThread(before, happening)
    const failure = happening.is === 'newest' || happening.is === 'missed' ? undefined : held.failure
    if (thread === before && failure === held.failure) return

    change({ thread, failure })
    if (wasAllSeen && !isLookedAt) markNew()
    for (const { clientMessageId } of gone(before.outgoing, thread.outgoing))
      delivery.confirm(clientMessageId)
    mark()
  }

  function join() {
    clearTimeout(joining)
    if (!socket.connected) return
    socket.emit('joinRoom', { userId: self.id, peerId: peer.id }, (reply) => {
      if (!reply.ok) {
        if (held.failure?.status !== 404) joining = setTimeout(join, AGAIN * (1 + Math.random()))
        return
      }
      ends.onJoined(reply)
      marked = reply.seen
      tell({ is: 'seen', side: 'mine', upTo: reply.seen })
      tell({ is: 'seen', side: 'theirs', upTo: reply.peerSeen })
      mark()
      // Whatever was stored before we were let in is in the history; the rest comes by itself.
      catchUp.begin()
    })
    delivery.resume(held.thread.outgoing)
  }

  function hear(message: chat.Message) {
    if (!isBetween(message, self, peer)) return
    tell({ is: 'arrived', message })
    catchUp.fillGaps()
  }

  function hearSeen({ clientId, by, number }: Parameters<chat.ServerToClient['seen']>[0]) {
    if (clientId !== (self.type === 'Client' ? self.id : peer.id)) return
    if (by === self.type && marked !== undefined) marked = Math.max(marked, number)
    tell({ is: 'seen', side: by === self.type ? 'mine' : 'theirs', upTo: number })
  }

  /** Remembers what is new before it is marked as seen. */
  function markNew() {
    isNewKnown = true
    const newFrom = firstUnseen() ?? held.newFrom
    if (newFrom !== held.newFrom) change({ newFrom })
  }

  function firstUnseen() {
    const { messages: stored, lastRead: seen } = held.thread
    for (let at = findIndexFrom(stored, seen.mine + 1); at < stored.length; at++) {
      const message = stored[at]
      if (message?.senderId === peer.id) return message.number
    }
    return undefined
  }

  /** Says how far this window has been read, if it is looked at. */
  function mark() {
    if (marked === undefined || held.thread.hasOlder === undefined) return
    if (!isNewKnown) markNew()
    if (isLookedAt) tell({ is: 'seen', side: 'mine', upTo: getNewestNumber(held.thread) })
    if (held.thread.lastRead.mine > marked) marking ??= setTimeout(sendMark, SOON)
  }

  function sendMark() {
    marking = undefined
    const number = held.thread.lastRead.mine
    if (!socket.connected || marked === undefined || number <= marked) return
    const before = marked
    marked = number
    socket.emit('markSeen', { peerId: peer.id, number }, (reply) => {
      if (reply.ok) return ends.onStateChanged()
      if (marked === number) marked = before
      marking ??= setTimeout(sendMark, LATER)
    })
  }

  function lookAway() {
    if (document.hidden) hiddenSince = Date.now()
    else if (hiddenSince !== undefined && Date.now() - hiddenSince > AWAY) catchUp.begin()
    if (!document.hidden) hiddenSince = undefined
  }

  socket.on('connect', join)
  socket.on('newMessage', hear)
  socket.on('seen', hearSeen)
  document.addEventListener('visibilitychange', lookAway)
  const unfollow = outbox.follow((clientMessageId) => {
    const own = held.thread.outgoing.find((one) => one.clientMessageId === clientMessageId)
    if (own?.sendError !== undefined) tell({ is: 'discarded', clientMessageId })
  })
  for (const own of delivery.kept()) tell({ is: 'written', own })
  // Without a line they wait for one, though not for ever.
  if (!socket.connected) delivery.resume(held.thread.outgoing)
  catchUp.begin()
  join()

  return {
    /** Ours. */
    side: self.type,
    current: () => held,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whitespace alone is not sent. */
    send(text: string) {
      const content = text.normalize('NFC').trim()
      if (isBlank(content)) return false
      const own = { clientMessageId: newName(), content, writtenAt: new Date().toISOString() }
      tell({ is: 'written', own })
      delivery.send(own)
      return true
    },
    retry(clientMessageId: string) {
      const own = held.thread.outgoing.find((one) => one.clientMessageId === clientMessageId)
      if (own) delivery.sendAgain(own)
    },
    discard: (clientMessageId: string) => tell({ is: 'discarded', clientMessageId }),
    async loadOlder() {
      if (!held.thread.hasOlder || held.older === 'loading') return
      change({ older: 'loading' })
      change({ older: (await catchUp.older()) ? 'idle' : 'failed' })
    },
    retryLoading() {
      change({ failure: undefined })
      catchUp.begin()
    },
    /** Whether the newest message is in sight of somebody. */
    look(isLooked: boolean) {
      isLookedAt = isLooked
      mark()
    },
    type(typing: boolean) {
      if (socket.connected) socket.emit('typing', { peerId: peer.id, typing })
    },
    close() {
      clearTimeout(joining)
      clearTimeout(marking)
      catchUp.stop()
      delivery.leave()
      unfollow()
      socket.off('connect', join)
      socket.off('newMessage', hear)
      socket.off('seen', hearSeen)
      document.removeEventListener('visibilitychange', lookAway)
      listeners.clear()
    },
  }
}

/** Not `randomUUID`: browsers have it on secure origins alone. */
function newName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

function gone(before: readonly OutgoingMessage[], now: readonly OutgoingMessage[]) {
  if (before === now) return []
  const left = new Set(now.map(({ clientMessageId }) => clientMessageId))
  return before.filter(({ clientMessageId }) => !left.has(clientMessageId))
}

function isBetween({ senderId, receiverId }: chat.Message, one: Participant, other: Participant) {
  return (senderId === one.id && receiverId === other.id) || (senderId === other.id && receiverId === one.id)
}
