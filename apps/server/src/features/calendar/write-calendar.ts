import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import type { DueThing, FeedOwner } from './calendar.repository.ts'

/** How often a calendar is asked to look again, in seconds. */
const REFRESH_SECONDS = 3_600

/** All-day events, which take up no time. Each keeps its UID for good, so that a moved date moves it. */
export function writeCalendar(owner: FeedOwner, things: DueThing[], publicUrl: string) {
  const calendar = ical({
    name: owner.role === 'client' ? `Portico: ${owner.freelancerName}` : 'Portico',
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
      // Not the time of the response, which would change its ETag.
      stamp: new Date(thing.createdAt),
      created: new Date(thing.createdAt),
      summary: summaryOf(owner, thing),
      // Google shows no URL of an event.
      description: `${thing.projectTitle}\n${url}`,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    })
  }
  return calendar.toString()
}

function summaryOf({ role }: FeedOwner, { kind, title, clientName }: DueThing) {
  if (kind === 'project') return role === 'client' ? `Due: ${title}` : `Due: ${title} (${clientName})`
  if (kind === 'review') return role === 'client' ? `Review ${title}` : `${clientName} reviews ${title}`
  return role === 'client' ? `Asked of you: ${title}` : `Asked of ${clientName}: ${title}`
}

function pathOf({ role }: FeedOwner, { kind, fileId, projectId }: DueThing) {
  const area = role === 'client' ? '/client-dashboard' : ''
  if (kind === 'review') return `${area}/files/${fileId}`
  return `${area}/projects/${projectId}${kind === 'request' ? '/requests' : ''}`
}
