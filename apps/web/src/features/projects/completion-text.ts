import { plural, type projects } from '@portico/contract'
import { countDays, formatDayWithoutThisYear } from '../../ui/dates.ts'

type Completion = NonNullable<projects.Project['completion']>

/** Completed on 23 November, 27 days before 20 December */
export function completionText({ on, dueDate }: Completion, today: string) {
  const text = `Completed on ${formatDayWithoutThisYear(on, today)}`
  if (!dueDate || dueDate === on) return text
  const days = Math.abs(countDays(on, dueDate))
  const order = on < dueDate ? 'before' : 'after'
  return `${text}, ${plural(days, 'day')} ${order} ${formatDayWithoutThisYear(dueDate, today)}`
}
