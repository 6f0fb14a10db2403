import { expect, test } from 'vitest'
import {
  dayInTimeZone,
  formatDateTime,
  formatDay,
  formatDayLeaf,
  formatDaysUntil,
  formatDayWithoutThisYear,
  formatInstant,
  formatTimeAgo,
  formatWeekday,
  localDay,
} from './dates.ts'

test('formats a day in British English in every time zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 November 2026')
  expect(formatDay('2027-01-01')).toBe('1 January 2027')
})

test('leaves out the current year', () => {
  expect(formatDayWithoutThisYear('2026-12-18', '2026-11-20')).toBe('18 December')
  expect(formatDayWithoutThisYear('2027-01-15', '2026-11-20')).toBe('15 January 2027')
})

test('shortens the month to three letters', () => {
  expect(formatDayLeaf('2026-09-04')).toEqual(['4', 'Sep'])
})

test('formats an instant in the reader’s time zone', () => {
  const late = new Date(2026, 10, 20, 23, 59)
  expect(localDay(late)).toBe('2026-11-20')
  expect(formatDateTime(late.toISOString())).toBe('20 November 2026, 23:59')
  expect(formatDateTime(new Date(2026, 0, 1, 0, 5).toISOString())).toBe('1 January 2026, 00:05')
  expect(formatInstant(late.toISOString())).toMatch(/^20 November 2026 at 23:59:00 \S+$/)
})

test.for([
  ['Pacific/Kiritimati', '2026-01-01'],
  ['Pacific/Pago_Pago', '2025-12-31'],
  ['Europe/London', '2025-12-31'],
  ['Mars/Olympus', '2025-12-31'],
])('reads the day in %s as %s, and counts an unknown zone as UTC', ([timeZone = '', day]) => {
  expect(dayInTimeZone(timeZone, new Date('2025-12-31T11:30:00Z'))).toBe(day)
})

test('names the weekday in every time zone', () => {
  expect(formatWeekday('2026-11-20')).toBe('Friday')
})

test.for([
  ['2026-11-20', 'today'],
  ['2026-11-21', 'tomorrow'],
  ['2026-11-19', 'yesterday'],
  ['2026-11-24', 'in 4 days'],
  ['2026-12-18', 'in 4 weeks'],
  ['2027-01-15', 'in 8 weeks'],
  ['2027-11-20', 'in 12 months'],
  ['2026-11-13', '7 days ago'],
  ['2024-11-20', '2 years ago'],
])('formats %s as %s', ([day = '', words]) => {
  expect(formatDaysUntil(day, '2026-11-20')).toBe(words)
})

test.for([
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:00:05Z', 'just now'],
  ['2026-11-20T11:58:30Z', '1 minute ago'],
  ['2026-11-20T11:55:00Z', '5 minutes ago'],
  ['2026-11-20T10:00:00Z', '2 hours ago'],
  ['2026-11-19T10:00:00Z', 'yesterday'],
  ['2026-11-17T10:00:00Z', '3 days ago'],
  ['2026-11-09T10:00:00Z', '9 November 2026'],
])('formats %s as %s', ([instant = '', words]) => {
  expect(formatTimeAgo(instant, Date.parse('2026-11-20T12:00:00Z'))).toBe(words)
})
