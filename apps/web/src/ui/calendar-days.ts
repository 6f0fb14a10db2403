import { addDays } from './dates.ts'

/** Weeks begin on Monday. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const startOfWeek = (day: string) => addDays(day, -weekday(day))

/** The Sunday. */
export const endOfWeek = (day: string) => addDays(day, 6 - weekday(day))

/** The last day of its month. */
export function endOfMonth(day: string) {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The month `YYYY-MM`, so many months later. */
export function addMonths(month: string, count: number) {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The weeks of a month `YYYY-MM`, from Monday to Sunday, with the days of other months at its ends. */
export function weeksOfMonth(month: string) {
  const weeks: string[][] = []
  const last = endOfMonth(`${month}-01`)
  for (let day = startOfWeek(`${month}-01`); day <= last; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(day, n)))
  return weeks
}
