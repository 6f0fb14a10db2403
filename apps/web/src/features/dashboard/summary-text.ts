import type { dashboard } from '@portico/contract'
import { formatDayWithoutThisYear } from '../../ui/dates.ts'

/** A list of the summary holds no more; when it is full there may be more than it shows. */
const LIST_LENGTH = 5
const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five']

/** How many deadlines fall into the time of the nearest: today, tomorrow, this week, next week; later, its day. */
export function deadlinesText(upcoming: Pick<dashboard.ListedProject, 'dueDate'>[], now: string) {
  const days = upcoming.flatMap(({ dueDate }) => dueDate ?? [])
  const [nearest] = days
  if (!nearest) return 'No deadlines ahead.'

  const time = periodOf(nearest, now)
  if (!time) return `The next deadline is ${formatDayWithoutThisYear(nearest, now)}.`
  const count = days.filter((day) => periodOf(day, now) === time).length
  if (count === LIST_LENGTH) return `Five deadlines or more ${time}.`
  return `${numberWords[count]} ${count === 1 ? 'deadline' : 'deadlines'} ${time}.`
}

/** `One project is`, `12 projects are`. */
export function overdueText(count: number) {
  return `${numberWords[count] ?? count} ${count === 1 ? 'project is' : 'projects are'}`
}

function periodOf(day: string, now: string) {
  const away = dayNumber(day) - dayNumber(now)
  if (away <= 0) return 'today'
  if (away === 1) return 'tomorrow'
  const weeks = weekNumber(day) - weekNumber(now)
  return ['this week', 'next week'][weeks]
}

const dayNumber = (day: string) => Date.parse(day) / 86_400_000

/** Weeks begin on Monday; the first day of all that numbers count from was a Thursday. */
const weekNumber = (day: string) => Math.floor((dayNumber(day) + 3) / 7)
