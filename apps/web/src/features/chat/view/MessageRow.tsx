import { useLocalDay } from '../../../ui/use-now.ts'
import type { Conversation } from '../conversation.ts'
import { formatDaySeparator } from '../timeline/message-dates.ts'
import { getItemLayout, isMessage, type TimelineItem } from '../timeline/timeline-items.ts'
import { MessageMeta } from './MessageMeta.tsx'
import { TextWithLinks } from './TextWithLinks.tsx'

interface Props {
  items: readonly TimelineItem[]
  index: number
  /** Of the other one. */
  name: string
  marks: { sent: number | undefined; seen: number | undefined }
  newFrom: number | undefined
  conversation: Conversation
}

/** One message, with the day or the mark that begins with it. */
export function MessageRow({ items, index, name, marks, newFrom, conversation }: Props) {
  const item = items[index]
  if (item === undefined || item === 'typing') return null
  const { isOwn, day, beginsTurn, endsRun } = getItemLayout(items, index, conversation.side)
  const isNew = isMessage(item) && item.number === newFrom
  const state = isMessage(item) ? undefined : item.sendError === undefined ? 'sending' : 'failed'

  return (
    <div className={`line${beginsTurn ? ' line--turn' : ''}`}>
      {day && <DayBegins day={day} />}
      {isNew && (
        <div className="day" data-new="">
          New
        </div>
      )}
      {/* A finger has no hover: a tap puts the focus here, which shows the time. */}
      <div className={`msg${isOwn ? ' msg--own' : ''}`} data-state={state} tabIndex={-1}>
        <span className="vh">{isOwn ? 'You' : name}</span>
        <div className="bubble">
          <TextWithLinks text={item.content} />
        </div>
        <MessageMeta item={item} endsRun={endsRun} marks={marks} conversation={conversation} />
      </div>
    </div>
  )
}

function DayBegins({ day }: { day: string }) {
  return <div className="day">{formatDaySeparator(day, useLocalDay())}</div>
}
