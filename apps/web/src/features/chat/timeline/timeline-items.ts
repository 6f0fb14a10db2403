import type { chat } from '@portico/contract'
import { localDay } from '../../../ui/dates.ts'
import type { OutgoingMessage, Thread } from './thread.ts'

/** One line of the list: a stored message, one of our own that is not stored yet, or that the other is typing. */
export type TimelineItem = chat.Message | OutgoingMessage | 'typing'

/** Messages of one side that follow each other closer than this stand together, in milliseconds. */
const GROUP_GAP_MS = 5 * 60_000

export function createTimelineItems(
  { messages: stored, outgoing: own }: Pick<Thread, 'messages' | 'outgoing'>,
  isTyping: boolean,
): TimelineItem[] {
  return isTyping ? [...stored, ...own, 'typing'] : [...stored, ...own]
}

export function isMessage(item: TimelineItem | undefined): item is chat.Message {
  return typeof item === 'object' && 'number' in item
}

/** The same before and after it is stored, so that it stays the same line. */
export function getItemKey(item: TimelineItem, side: chat.Side) {
  if (item === 'typing') return item
  const by = isMessage(item) ? item.senderType : side
  return item.clientMessageId ? `${by} ${item.clientMessageId}` : isMessage(item) ? item.id : ''
}

/** What a line looks like because of those around it. */
export function getItemLayout(items: readonly TimelineItem[], index: number, side: chat.Side) {
  const [before, item, next] = [items[index - 1], items[index], items[index + 1]].map((one) =>
    factsOf(one, side),
  )
  const isDayNew =
    item?.at !== undefined && (before?.at === undefined || localDay(before.at) !== localDay(item.at))
  return {
    isOwn: item?.isOwn ?? false,
    /** The day that begins with it. */
    day: isDayNew && item?.at !== undefined ? localDay(item.at) : undefined,
    beginsTurn: before !== undefined && before.isOwn !== item?.isOwn,
    endsRun: !item || !next || !isSameRun(item, next),
  }
}

interface Facts {
  isOwn: boolean
  at: string | undefined
}

function factsOf(item: TimelineItem | undefined, side: chat.Side): Facts | undefined {
  if (item === undefined) return undefined
  if (item === 'typing') return { isOwn: false, at: undefined }
  return isMessage(item)
    ? { isOwn: item.senderType === side, at: item.createdAt }
    : { isOwn: true, at: item.writtenAt }
}

function isSameRun(one: Facts, next: Facts) {
  if (one.isOwn !== next.isOwn || one.at === undefined || next.at === undefined) return false
  return Date.parse(next.at) - Date.parse(one.at) < GROUP_GAP_MS && localDay(one.at) === localDay(next.at)
}

/** Of ours, the newest that is stored, and the newest that has been seen: only these two say so. */
export function findReceiptNumbers({ messages: stored, lastRead: seen }: Thread, side: chat.Side) {
  let sent: number | undefined
  for (let at = stored.length - 1; at >= 0; at--) {
    const message = stored[at]
    if (message?.senderType !== side) continue
    sent ??= message.number
    if (message.number <= seen.theirs) return { sent, seen: message.number }
  }
  return { sent, seen: undefined }
}
