import { useLocalDay } from '../../ui/use-now.ts'
import type { Conversation } from './conversation.ts'
import { type Item, isStored, placeOf } from './items.ts'
import { Linked } from './Linked.tsx'
import { MessageMeta } from './MessageMeta.tsx'
import { dayInWords } from './times.ts'

interface Props {
  items: readonly Item[]
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
  const { isOwn, day, beginsTurn, endsRun } = placeOf(items, index, conversation.side)
  const isNew = isStored(item) && item.number === newFrom
  const state = isStored(item) ? undefined : item.refused === undefined ? 'sending' : 'failed'

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
          <Linked text={item.content} />
        </div>
        <MessageMeta item={item} endsRun={endsRun} marks={marks} conversation={conversation} />
      </div>
    </div>
  )
}

function DayBegins({ day }: { day: string }) {
  return <div className="day">{dayInWords(day, useLocalDay())}</div>
}
