import type { chat } from '@portico/contract'
import { clock, longTime } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Conversation } from './conversation.ts'
import { isStored } from './items.ts'
import type { Own } from './thread.ts'

interface Props {
  item: chat.Message | Own
  endsRun: boolean
  marks: { sent: number | undefined; seen: number | undefined }
  conversation: Conversation
}

/** Below a message: when it was, how far it has come, and what to do when it did not. */
export function MessageMeta({ item, endsRun, marks, conversation }: Props) {
  if (isStored(item)) {
    const how = item.number === marks.seen ? 'Seen' : item.number === marks.sent ? 'Sent' : undefined
    if (!endsRun && !how) return null
    return (
      <div className="msg__meta">
        <time dateTime={item.createdAt} title={longTime(item.createdAt)}>
          {clock(item.createdAt)}
        </time>
        {how && <span>{how}</span>}
      </div>
    )
  }
  const { clientMessageId, refused } = item
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
