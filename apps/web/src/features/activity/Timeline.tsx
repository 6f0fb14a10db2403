import { type activity, type EventGroup, eventQuote, eventText, groupUploads, paths } from '@portico/contract'
import { Link } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { formatClockTime, formatDateTime } from '../../ui/dates.ts'
import { Quote } from '../../ui/Quote.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { EventIcon } from './EventIcon.tsx'
import { EventSentence } from './EventSentence.tsx'
import { eventPath } from './event-path.ts'
import { groupByDay } from './group-by-day.ts'
import './timeline.css'

interface Props {
  /** Newest first. */
  events: activity.Event[]
  /** Shows the newest lines only. */
  maxLines?: number
  dayHeading?: 'h2' | 'h3'
}

export function Timeline({ events, maxLines, dayHeading: Heading = 'h3' }: Props) {
  const today = useLocalDay()
  return groupByDay(groupUploads(events).slice(0, maxLines), today).map(({ label, groups }) => (
    <section key={label} className="timeline__section" aria-label={label}>
      <Heading className="timeline__day">{label}</Heading>
      <ul className="timeline">
        {groups.map((group) => (
          // As more is uploaded, the group grows at its beginning.
          <TimelineRow key={group.at(-1)?.id} group={group} />
        ))}
      </ul>
    </section>
  ))
}

function TimelineRow({ group }: { group: EventGroup }) {
  const [event] = group
  const quote = eventQuote(event)
  const path = eventPath(group, areaOnScreen())
  const filePath = uploadedFilePath(event)
  return (
    <li>
      <EventIcon event={event} />
      <div>
        <p>
          <EventSentence
            parts={eventText(group)}
            renderFileName={
              filePath === undefined
                ? undefined
                : (fileName) => (
                    <Link to={filePath} className="timeline__file" dir="auto">
                      {fileName}
                    </Link>
                  )
            }
          />
        </p>
        {quote && (
          <Quote by={quote.by} className="timeline__quote">
            {path.includes('#') ? <Link to={path}>{quote.text}</Link> : quote.text}
          </Quote>
        )}
      </div>
      <time dateTime={event.createdAt} title={formatDateTime(event.createdAt)}>
        {formatClockTime(event.createdAt)}
      </time>
    </li>
  )
}

/** Undefined for other events, and if it was deleted. */
function uploadedFilePath({ kind, subject }: activity.Event) {
  const pages = paths[areaOnScreen()]
  if (kind === 'file_uploaded' && !subject.isDeleted) return pages.file(subject.fileId)
  if (kind === 'version_uploaded' && !subject.isDeleted) return pages.version(subject.fileId, subject.version)
  return undefined
}
