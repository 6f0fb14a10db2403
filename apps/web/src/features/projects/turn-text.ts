import { plural, type projects } from '@portico/contract'
import { countDays, dayInTimeZone } from '../../ui/dates.ts'

interface Since {
  turnSince: string | null
  timeZone: string
}

/** How many days a turn has lasted, counted like the server's: calendar days where the freelancer is. */
export const countTurnDays = ({ turnSince, timeZone }: Since, today: string) =>
  turnSince ? Math.max(0, countDays(dayInTimeZone(timeZone, new Date(turnSince)), today)) : 0

/** since this morning, since yesterday, 4 days */
export function turnSinceText(project: Since, today: string) {
  const days = countTurnDays(project, today)
  if (days === 1) return 'since yesterday'
  if (days > 1) return `${days} days`
  const hour = project.turnSince ? new Date(project.turnSince).getHours() : 0
  return `since this ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}`
}

/** Since today, 1 day, 4 days: at the end of a row. */
export function turnDaysText(project: Since, today: string) {
  const days = countTurnDays(project, today)
  if (days === 0) return 'Since today'
  return plural(days, 'day')
}

/** Your turn, Waiting for Maya: as the freelancer reads it. */
export const turnTextForFreelancer = (turn: projects.Side, firstName: string) =>
  turn === 'freelancer' ? 'Your turn' : `Waiting for ${firstName}`

export const firstNameOf = (name: string | undefined) => name?.split(' ')[0] ?? ''
