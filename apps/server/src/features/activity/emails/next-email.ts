import { activity } from '@portico/contract'
import type { EmailPlan } from './due.repository.ts'

const WINDOW_MS = 3_600_000
const PROMPT_WINDOW_MS = activity.EMAIL_DELAY_SECONDS * 1_000

/**
 * When a person's next email is due, at the earliest an hour after the last, or five minutes for what is prompt. Null when nothing
 * waits.
 */
export function nextEmailAt({
  isNudged,
  notifiedAt,
  workDue,
  promptDue,
  deadlinesDue,
  messagesDue,
}: Pick<EmailPlan, 'isNudged' | 'notifiedAt' | 'workDue' | 'promptDue' | 'deadlinesDue' | 'messagesDue'>) {
  if (isNudged && workDue !== null) return new Date(0)
  const afterLast = (ms: number) => (notifiedAt ? Date.parse(notifiedAt) + ms : 0)
  const due = [workDue, deadlinesDue, messagesDue].filter((at) => at !== null).map((at) => Date.parse(at))
  if (due.length === 0) return null
  const next = Math.max(Math.min(...due), afterLast(WINDOW_MS))
  if (promptDue === null) return new Date(next)
  // Not sooner, although it is due: the last email, which has it, may still be on its way.
  return new Date(Math.min(next, Math.max(Date.parse(promptDue), afterLast(PROMPT_WINDOW_MS))))
}

/** Whether an email that is written now includes events. For people with a daily email, events wait for the morning. */
export function includesWork(
  { isNudged, work, workDue }: Pick<EmailPlan, 'isNudged' | 'work' | 'workDue'>,
  now: Date,
) {
  return workDue !== null && (isNudged || work === 'soon' || Date.parse(workDue) <= now.getTime())
}
