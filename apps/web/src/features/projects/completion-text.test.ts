import { expect, test } from 'vitest'
import { completionText } from './completion-text.ts'

const on = '2026-11-23'

test.for([
  ['2026-12-20', 'Completed on 23 November, 27 days before 20 December'],
  ['2026-11-24', 'Completed on 23 November, 1 day before 24 November'],
  ['2027-01-15', 'Completed on 23 November, 53 days before 15 January 2027'],
  [on, 'Completed on 23 November'],
  ['2026-11-13', 'Completed on 23 November, 10 days after 13 November'],
  [null, 'Completed on 23 November'],
] as const)('completed on 23 November and due on %s reads “%s”', ([dueDate, text]) => {
  expect(completionText({ on, dueDate }, on)).toBe(text)
})

test('days of another year are shown with their year', () => {
  expect(completionText({ on, dueDate: '2026-12-20' }, '2027-03-01')).toBe(
    'Completed on 23 November 2026, 27 days before 20 December 2026',
  )
})
