import { pluralForm, type projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { addDays, formatDayWithoutThisYear } from '../../ui/dates.ts'
import { useToday } from '../../ui/use-now.ts'
import { moveDueDate } from './due-date.queries.ts'

interface Props {
  project: projects.Project
  /** Called when the due date has moved: the offer, which has the focus, then disappears. */
  onMoved: () => void
}

/** Offers to move the due date by the days that the client took since it was last set. */
export function MoveByDaysWaited({ project, onMoved }: Props) {
  const { id, dueDate, status, waited, Client, timeZone } = project
  const move = useMutation(moveDueDate(id))
  const today = useToday(timeZone)
  const days = waited?.sinceDueDate ?? 0
  if (!dueDate || status === 'Completed' || days < 1) return null
  const later = addDays(dueDate, days)

  function moveDate() {
    if (!move.isPending) move.mutate({ dueDate: later, daysWaited: days }, { onSuccess: onMoved })
  }

  return (
    <>
      <button type="button" className="link" aria-busy={move.isPending} onClick={moveDate}>
        Move it by the {pluralForm(days, 'day', `${days} days`)} that {Client.firstName} took
      </button>
      , to {formatDayWithoutThisYear(later, today)}
    </>
  )
}
