import type { projects } from '@portico/contract'
import { formatDay } from '../../ui/dates.ts'
import { useToday } from '../../ui/use-now.ts'
import { completionText } from './completion-text.ts'

type Dated = Pick<projects.Project, 'dueDate' | 'overdue'>

export function DueDate({ project, before = '' }: { project: Dated; before?: string }) {
  const { dueDate, overdue } = project
  if (!dueDate) return 'No due date'
  const text = `${before}${formatDay(dueDate)}`
  return overdue ? <span className="late">{text}, overdue</span> : text
}

/** When the project is due, or when it was completed. */
export function DueOrCompleted({ project }: { project: projects.Project }) {
  const today = useToday(project.timeZone)
  if (project.completion) return completionText(project.completion, today)
  return <DueDate project={project} before="Due " />
}
