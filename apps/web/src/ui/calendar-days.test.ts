import { expect, test } from 'vitest'
import { addMonths, endOfMonth, endOfWeek, startOfWeek, weeksOfMonth } from './calendar-days.ts'

test.for([
  ['2026-11-18', '2026-11-16', '2026-11-22'],
  ['2026-11-16', '2026-11-16', '2026-11-22'],
  ['2026-11-22', '2026-11-16', '2026-11-22'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
] as const)('the week of %s is from %s to %s', ([day, monday, sunday]) => {
  expect([startOfWeek(day), endOfWeek(day)]).toEqual([monday, sunday])
})

test('the last day of a month', () => {
  expect(['2026-02-03', '2028-02-29', '2026-12-31'].map(endOfMonth)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
  ])
})

test('months go over the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('the weeks of a month are whole', () => {
  const weeks = weeksOfMonth('2026-02')
  expect(weeks.map(([monday]) => monday)).toEqual([
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
    '2026-02-16',
    '2026-02-23',
  ])
  expect(weeks.at(-1)?.at(-1)).toBe('2026-03-01')
  expect(weeks.every((week) => week.length === 7)).toBe(true)
})
