import type { chat } from '@portico/contract'
import type { Participant } from '../connection/room.ts'

/** A file that a message waits for while it is uploaded to a project. */
export interface OutgoingFile extends Omit<chat.MessageFile, 'id'> {
  clientUploadId: string
  /** The page was closed before it had arrived, and the browser has not kept it. */
  isLost?: boolean
}

/** A message of this side that the server has not acknowledged. */
export interface OutgoingMessage {
  clientMessageId: string
  content: string
  files?: readonly OutgoingFile[]
  writtenAt: string
  /** Once the last of its files has arrived: since when, and their ids. Only then the message itself is sent. */
  arrived?: { at: string; fileIds: readonly string[] }
  /** Why it was not sent; '' when the server did not answer. Undefined while it is being sent. */
  sendError?: string
}

/** The messages of a conversation. After any disturbance they end up equal to a fresh load. */
export interface Thread {
  /** Stored messages: ascending by number, each once. */
  messages: readonly chat.Message[]
  /** Not among `messages`, in the order in which they were written. */
  outgoing: readonly OutgoingMessage[]
  /** Whether there are messages before the first. Unknown until a page has been loaded. */
  hasOlder: boolean | undefined
  /** No message is missing between the first and this number. Live messages may follow after a gap. */
  completeTo: number
  /** The number of the last message that this person, and anybody of the other side, has read. */
  lastRead: { self: number; peer: number }
}

export type ThreadEvent =
  | { type: 'newestLoaded'; messages: readonly chat.Message[]; hasOlder: boolean }
  | { type: 'olderLoaded'; messages: readonly chat.Message[]; hasOlder: boolean }
  /** The page that follows `completeTo`. */
  | { type: 'missedLoaded'; messages: readonly chat.Message[] }
  /** The server does not know the loaded messages: its database was restored from a backup. */
  | { type: 'cleared' }
  /** A live message, or the acknowledgement of an outgoing one. */
  | { type: 'received'; message: chat.Message }
  | { type: 'written'; message: OutgoingMessage }
  | { type: 'sendFailed'; clientMessageId: string; reason: string }
  | { type: 'retried'; clientMessageId: string }
  | { type: 'outgoingChanged'; message: OutgoingMessage }
  | { type: 'discarded'; clientMessageId: string }
  | { type: 'read'; side: 'self' | 'peer'; upTo: number }

export const emptyThread: Thread = {
  messages: [],
  outgoing: [],
  hasOlder: undefined,
  completeTo: 0,
  lastRead: { self: 0, peer: 0 },
}

export function reduceThread(thread: Thread, event: ThreadEvent): Thread {
  switch (event.type) {
    case 'newestLoaded':
      return addNewestPage(thread, event.messages, event.hasOlder)
    case 'olderLoaded':
      return { ...addMessages(thread, event.messages), hasOlder: event.hasOlder }
    case 'missedLoaded':
      return extendCompleteTo(addMessages(thread, event.messages), event.messages.at(-1)?.number)
    case 'cleared':
      return { ...emptyThread, outgoing: thread.outgoing, lastRead: thread.lastRead }
    case 'received':
      return addReceived(thread, event.message)
    case 'written':
      return hasMessage(thread, event.message)
        ? thread
        : { ...thread, outgoing: [...thread.outgoing, event.message] }
    case 'sendFailed':
      return updateOutgoing(thread, event.clientMessageId, (message) => ({
        ...message,
        sendError: event.reason,
      }))
    case 'retried':
      return updateOutgoing(thread, event.clientMessageId, ({ sendError: _, ...message }) => message)
    case 'outgoingChanged':
      return updateOutgoing(thread, event.message.clientMessageId, () => event.message)
    case 'discarded':
      return removeOutgoing(thread, new Set([event.clientMessageId]))
    case 'read':
      return markAsRead(thread, event.side, event.upTo)
  }
}

export function getNewestNumber({ messages }: Thread) {
  return messages.at(-1)?.number ?? 0
}

/** A live message came after one that is missing. */
export function hasGap(thread: Thread) {
  return getNewestNumber(thread) > thread.completeTo
}

/** The index of the first message with this number or a higher one. */
export function findIndexFrom(messages: readonly chat.Message[], number: number) {
  let low = 0
  let high = messages.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((messages[middle]?.number ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of the first message that this person has not read: of the other side, or else of a colleague. */
export function findFirstUnread(thread: Thread, self: Participant) {
  return findFirstUnreadOfPeer(thread, self) ?? findUnread(thread, ({ senderId }) => senderId !== self.id)
}

export const findFirstUnreadOfPeer = (thread: Thread, { type }: Participant) =>
  findUnread(thread, ({ senderType }) => senderType !== type)

function findUnread({ messages, lastRead }: Thread, isSought: (message: chat.Message) => boolean) {
  for (let index = findIndexFrom(messages, lastRead.self + 1); index < messages.length; index++) {
    const message = messages[index]
    if (message && isSought(message)) return message.number
  }
  return undefined
}

/** Live messages older than the first page are dropped: between them and the page others are missing. */
function addNewestPage(thread: Thread, page: readonly chat.Message[], hasOlder: boolean): Thread {
  if (thread.completeTo > 0) return addMessages(thread, page)
  const first = page[0]?.number ?? 0
  const messages = thread.messages.slice(findIndexFrom(thread.messages, first))
  return extendCompleteTo({ ...addMessages({ ...thread, messages }, page), hasOlder }, page.at(-1)?.number)
}

/** The acknowledgement of a resent message may be older than all that is loaded; its page will bring it. */
function addReceived(thread: Thread, message: chat.Message): Thread {
  const first = thread.messages[0]
  if (thread.hasOlder && first && message.number < first.number)
    return removeOutgoing(thread, new Set([message.clientMessageId]))
  return extendCompleteTo(addMessages(thread, [message]))
}

/** Extends `completeTo` to this number and over the messages that follow it without a gap. */
function extendCompleteTo(thread: Thread, number = 0): Thread {
  const { messages, hasOlder } = thread
  if (hasOlder === undefined) return thread
  let completeTo = Math.max(thread.completeTo, number)
  let index = findIndexFrom(messages, completeTo + 1)
  while (messages[index]?.number === completeTo + 1) {
    completeTo += 1
    index += 1
  }
  return completeTo === thread.completeTo ? thread : { ...thread, completeTo }
}

/** Adds stored messages, and removes the outgoing ones that they acknowledge. */
function addMessages(thread: Thread, added: readonly chat.Message[]): Thread {
  const messages = mergeByNumber(thread.messages, added)
  const acknowledged = new Set(added.map(({ clientMessageId }) => clientMessageId))
  return removeOutgoing(messages === thread.messages ? thread : { ...thread, messages }, acknowledged)
}

/** Both lists ascend. Known messages keep their identity, so that their rows are not rendered again. */
function mergeByNumber(
  known: readonly chat.Message[],
  added: readonly chat.Message[],
): readonly chat.Message[] {
  const fresh = added.filter(({ number }) => known[findIndexFrom(known, number)]?.number !== number)
  const first = fresh[0]
  if (!first) return known
  if (first.number > (known.at(-1)?.number ?? 0)) return [...known, ...fresh]
  return [...known, ...fresh].sort((one, other) => one.number - other.number)
}

function markAsRead(thread: Thread, side: 'self' | 'peer', upTo: number): Thread {
  if (upTo <= thread.lastRead[side]) return thread
  return { ...thread, lastRead: { ...thread.lastRead, [side]: upTo } }
}

function hasMessage({ messages, outgoing }: Thread, { clientMessageId }: OutgoingMessage) {
  const isSame = (one: { clientMessageId?: string | null }) => one.clientMessageId === clientMessageId
  return outgoing.some(isSame) || messages.some(isSame)
}

function updateOutgoing(
  thread: Thread,
  clientMessageId: string,
  change: (message: OutgoingMessage) => OutgoingMessage,
): Thread {
  return {
    ...thread,
    outgoing: thread.outgoing.map((message) =>
      message.clientMessageId === clientMessageId ? change(message) : message,
    ),
  }
}

function removeOutgoing(thread: Thread, ids: ReadonlySet<string | null | undefined>): Thread {
  const outgoing = thread.outgoing.filter(({ clientMessageId }) => !ids.has(clientMessageId))
  return outgoing.length === thread.outgoing.length ? thread : { ...thread, outgoing }
}
