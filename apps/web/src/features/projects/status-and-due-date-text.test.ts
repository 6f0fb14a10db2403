import { expect, test } from 'vitest'
import { statusAndDueDateText } from './status-and-due-date-text.ts'

const facts = { status: 'In Progress', dueDate: '2026-12-23', overdue: false, completion: null } as const

test.for([
  [{}, 'In Progress, due 23 December'],
  [{ dueDate: '2027-01-09' }, 'In Progress, due 9 January 2027'],
  [{ dueDate: '2026-11-13', overdue: true }, 'In Progress, overdue since 13 November'],
  [{ dueDate: null }, 'In Progress, no deadline'],
  [
    { status: 'Completed', completion: { on: '2026-11-19', dueDate: '2026-11-20' } },
    'Completed on 19 November, 1 day before 20 November',
  ],
] as const)('%o reads “%s”', ([part, text]) => {
  expect(statusAndDueDateText({ ...facts, ...part }, '2026-11-20')).toBe(text)
})
