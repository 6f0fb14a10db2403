import type { Deadline } from './deadlines.repository.ts'

/** `tomorrow` as a rule, but the email may be sent late. */
export function dueText(deadlines: Pick<Deadline, 'daysLeft'>[]) {
  const days = new Set(deadlines.map(({ daysLeft }) => (daysLeft > 0 ? 'tomorrow' : 'today')))
  return `due ${[...days].join(' or ')}`
}

/** `24 November`, whatever the reader's time zone. */
export function formatDueDate(dueDate: string) {
  return new Date(`${dueDate}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
}
