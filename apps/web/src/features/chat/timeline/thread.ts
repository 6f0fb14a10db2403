import type { chat } from '@portico/contract'

/** One of our own that the server has not confirmed. `refused` says why it was not sent; without it, it is on its way. */
export interface OutgoingMessage {
  clientMessageId: string
  content: string
  writtenAt: string
  sendError?: string
}

/** What is held of a conversation. Whatever happened on the way, it reads as a fresh load would. */
export interface Thread {
  /** As the database has them: ascending by number, each once. */
  messages: readonly chat.Message[]
  /** Ours that are not among them, in the order in which they were written. */
  outgoing: readonly OutgoingMessage[]
  /** There are earlier ones than the first. Unknown until something was loaded. */
  hasOlder: boolean | undefined
  /** Nothing is missing between the first and the one of this number. What came live after it stands beyond a gap. */
  completeTo: number
  /** Up to which number each side has read. */
  lastRead: { mine: number; theirs: number }
}

export type ThreadEvent =
  /** A page of the newest, of those before the first, or of those after a number that we were complete to. */
  | { is: 'newest'; messages: readonly chat.Message[]; hasOlder: boolean }
  | { is: 'older'; messages: readonly chat.Message[]; hasOlder: boolean }
  | { is: 'missed'; messages: readonly chat.Message[] }
  /** The server does not know any more what is held: its database is another one, put back from a copy. */
  | { is: 'forgotten' }
  /** Live, or as the answer to one of ours. */
  | { is: 'arrived'; message: chat.Message }
  | { is: 'written'; own: OutgoingMessage }
  | { is: 'refused'; clientMessageId: string; why: string }
  | { is: 'retried'; clientMessageId: string }
  | { is: 'discarded'; clientMessageId: string }
  | { is: 'seen'; side: 'mine' | 'theirs'; upTo: number }

export const emptyThread: Thread = {
  messages: [],
  outgoing: [],
  hasOlder: undefined,
  completeTo: 0,
  lastRead: { mine: 0, theirs: 0 },
}

export function reduceThread(thread: Thread, happening: ThreadEvent): Thread {
  switch (happening.is) {
    case 'newest':
      return begin(thread, happening.messages, happening.hasOlder)
    case 'older':
      return { ...hold(thread, happening.messages), hasOlder: happening.hasOlder }
    case 'missed':
      return completed(hold(thread, happening.messages), happening.messages.at(-1)?.number)
    case 'forgotten':
      return { ...emptyThread, outgoing: thread.outgoing, lastRead: thread.lastRead }
    case 'arrived':
      return arrive(thread, happening.message)
    case 'written':
      return isKnown(thread, happening.own)
        ? thread
        : { ...thread, outgoing: [...thread.outgoing, happening.own] }
    case 'refused':
      return mapOwn(thread, happening.clientMessageId, (own) => ({ ...own, sendError: happening.why }))
    case 'retried':
      return mapOwn(thread, happening.clientMessageId, ({ sendError: _, ...own }) => own)
    case 'discarded':
      return dropOwn(thread, new Set([happening.clientMessageId]))
    case 'seen':
      return see(thread, happening.side, happening.upTo)
  }
}

export function getNewestNumber({ messages: stored }: Thread) {
  return stored.at(-1)?.number ?? 0
}

/** Something came live beyond a gap: what is in it must be asked for. */
export function hasGap(thread: Thread) {
  return getNewestNumber(thread) > thread.completeTo
}

/** Where the first message of this number or a later one stands. */
export function findIndexFrom(stored: readonly chat.Message[], number: number) {
  let low = 0
  let high = stored.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stored[middle]?.number ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The first page. Whatever came live before it and is older than it stands apart, and comes again when it is scrolled to. */
function begin(thread: Thread, messages: readonly chat.Message[], hasOlder: boolean): Thread {
  if (thread.completeTo > 0) return hold(thread, messages)
  const first = messages[0]?.number ?? 0
  const stored = thread.messages.slice(findIndexFrom(thread.messages, first))
  return completed({ ...hold({ ...thread, messages: stored }, messages), hasOlder }, messages.at(-1)?.number)
}

/** One of ours that is sent again may be older than all that is held: it comes when it is scrolled to. */
function arrive(thread: Thread, message: chat.Message): Thread {
  const first = thread.messages[0]
  if (thread.hasOlder && first && message.number < first.number)
    return dropOwn(thread, new Set([message.clientMessageId]))
  return completed(hold(thread, [message]))
}

/** Complete to this number, and on as far as one follows on the other. */
function completed(thread: Thread, number = 0): Thread {
  const { messages: stored, hasOlder } = thread
  if (hasOlder === undefined) return thread
  let completeTo = Math.max(thread.completeTo, number)
  for (let at = findIndexFrom(stored, completeTo + 1); stored[at]?.number === completeTo + 1; at++)
    completeTo += 1
  return completeTo === thread.completeTo ? thread : { ...thread, completeTo }
}

function hold(thread: Thread, messages: readonly chat.Message[]): Thread {
  const stored = merge(thread.messages, messages)
  const confirmed = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  return dropOwn(stored === thread.messages ? thread : { ...thread, messages: stored }, confirmed)
}

/** Both ascend. What is held already stays as it is, so that what shows it need not be drawn again. */
function merge(held: readonly chat.Message[], more: readonly chat.Message[]): readonly chat.Message[] {
  const fresh = more.filter(({ number }) => held[findIndexFrom(held, number)]?.number !== number)
  const first = fresh[0]
  if (!first) return held
  if (first.number > (held.at(-1)?.number ?? 0)) return [...held, ...fresh]
  return [...held, ...fresh].sort((one, other) => one.number - other.number)
}

function see(thread: Thread, side: 'mine' | 'theirs', upTo: number): Thread {
  return upTo > thread.lastRead[side] ? { ...thread, lastRead: { ...thread.lastRead, [side]: upTo } } : thread
}

function isKnown({ messages: stored, outgoing: own }: Thread, { clientMessageId }: OutgoingMessage) {
  const isIt = (one: { clientMessageId?: string | null }) => one.clientMessageId === clientMessageId
  return own.some(isIt) || stored.some(isIt)
}

function mapOwn(
  thread: Thread,
  clientMessageId: string,
  change: (own: OutgoingMessage) => OutgoingMessage,
): Thread {
  return {
    ...thread,
    outgoing: thread.outgoing.map((own) => (own.clientMessageId === clientMessageId ? change(own) : own)),
  }
}

function dropOwn(thread: Thread, ids: ReadonlySet<string | null | undefined>): Thread {
  const own = thread.outgoing.filter(({ clientMessageId }) => !ids.has(clientMessageId))
  return own.length === thread.outgoing.length ? thread : { ...thread, outgoing: own }
}
