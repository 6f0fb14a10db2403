import { formatClockTime, formatDay, formatDayLeaf, formatWeekday, localDay } from '../../../ui/dates.ts'

/** Today, Yesterday, Wednesday, 3 November 2026. */
export function formatDaySeparator(day: string, today: string) {
  const ago = daysBetween(day, today)
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  return ago > 1 && ago < 7 ? formatWeekday(day) : formatDay(day)
}

/** 09:52, Wed, 3 Nov, 3 Nov 2025. */
export function formatLastMessageTime(instant: string, today: string) {
  const day = localDay(instant)
  const ago = daysBetween(day, today)
  if (ago <= 0) return formatClockTime(instant)
  if (ago < 7) return formatWeekday(day).slice(0, 3)
  const [date, month] = formatDayLeaf(day)
  return day.slice(0, 4) === today.slice(0, 4) ? `${date} ${month}` : `${date} ${month} ${day.slice(0, 4)}`
}

function daysBetween(day: string, today: string) {
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
}
