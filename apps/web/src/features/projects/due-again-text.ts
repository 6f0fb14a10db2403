import { formatDay } from '../../ui/dates.ts'

/** That a former due date has been restored. */
export const dueAgainText = (dueDate: string | null) =>
  dueDate ? `Due on ${formatDay(dueDate)} again` : 'No deadline again'
