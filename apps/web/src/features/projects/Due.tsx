import type { projects } from '@portico/contract'
import { longDay } from '../../ui/dates.ts'

/** When a project is due, in full; what is late says so in words too. */
export function Due({ dueDate, overdue }: Pick<projects.Project, 'dueDate' | 'overdue'>) {
  if (!dueDate) return <span className="small muted num">No deadline</span>
  if (!overdue) return <span className="small soft num">{longDay(dueDate)}</span>
  return (
    <span className="small late num">
      {longDay(dueDate)}
      <br />
      Overdue
    </span>
  )
}
