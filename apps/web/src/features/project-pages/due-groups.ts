import type { projects } from '@portico/contract'
import { endOfMonth, endOfWeek } from '../../ui/calendar-days.ts'

interface Group {
  title: string
  projects: projects.Project[]
}

/** The projects by how soon they are due, in the order in which they come. Groups without any are left out. */
export function groupByDeadline(listed: projects.Project[], today: string): Group[] {
  const groups: Group[] = []
  for (const project of listed) {
    const title = groupOf(project, today)
    const known = groups.find((group) => group.title === title)
    if (known) known.projects.push(project)
    else groups.push({ title, projects: [project] })
  }
  return groups
}

function groupOf({ status, archivedAt, dueDate }: projects.Project, today: string) {
  if (archivedAt) return 'Archived'
  if (status === 'Completed') return 'Completed'
  if (dueDate === null) return 'No due date'
  if (dueDate < today) return 'Overdue'
  if (dueDate <= endOfWeek(today)) return 'This week'
  if (dueDate <= endOfMonth(today)) return 'This month'
  return 'Later'
}
