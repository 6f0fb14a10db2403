import { projects } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { undoAction } from '../../app/undo-action.ts'
import { addDays, dayInTimeZone } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { completionText } from './completion-text.ts'
import { dueAgainText } from './due-again-text.ts'
import { oneProject, sendInOrder } from './projects.queries.ts'

/** Null removes the due date. The former one can be restored by Undo. */
export const changeDueDate = (id: string) =>
  mutationOptions({
    ...setDueDate(id),
    onMutate: (_dueDate: string | null, { client }) => client.getQueryData(oneProject(id).queryKey)?.dueDate,
    onSuccess: (project, dueDate, former, { client }) => {
      client.setQueryData(oneProject(id).queryKey, project)
      const undo =
        former !== undefined &&
        former !== dueDate &&
        undoAction(client, restoreDueDate(id, { dueDate: former }))
      toast.success('Due date updated successfully', undefined, undo || undefined)
    },
    meta: { calls: 'projects.setDueDate', failure: 'Failed to update due date' },
  })

/** Moves it by the days that the client took. Both sides read this in the activity. */
export const moveDueDate = (id: string) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: (move: MoveByDays) => call(projects.setDueDate, { params: { id }, body: move }),
    onSuccess: (project, { dueDate, daysWaited }, _before, { client }) => {
      client.setQueryData(oneProject(id).queryKey, project)
      const former = addDays(dueDate, -daysWaited)
      const undo = restoreDueDate(id, { dueDate: former, daysWaited: -daysWaited })
      toast.success('Due date updated successfully', undefined, undoAction(client, undo))
    },
    meta: { calls: 'projects.setDueDate', failure: 'Failed to update due date' },
  })

type MoveByDays = projects.DueDateChange & { dueDate: string; daysWaited: number }

function restoreDueDate(id: string, former: projects.DueDateChange) {
  return mutationOptions({
    ...sendInOrder(id),
    mutationFn: () => call(projects.setDueDate, { params: { id }, body: former }),
    meta: {
      calls: 'projects.setDueDate',
      success: dueAgainText(former.dueDate),
      failure: 'Failed to update due date',
    },
  })
}

const setDueDate = (id: string) => ({
  ...sendInOrder(id),
  mutationFn: (dueDate: string | null) => call(projects.setDueDate, { params: { id }, body: { dueDate } }),
})

/** Completes a project before its due date too, with Undo. */
export const completeProject = (id: string) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: () => call(projects.complete, { params: { id } }),
    onSuccess: (project, _nothing, _before, { client }) => {
      client.setQueryData(oneProject(id).queryKey, project)
      const { title, completion, timeZone } = project
      const detail = completion && `${completionText(completion, dayInTimeZone(timeZone))}.`
      toast.success(`${title} is completed`, detail ?? undefined, undoAction(client, undoComplete(id)))
    },
    meta: { calls: 'projects.complete', failure: 'Failed to complete project' },
  })

const undoComplete = (id: string) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: () => call(projects.undoComplete, { params: { id } }),
    meta: {
      calls: 'projects.undoComplete',
      success: 'Status and due date are back',
      failure: 'Failed to undo',
    },
  })
