import { type activity, type EventGroup, eventQuote, eventText, groupUploads, paths } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Area } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { formatClockTime, formatDateTime } from '../../ui/dates.ts'
import { ShowOlder } from '../../ui/ShowOlder.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { notificationList } from './activity.queries.ts'
import { EventSentence } from './EventSentence.tsx'
import { eventPath } from './event-path.ts'
import { groupByDay } from './group-by-day.ts'
import { notificationsPath } from './notifications-path.ts'
import './notifications.css'

interface Props {
  area: Area
  /** Adds a link to the page with the same list. */
  isInPopover?: boolean
  onClose: () => void
}

/** The notifications by day, for the popover of the bell and for the page. */
export default function NotificationList({ area, isInPopover = false, onClose }: Props) {
  const query = useInfiniteQuery(notificationList)
  const { data, error, refetch } = query
  return (
    <>
      <div className="notifications__body">
        {!data && !error && (
          <Loading says="Loading notifications...">
            <SkeletonRows />
          </Loading>
        )}
        {!data && error && (
          <LoadFailed title="The notifications did not load" error={error} onRetry={refetch} />
        )}
        {data && (
          <Days
            notifications={data.pages.flatMap(({ items }) => items)}
            area={area}
            dayHeading={isInPopover ? 'h3' : 'h2'}
            onFollow={onClose}
          />
        )}
      </div>
      <div className="notifications__foot">
        <ShowOlder query={query} look="quiet" />
        <span className="notifications__links">
          {isInPopover && (
            <Link className="link" to={notificationsPath(area)} onClick={onClose}>
              See all
            </Link>
          )}
          <Link className="link" to={paths[area].notificationSettings} onClick={onClose}>
            Settings
          </Link>
        </span>
      </div>
    </>
  )
}

interface DaysProps {
  notifications: activity.Notification[]
  area: Area
  dayHeading: 'h2' | 'h3'
  onFollow: () => void
}

function Days({ notifications, area, dayHeading: Heading, onFollow }: DaysProps) {
  const today = useLocalDay()
  if (notifications.length === 0) {
    return (
      <div className="blank blank--section">
        <p className="blank__title">Nothing new.</p>
        <p>
          {area === 'client' ? 'News about your projects shows here.' : 'What your clients do shows here.'}
        </p>
      </div>
    )
  }
  return groupByDay(groupUploads(notifications), today).map(({ label, groups }) => (
    <section key={label} aria-label={label}>
      <Heading className="notifications__day">{label}</Heading>
      <ul className="notifications__list">
        {groups.map((group) => (
          <Row key={group.at(-1)?.id} group={group} area={area} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  ))
}

interface RowProps {
  group: EventGroup<activity.Notification>
  area: Area
  onFollow: () => void
}

/** One line, which leads to the thing itself. The page there marks it as read. */
function Row({ group, area, onFollow }: RowProps) {
  const [event] = group
  const { kind, actor, createdAt, projectTitle, clientName } = event
  const isHandedOver = kind === 'client_handed_over' || kind === 'lead_changed'
  const quote = isHandedOver ? eventQuote(event) : undefined
  const isUnread = group.some(({ read }) => !read)
  return (
    <li data-unread={isUnread || undefined}>
      <span className="notifications__initial">
        <Avatar name={actor.name} small />
      </span>
      <div>
        <p>
          <Link to={eventPath(group, area)} onClick={onFollow}>
            <EventSentence parts={eventText(group)} />
            {isUnread && <span className="vh"> Unread.</span>}
          </Link>
        </p>
        <p className="small muted cut" dir="auto">
          {projectTitle ?? (area === 'freelancer' ? clientName : undefined) ?? actor.name}
        </p>
        {quote && (
          <blockquote className="small soft notifications__quote" dir="auto">
            {quote.text}
          </blockquote>
        )}
      </div>
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatClockTime(createdAt)}
      </time>
    </li>
  )
}
