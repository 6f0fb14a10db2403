import { longDay, today } from '../../ui/dates.ts'

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** 09:41, where the reader is. */
export const clock = (instant: string) => clockFormat.format(new Date(instant))

/** The day an instant falls on where the reader is, as `YYYY-MM-DD`. */
export function dayOf(instant: string) {
  const at = new Date(instant)
  const part = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`
}

/** What stands between two days of a conversation: Today, Yesterday, Wednesday, 3 November 2026. */
export function dayInWords(day: string, now = today()) {
  const ago = daysBetween(day, now)
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  return ago > 1 && ago < 7 ? weekdayFormat.format(new Date(`${day}T00:00:00Z`)) : longDay(day)
}

/** When something was said last, short enough for a list: 09:52, Wed, 3 Nov, 3 Nov 2025. */
export function lately(instant: string, now = today()) {
  const day = dayOf(instant)
  const ago = daysBetween(day, now)
  if (ago <= 0) return clock(instant)
  const at = new Date(`${day}T00:00:00Z`)
  if (ago < 7) return weekdayFormat.format(at).slice(0, 3)
  return day.slice(0, 4) === now.slice(0, 4)
    ? shortFormat.format(at)
    : `${shortFormat.format(at)} ${day.slice(0, 4)}`
}

function daysBetween(day: string, now: string) {
  return Math.round((Date.parse(now) - Date.parse(day)) / 86_400_000)
}
