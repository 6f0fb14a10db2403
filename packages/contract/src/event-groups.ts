import type { Event } from './events.ts'

const MAX_GROUP_MS = 10 * 60_000

export type EventGroup<E extends Event = Event> = [E, ...E[]]

/**
 * Groups consecutive uploads by one person to one project within ten minutes. New files, new versions and the answers
 * to each request are separate groups, and every other event is a group of its own. Keeps the order, which may be
 * newest or oldest first. Events of other projects in between are ignored.
 */
export function groupUploads<E extends Event>(events: readonly E[]): EventGroup<E>[] {
  const groups: EventGroup<E>[] = []
  const latestOfProject = new Map<string | null, EventGroup<E>>()
  for (const event of events) {
    const latest = latestOfProject.get(event.projectId)
    if (latest && belongsTo(latest[0], event)) {
      latest.push(event)
      continue
    }
    const group: EventGroup<E> = [event]
    groups.push(group)
    latestOfProject.set(event.projectId, group)
  }
  return groups
}

function belongsTo(first: Event, event: Event) {
  return (
    isUpload(first) &&
    first.kind === event.kind &&
    requestOf(first) === requestOf(event) &&
    first.actor.type === event.actor.type &&
    first.actor.name === event.actor.name &&
    Math.abs(Date.parse(first.createdAt) - Date.parse(event.createdAt)) <= MAX_GROUP_MS
  )
}

const isUpload = ({ kind, subject }: Event) =>
  kind === 'file_uploaded' ||
  kind === 'version_uploaded' ||
  (kind === 'request_answered' && 'fileId' in subject)

/** Whether both answer the same request. */
const requestOf = ({ subject }: Event) => ('requestId' in subject ? subject.requestId : undefined)
