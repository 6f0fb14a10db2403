const zoned = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const long: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' }

/** `2026-11-20` → 20 November 2026. A day has no zone, so none may shift it. */
export function longDay(day: string) {
  return zoned({ ...long, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** As `longDay`, the year only when it is not this one: 18 December. */
export function shortDay(day: string, now = today()) {
  return day.slice(0, 4) === now.slice(0, 4) ? longDay(day).replace(/ \d+$/, '') : longDay(day)
}

/** Day and month of a day apart, for a calendar leaf: `['20', 'Nov']`. */
export function dayLeaf(day: string): [day: string, month: string] {
  const date = new Date(`${day}T00:00:00Z`)
  return [String(date.getUTCDate()), zoned({ month: 'short', timeZone: 'UTC' }).format(date).slice(0, 3)]
}

/** An instant as its day where the reader is: 20 November 2026. */
export const longDate = (instant: string) => zoned(long).format(new Date(instant))

/** With the time: 20 November 2026, 09:30. */
export const longTime = (instant: string) =>
  `${longDate(instant)}, ${zoned({ hour: '2-digit', minute: '2-digit' }).format(new Date(instant))}`

/** Today as a day, where the reader is or in the zone given. */
export function today(timeZone?: string, now = new Date()) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

/** How far a day is away, in the words a person would use: today, tomorrow, in 4 days, in 8 weeks. */
export function untilDay(day: string, from = today()) {
  const days = Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)
  const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
  if (Math.abs(days) < 14) return words.format(days, 'day')
  if (Math.abs(days) < 70) return words.format(Math.round(days / 7), 'week')
  if (Math.abs(days) < 700) return words.format(Math.round(days / 30.44), 'month')
  return words.format(Math.round(days / 365.25), 'year')
}

/** How long ago an instant was: just now, 5 minutes ago, 2 hours ago, yesterday; a week later the day itself. */
export function ago(instant: string, now = Date.now()) {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1_000)
  const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
  if (seconds < 60) return 'just now'
  if (seconds < 3_600) return words.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return words.format(-Math.floor(seconds / 3_600), 'hour')
  if (seconds < 7 * 86_400) return words.format(-Math.floor(seconds / 86_400), 'day')
  return longDate(instant)
}
