import type { chat } from '@portico/contract'
import { formatClockTime, formatDateTime } from '../../../ui/dates.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { Conversation } from '../conversation.ts'
import type { OutgoingMessage } from '../timeline/thread.ts'
import { isMessage } from '../timeline/timeline-items.ts'

interface Props {
  item: chat.Message | OutgoingMessage
  endsRun: boolean
  marks: { sent: number | undefined; seen: number | undefined }
  conversation: Conversation
}

/**
 * When a message was, how far it has come, and what to do when it did not: below it, or beside it within a run, where it
 * shows on hover and focus (messages.css) and is always there for screen readers.
 */
export function MessageMeta({ item, endsRun, marks, conversation }: Props) {
  if (isMessage(item)) {
    const how = item.number === marks.seen ? 'Seen' : item.number === marks.sent ? 'Sent' : undefined
    return (
      <div className={endsRun || how ? 'msg__meta' : 'msg__time'}>
        <time dateTime={item.createdAt} title={formatDateTime(item.createdAt)}>
          {formatClockTime(item.createdAt)}
        </time>
        {how && <span>{how}</span>}
      </div>
    )
  }
  const { clientMessageId, sendError: refused } = item
  if (refused === undefined) {
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
      <span>Not sent. {refused}</span>
      <button type="button" onClick={() => conversation.retry(clientMessageId)}>
        Retry
      </button>
      <button type="button" onClick={() => conversation.discard(clientMessageId)}>
        Discard
      </button>
    </div>
  )
}
