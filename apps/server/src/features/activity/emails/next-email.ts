import type { EmailPlan } from './due.repository.ts'

const WINDOW_MS = 3_600_000

/** When a person's next email is due, at the earliest an hour after the last. Null when nothing waits. */
export function nextEmailAt({
  isNudged,
  notifiedAt,
  workDue,
  deadlinesDue,
  messagesDue,
}: Pick<EmailPlan, 'isNudged' | 'notifiedAt' | 'workDue' | 'deadlinesDue' | 'messagesDue'>) {
  if (isNudged && workDue !== null) return new Date(0)
  const due = [workDue, deadlinesDue, messagesDue].filter((at) => at !== null).map((at) => Date.parse(at))
  if (due.length === 0) return null
  return new Date(Math.max(Math.min(...due), notifiedAt ? Date.parse(notifiedAt) + WINDOW_MS : 0))
}

/** Whether an email that is written now includes events. For people with a daily email, events wait for the morning. */
export function includesWork(
  { isNudged, work, workDue }: Pick<EmailPlan, 'isNudged' | 'work' | 'workDue'>,
  now: Date,
) {
  return workDue !== null && (isNudged || work === 'soon' || Date.parse(workDue) <= now.getTime())
}
