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

/** As one of the client's people reads it. Who only looks is not asked for anything. */
export const ownTurnText = (looksOnly: boolean) => (looksOnly ? 'Your colleagues’ turn' : 'Your turn')

interface Reader {
  side: projects.Side
  /** The full name. */
  name: string
  /** The first name of the other side. */
  other: string
}

/** You, Maya, or a colleague of either. */
export function noteWriterText({ by, author }: projects.TurnNote, { side, name, other }: Reader) {
  if (by !== side) return firstNameOf(author) || other
  return author === undefined || author === name ? 'You' : firstNameOf(author)
}

export const firstNameOf = (name: string | undefined) => name?.split(' ')[0] ?? ''
