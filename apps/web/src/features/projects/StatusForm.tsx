import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { dayInTimeZone } from '../../ui/dates.ts'
import { useToday } from '../../ui/use-now.ts'
import { changeDueDate, completeProject } from './due-date.queries.ts'
import { changeStatus } from './projects.queries.ts'
import { StatusField } from './StatusField.tsx'

export function StatusForm({ project }: { project: projects.Project }) {
  const form = useRef<HTMLFormElement>(null)
  // The choice until it is sent; from then on the project has the status.
  const { about, open: choose, close: unchoose } = useRestorableOpen('status')
  const change = useMutation(changeStatus(project.id))
  const changeDate = useMutation(changeDueDate(project.id))
  const complete = useMutation(completeProject(project.id))
  const status = (about as projects.ProjectStatus | undefined) ?? project.status

  /** The buttons disappear when they have worked, so the focus moves to the select. */
  const focusSelect = () => form.current?.querySelector('select')?.focus()
  const busy = changeDate.isPending || complete.isPending

  function setToToday() {
    if (!busy) changeDate.mutate(dayInTimeZone(project.timeZone), { onSuccess: focusSelect })
  }

  function completeNow() {
    if (busy) return
    complete.mutate(undefined, {
      onSuccess: () => {
        unchoose()
        focusSelect()
      },
    })
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(status)
        unchoose()
      }}
    >
      <StatusField
        className="setter"
        value={status}
        onChange={choose}
        dueDate={project.dueDate}
        today={useToday(project.timeZone)}
        action={
          <>
            <button type="button" className="link" aria-busy={changeDate.isPending} onClick={setToToday}>
              Set it to today
            </button>
            {' or '}
            <button type="button" className="link" aria-busy={complete.isPending} onClick={completeNow}>
              Complete now
            </button>
          </>
        }
        beside={
          <Button type="submit" busy={change.isPending} busyLabel="Updating...">
            Update Status
          </Button>
        }
      />
    </form>
  )
}
