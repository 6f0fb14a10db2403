import type { projects } from '@portico/contract'
import { formatDay } from '../../ui/dates.ts'

type Dated = Pick<projects.Project, 'dueDate' | 'overdue'>

export function DueDate({ project, before = '' }: { project: Dated; before?: string }) {
  const { dueDate, overdue } = project
  if (!dueDate) return 'No due date'
  const text = `${before}${formatDay(dueDate)}`
  return overdue ? <span className="late">{text}, overdue</span> : text
}
