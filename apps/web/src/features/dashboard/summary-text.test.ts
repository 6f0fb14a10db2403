import { expect, test } from 'vitest'
import { deadlinesText, overdueText } from './summary-text.ts'

const friday = '2026-11-20'
const due = (...days: string[]) => days.map((dueDate) => ({ dueDate }))

test.for<[string[], string]>([
  [[], 'No deadlines ahead.'],
  [['2026-11-20', '2026-11-21'], 'One deadline today.'],
  [['2026-11-21', '2026-11-21'], 'Two deadlines tomorrow.'],
  [['2026-11-22', '2026-11-23'], 'One deadline this week.'],
  [['2026-11-23', '2026-11-29', '2026-11-30'], 'Two deadlines next week.'],
  [['2026-11-30'], 'The next deadline is 30 November.'],
  [['2027-01-15'], 'The next deadline is 15 January 2027.'],
])('%s: %s', ([days, text]) => {
  expect(deadlinesText(due(...days), friday)).toBe(text)
})

test('adds “or more” when the list is full', () => {
  const days = Array.from({ length: 5 }, () => '2026-11-24')
  expect(deadlinesText(due(...days), friday)).toBe('Five deadlines or more next week.')
})

test('counts a deadline of yesterday as today', () => {
  expect(deadlinesText(due('2026-11-19'), friday)).toBe('One deadline today.')
})

test.for<[number, string]>([
  [1, 'One project is'],
  [3, 'Three projects are'],
  [12, '12 projects are'],
])('%s overdue: %s', ([late, text]) => {
  expect(overdueText(late)).toBe(text)
})
