import type { activity, EventGroup } from '@portico/contract'
import { countDays, formatDay, localDay } from '../../ui/dates.ts'

interface Day<E extends activity.Event> {
  /** `Today`, `Yesterday`, `16 November 2026`. */
  label: string
  groups: EventGroup<E>[]
}

/** The rows of each day in the reader's time zone, in the given order. */
export function groupByDay<E extends activity.Event>(groups: EventGroup<E>[], today: string) {
  const days = new Map<string, Day<E>>()
  for (const group of groups) {
    const day = localDay(group[0].createdAt)
    const known = days.get(day) ?? { label: dayLabel(day, today), groups: [] }
    known.groups.push(group)
    days.set(day, known)
  }
  return [...days.values()]
}

function dayLabel(day: string, today: string) {
  // The clock of this device may be behind the server's.
  const ago = Math.max(0, countDays(day, today))
  return ['Today', 'Yesterday'][ago] ?? formatDay(day)
}
