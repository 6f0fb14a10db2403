import type { projects } from '@portico/contract'
import { formatDayWithoutThisYear } from '../../ui/dates.ts'
import { completionText } from './completion-text.ts'

type Facts = Pick<projects.Project, 'status' | 'dueDate' | 'overdue' | 'completion'>

/** In Progress, due 23 December */
export function statusAndDueDateText({ status, dueDate, overdue, completion }: Facts, today: string) {
  if (completion) return completionText(completion, today)
  if (!dueDate) return `${status}, no deadline`
  return `${status}, ${overdue ? 'overdue since' : 'due'} ${formatDayWithoutThisYear(dueDate, today)}`
}
