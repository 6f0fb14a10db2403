import type { chat } from '@portico/contract'
import { localDay } from '../../../ui/dates.ts'
import type { Participant } from '../connection/room.ts'
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
export function getItemKey(item: TimelineItem, selfId: string) {
  if (item === 'typing') return item
  const sender = isStored(item) ? item.senderId : selfId
  if (item.clientMessageId) return `${sender} ${item.clientMessageId}`
  return isStored(item) ? item.id : ''
}

/** The sides where somebody else than oneself, or than the client in general, wrote: their messages need a name. */
export function findNamedSides(
  { messages, outgoing }: Pick<Thread, 'messages' | 'outgoing'>,
  self: Participant,
): ReadonlySet<chat.Side> {
  const writers = { Freelancer: new Set<string>(), Client: new Set<string>() }
  if (messages.length + outgoing.length > 0) writers[self.type].add(self.id)
  for (const { senderType, senderId, clientId } of messages) {
    writers[senderType].add(senderId)
    if (self.type === 'Freelancer') writers.Client.add(clientId)
  }
  return new Set((['Freelancer', 'Client'] as const).filter((side) => writers[side].size > 1))
}

/** How an item is shown depends on its neighbours. */
export function getItemLayout(items: readonly TimelineItem[], index: number, self: Participant) {
  const previous = describeItem(items[index - 1], self)
  const item = describeItem(items[index], self)
  const next = describeItem(items[index + 1], self)
  const itemDay = getDay(item)
  const day = itemDay === getDay(previous) ? undefined : itemDay
  return {
    isOwnSide: item?.side === self.type,
    day,
    isNewSender: previous !== undefined && !isSameSender(previous, item),
    beginsRun: day !== undefined || !isSameSender(previous, item),
    endsGroup: !item || !next || !isSameGroup(item, next),
  }
}

interface ItemDescription {
  side: chat.Side
  senderId: string | undefined
  sentAt: string | undefined
}

function describeItem(item: TimelineItem | undefined, self: Participant): ItemDescription | undefined {
  if (item === undefined) return undefined
  if (item === 'typing')
    return {
      side: self.type === 'Client' ? 'Freelancer' : 'Client',
      senderId: undefined,
      sentAt: undefined,
    }
  return isStored(item)
    ? { side: item.senderType, senderId: item.senderId, sentAt: item.createdAt }
    : { side: self.type, senderId: self.id, sentAt: item.writtenAt }
}

/** Who types counts as the one of their side who wrote last. */
function isSameSender(one: ItemDescription | undefined, other: ItemDescription | undefined) {
  if (one?.side !== other?.side) return false
  return one?.senderId === other?.senderId || other?.senderId === undefined
}

function getDay(item: ItemDescription | undefined) {
  return item?.sentAt === undefined ? undefined : localDay(item.sentAt)
}

function isSameGroup(one: ItemDescription, next: ItemDescription) {
  if (!isSameSender(one, next) || one.sentAt === undefined || next.sentAt === undefined) return false
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
