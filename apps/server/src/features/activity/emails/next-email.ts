import type { EmailPlan } from './due.repository.ts'

const WINDOW_MS = 3_600_000

/** When somebody's next email is due: at the earliest an hour after the last. Null when there is nothing to say. */
export function nextEmailAt({
  notifiedAt,
  workDue,
  messagesDue,
}: Pick<EmailPlan, 'notifiedAt' | 'workDue' | 'messagesDue'>) {
  const due = [workDue, messagesDue].filter((at) => at !== null).map((at) => Date.parse(at))
  if (due.length === 0) return null
  return new Date(Math.max(Math.min(...due), notifiedAt ? Date.parse(notifiedAt) + WINDOW_MS : 0))
}

/** Whether an email that is written now is about events too. In a daily email they wait for the morning. */
export function includesWork({ work, workDue }: Pick<EmailPlan, 'work' | 'workDue'>, now: Date) {
  return workDue !== null && (work === 'soon' || Date.parse(workDue) <= now.getTime())
}
