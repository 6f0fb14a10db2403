import { type dashboard, pluralForm } from '@portico/contract'
import { formatDayWithoutThisYear } from '../../ui/dates.ts'

/** The longest list of the summary; a full one may leave deadlines out. */
const LIST_LENGTH = 5
const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five']

/** Counts the deadlines in the period of the nearest one (today, tomorrow, this week, next week), or names its day. */
export function deadlinesText(upcoming: Pick<dashboard.ListedProject, 'dueDate'>[], now: string) {
  const days = upcoming.flatMap(({ dueDate }) => dueDate ?? [])
  const [nearest] = days
  if (!nearest) return 'No deadlines ahead.'

  const period = periodOf(nearest, now)
  if (!period) return `The next deadline is ${formatDayWithoutThisYear(nearest, now)}.`
  const count = days.filter((day) => periodOf(day, now) === period).length
  if (count === LIST_LENGTH) return `Five deadlines or more ${period}.`
  return `${numberWords[count]} ${pluralForm(count, 'deadline')} ${period}.`
}

/** `Two projects wait for you.` */
export function waitingText(count: number) {
  if (count === 0) return 'Nothing waits for you.'
  return `${numberWords[count] ?? count} ${pluralForm(count, 'project waits', 'projects wait')} for you.`
}

/** `Two more have something for you.` Of those that wait for a client first. */
export function alsoText(count: number, waiting: number) {
  const projects = waiting > 0 ? 'more' : pluralForm(count, 'project', 'projects')
  return `${numberWords[count] ?? count} ${projects} ${pluralForm(count, 'has', 'have')} something for you.`
}

/** `One project is`, `12 projects are`. */
export function overdueText(count: number) {
  return `${numberWords[count] ?? count} ${pluralForm(count, 'project is', 'projects are')}`
}

function periodOf(day: string, now: string) {
  const away = dayNumber(day) - dayNumber(now)
  if (away <= 0) return 'today'
  if (away === 1) return 'tomorrow'
  const weeks = weekNumber(day) - weekNumber(now)
  return ['this week', 'next week'][weeks]
}

const dayNumber = (day: string) => Date.parse(day) / 86_400_000

/** Weeks begin on Monday; day 0 was a Thursday. */
const weekNumber = (day: string) => Math.floor((dayNumber(day) + 3) / 7)
