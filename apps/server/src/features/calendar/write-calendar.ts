import { paths } from '@portico/contract'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import { singleLine } from '../../platform/mail/email.ts'
import type { DueThing, FeedOwner } from './calendar.repository.ts'

/** The refresh interval that the feed suggests to calendars, in seconds. */
const REFRESH_SECONDS = 3_600

/**
 * Writes all-day events that do not block time. The UID of an event never changes, so that a changed date moves the
 * event.
 */
export function writeCalendar(owner: FeedOwner, things: DueThing[], publicUrl: string) {
  const calendar = ical({
    name: owner.side === 'client' ? `Portico: ${owner.freelancerName}` : 'Portico',
    prodId: { company: 'Portico', product: 'Due dates', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const thing of things) {
    const url = publicUrl + pathOf(owner, thing)
    calendar.createEvent({
      id: `${thing.kind}-${thing.id}@portico`,
      start: new Date(`${thing.dueDate}T00:00:00Z`),
      allDay: true,
      // Not the current time, which would change the ETag with each response.
      stamp: new Date(thing.createdAt),
      created: new Date(thing.createdAt),
      summary: singleLine(summaryOf(owner, thing)),
      // Google Calendar does not show the URL of an event, so the description has it too.
      description: `${singleLine(thing.projectTitle)}\n${url}`,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    })
  }
  return calendar.toString()
}

function summaryOf({ side }: FeedOwner, { kind, title, clientName }: DueThing) {
  if (kind === 'project') return side === 'client' ? `Due: ${title}` : `Due: ${title} (${clientName})`
  if (kind === 'review') return side === 'client' ? `Review ${title}` : `${clientName} reviews ${title}`
  return side === 'client' ? `Asked of you: ${title}` : `Asked of ${clientName}: ${title}`
}

function pathOf({ side }: FeedOwner, { kind, id, fileId, files, projectId }: DueThing) {
  if (kind === 'review') return files > 1 ? paths[side].review(id) : paths[side].file(fileId ?? '')
  return kind === 'request' ? paths[side].projectRequests(projectId) : paths[side].project(projectId)
}
