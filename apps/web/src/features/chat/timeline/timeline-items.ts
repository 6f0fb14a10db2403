import type { chat } from '@portico/contract'
import { localDay } from '../../../ui/dates.ts'
import type { OutgoingMessage, Thread } from './thread.ts'

export type TimelineItem = chat.Message | OutgoingMessage | 'typing'

/** Messages of one side that are closer than this form a group. */
const GROUP_GAP_MS = 5 * 60_000

export function createTimelineItems(
  { messages, outgoing }: Pick<Thread, 'messages' | 'outgoing'>,
  isTyping: boolean,
): TimelineItem[] {
  return isTyping ? [...messages, ...outgoing, 'typing'] : [...messages, ...outgoing]
}

export function isStored(item: TimelineItem | undefined): item is chat.Message {
  return typeof item === 'object' && 'number' in item
}

/** The same before and after a message is stored, so that React keeps its row. */
export function getItemKey(item: TimelineItem, side: chat.Side) {
  if (item === 'typing') return item
  const sender = isStored(item) ? item.senderType : side
  if (item.clientMessageId) return `${sender} ${item.clientMessageId}`
  return isStored(item) ? item.id : ''
}

/** How an item is shown depends on its neighbours. */
export function getItemLayout(items: readonly TimelineItem[], index: number, side: chat.Side) {
  const previous = describeItem(items[index - 1], side)
  const item = describeItem(items[index], side)
  const next = describeItem(items[index + 1], side)
  const day = getDay(item)
  return {
    isOwn: item?.isOwn ?? false,
    day: day === getDay(previous) ? undefined : day,
    isNewSender: previous !== undefined && previous.isOwn !== item?.isOwn,
    endsGroup: !item || !next || !isSameGroup(item, next),
  }
}

interface ItemDescription {
  isOwn: boolean
  sentAt: string | undefined
}

function describeItem(item: TimelineItem | undefined, side: chat.Side): ItemDescription | undefined {
  if (item === undefined) return undefined
  if (item === 'typing') return { isOwn: false, sentAt: undefined }
  return isStored(item)
    ? { isOwn: item.senderType === side, sentAt: item.createdAt }
    : { isOwn: true, sentAt: item.writtenAt }
}

function getDay(item: ItemDescription | undefined) {
  return item?.sentAt === undefined ? undefined : localDay(item.sentAt)
}

function isSameGroup(one: ItemDescription, next: ItemDescription) {
  if (one.isOwn !== next.isOwn || one.sentAt === undefined || next.sentAt === undefined) return false
  return Date.parse(next.sentAt) - Date.parse(one.sentAt) < GROUP_GAP_MS && getDay(one) === getDay(next)
}

export interface ReceiptNumbers {
  sent: number | undefined
  seen: number | undefined
}

/** The newest of this side's messages, and the newest that the other side has read. Only these two show a receipt. */
export function findReceiptNumbers({ messages, lastRead }: Thread, side: chat.Side): ReceiptNumbers {
  let sent: number | undefined
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (message?.senderType !== side) continue
    sent ??= message.number
    if (message.number <= lastRead.peer) return { sent, seen: message.number }
  }
  return { sent, seen: undefined }
}
