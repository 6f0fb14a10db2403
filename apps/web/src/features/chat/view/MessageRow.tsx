import type { chat } from '@portico/contract'
import { formatClockTime, formatDateTime } from '../../../ui/dates.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { TextWithLinks } from '../../../ui/TextWithLinks.tsx'
import { useLocalDay } from '../../../ui/use-now.ts'
import type { Participant } from '../connection/room.ts'
import type { Conversation } from '../conversation.ts'
import { formatDaySeparator } from '../timeline/message-dates.ts'
import type { OutgoingMessage } from '../timeline/thread.ts'
import {
  getItemLayout,
  isStored,
  type ReceiptNumbers,
  type TimelineItem,
} from '../timeline/timeline-items.ts'
import { MessageFiles, OutgoingFiles } from './MessageFiles.tsx'
import { seenText, typingText } from './people-text.ts'

interface Props {
  items: readonly TimelineItem[]
  index: number
  /** Whose messages are below a name. */
  namedSides: ReadonlySet<chat.Side>
  peerName: string
  readers: readonly chat.Reader[]
  receipts: ReceiptNumbers
  firstNewNumber: number | undefined
  conversation: Conversation
}

/** A message, below the separators that belong to it: rows and messages stay one to one, also when older ones come. */
export function MessageRow(props: Props) {
  const { items, index, namedSides, peerName, readers, receipts, firstNewNumber, conversation } = props
  const { self } = conversation
  const item = items[index]
  if (item === undefined || item === 'typing') return null
  const { isOwnSide, day, isNewSender, beginsRun, endsGroup } = getItemLayout(items, index, self)
  const isNamed = beginsRun && namedSides.has(isOwnSide ? self.type : otherSide[self.type])
  const isColleague = isOwnSide && isStored(item) && item.senderId !== self.id
  const isFirstNew = isStored(item) && item.number === firstNewNumber

  return (
    <div className={`line${isNewSender ? ' line--turn' : ''}`}>
      {day && <DaySeparator day={day} />}
      {isFirstNew && (
        <div className="day" data-new={isOwnSide ? 'colleague' : ''}>
          New
        </div>
      )}
      {/* A touch screen has no hover: a tap moves the focus here, which shows the time. */}
      <div
        className={`msg${isOwnSide ? ' msg--own' : ''}${isColleague ? ' msg--colleague' : ''}`}
        data-state={getSendState(item)}
        tabIndex={-1}
      >
        <span className={isNamed ? 'msg__name cut' : 'vh'}>{getSenderName(item, self, peerName)}</span>
        {item.content !== '' && (
          <div className="bubble">
            <TextWithLinks text={item.content} />
          </div>
        )}
        {isStored(item)
          ? item.files.length > 0 && <MessageFiles files={item.files} />
          : item.files && item.files.length > 0 && <OutgoingFiles files={item.files} />}
        {isStored(item) ? (
          <StoredMessageMeta message={item} endsGroup={endsGroup} receipts={receipts} readers={readers} />
        ) : (
          <OutgoingMessageMeta message={item} conversation={conversation} />
        )}
      </div>
    </div>
  )
}

const otherSide = { Freelancer: 'Client', Client: 'Freelancer' } as const

/** Somebody alone on their side has the name that the conversation has. */
function getSenderName(item: chat.Message | OutgoingMessage, self: Participant, peerName: string) {
  if (!isStored(item) || item.senderId === self.id) return 'You'
  return item.senderName || peerName
}

function getSendState(item: chat.Message | OutgoingMessage) {
  if (isStored(item)) return undefined
  return item.sendError === undefined ? 'sending' : 'failed'
}

function DaySeparator({ day }: { day: string }) {
  return <div className="day">{formatDaySeparator(day, useLocalDay())}</div>
}

interface StoredMessageMetaProps {
  message: chat.Message
  endsGroup: boolean
  receipts: ReceiptNumbers
  readers: readonly chat.Reader[]
}

/** Within a group the time shows on hover and focus alone (messages.css); screen readers always have it. */
function StoredMessageMeta({ message, endsGroup, receipts, readers }: StoredMessageMetaProps) {
  const { number, createdAt } = message
  const receipt =
    number === receipts.seen ? seenText(readers, number) : number === receipts.sent ? 'Sent' : undefined
  return (
    <div className={endsGroup || receipt ? 'msg__meta' : 'msg__time'}>
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatClockTime(createdAt)}
      </time>
      {receipt && <span>{receipt}</span>}
    </div>
  )
}

interface OutgoingMessageMetaProps {
  message: OutgoingMessage
  conversation: Conversation
}

function OutgoingMessageMeta({ message, conversation }: OutgoingMessageMetaProps) {
  const { clientMessageId, sendError, content, files = [] } = message
  const isLost = files.some((file) => file.isLost)
  const hasRest = content !== '' || files.some((file) => !file.isLost)
  if (sendError === undefined) {
    return (
      <div className="msg__meta">
        <Icon name="clock" />
        Sending
      </div>
    )
  }
  return (
    <div className="msg__meta">
      <Icon name="alert" />
      <span>Not sent. {sendError}</span>
      {!isLost && (
        <button type="button" onClick={() => conversation.retry(clientMessageId)}>
          Retry
        </button>
      )}
      {isLost && hasRest && (
        <button type="button" onClick={() => conversation.sendWithoutLost(clientMessageId)}>
          Send the rest
        </button>
      )}
      <button type="button" onClick={() => conversation.discard(clientMessageId)}>
        Discard
      </button>
    </div>
  )
}

export function TypingIndicator({ names }: { names: readonly string[] }) {
  return (
    <div className="line line--turn">
      <div className="msg">
        <div className="bubble dots" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
        <div className="msg__meta">{typingText(names)}</div>
      </div>
    </div>
  )
}
