import { type activity, type EventGroup, eventQuote, eventText, groupUploads } from '@portico/contract'
import { Link } from 'react-router'
import { areaOnScreen } from '../../app/session.ts'
import { formatClockTime, formatDateTime } from '../../ui/dates.ts'
import { useLocalDay } from '../../ui/use-now.ts'
import { filePath } from '../files/viewer/file-path.ts'
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
  /** One below the heading over the timeline. */
  dayHeading?: 'h2' | 'h3'
}

/** What happened on a project, by day. */
export function Timeline({ events, maxLines, dayHeading: Heading = 'h3' }: Props) {
  const today = useLocalDay()
  const deletedFiles = findDeletedFiles(events)
  return groupByDay(groupUploads(events).slice(0, maxLines), today).map(({ label, groups }) => (
    <section key={label} className="timeline__section" aria-label={label}>
      <Heading className="timeline__day">{label}</Heading>
      <ul className="timeline">
        {groups.map((group) => (
          // As more is uploaded, the group grows at its beginning.
          <TimelineRow key={group.at(-1)?.id} group={group} deletedFiles={deletedFiles} />
        ))}
      </ul>
    </section>
  ))
}

function TimelineRow({ group, deletedFiles }: { group: EventGroup; deletedFiles: Set<string> }) {
  const [event] = group
  const quote = eventQuote(event)
  const path = eventPath(group, areaOnScreen())
  const openableId = findUploadedFile(event, deletedFiles)
  return (
    <li>
      <EventIcon event={event} />
      <div>
        <p>
          <EventSentence
            parts={eventText(group)}
            renderFileName={
              openableId === undefined
                ? undefined
                : (fileName) => (
                    <Link to={filePath(openableId)} className="timeline__file" dir="auto">
                      {fileName}
                    </Link>
                  )
            }
          />
        </p>
        {quote !== undefined && (
          <p className="timeline__quote" dir="auto">
            {path.includes('#') ? <Link to={path}>{quote}</Link> : quote}
          </p>
        )}
      </div>
      <time dateTime={event.createdAt} title={formatDateTime(event.createdAt)}>
        {formatClockTime(event.createdAt)}
      </time>
    </li>
  )
}

function findUploadedFile({ kind, subject }: activity.Event, deletedFiles: Set<string>) {
  const isUpload = kind === 'file_uploaded' || kind === 'version_uploaded'
  return isUpload && !deletedFiles.has(subject.fileId) ? subject.fileId : undefined
}

/** A file is deleted after it was uploaded, so its deletion has been loaded before. */
function findDeletedFiles(events: activity.Event[]) {
  return new Set(events.flatMap(({ kind, subject }) => (kind === 'file_deleted' ? [subject.fileId] : [])))
}
