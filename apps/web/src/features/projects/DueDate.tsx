import type { projects } from '@portico/contract'
import { formatDay } from '../../ui/dates.ts'

type Dated = Pick<projects.Project, 'dueDate' | 'overdue'>

/** When a project is due; overdue is said and coloured wherever it is listed. */
export function DueDate({ project, before = '' }: { project: Dated; before?: string }) {
  const { dueDate, overdue } = project
  if (!dueDate) return 'No due date'
  const said = `${before}${formatDay(dueDate)}`
  return overdue ? <span className="late">{said}, overdue</span> : said
}
