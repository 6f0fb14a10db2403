import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { changeDueDate } from './due-date.queries.ts'
import { MoveByDaysWaited } from './MoveByDaysWaited.tsx'

export function DueDateForm({ project }: { project: projects.Project }) {
  const { about: chosen, open: choose, close: unchoose } = useRestorableOpen('due-date')
  const change = useMutation(changeDueDate(project.id))
  const saved = project.dueDate ?? ''
  const dueDate = chosen ?? saved
  const field = useRef<HTMLInputElement>(null)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // A refused date stays in the field.
        change.mutate(dueDate || null, { onSuccess: unchoose })
      }}
    >
      <Field
        label="Due date"
        className="setter"
        hint={
          dueDate ? (
            <MoveByDaysWaited project={project} onMoved={() => field.current?.focus()} />
          ) : (
            'No deadline'
          )
        }
        beside={
          <Button
            type="submit"
            disabled={dueDate === saved && !change.isPending}
            busy={change.isPending}
            busyLabel="Updating..."
          >
            Update Due Date
          </Button>
        }
      >
        {(props) => (
          <DateInput
            {...props}
            ref={field}
            name="dueDate"
            max="9999-12-31"
            value={dueDate}
            onChange={(event) => choose(event.target.value)}
          />
        )}
      </Field>
    </form>
  )
}
