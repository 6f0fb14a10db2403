/** The same day and time of the next month. The 31st becomes the last day of a shorter month, and the 31st again after it. */
export function addMonth(at: number, anchor: number) {
  const from = new Date(at * 1_000)
  const { day, clock } = { day: new Date(anchor * 1_000).getUTCDate(), clock: anchor % 86_400 }
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, lastDay)) / 1_000 + clock
}
