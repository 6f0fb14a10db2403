import { expect, test } from 'vitest'
import { aProject } from '../../../test/project.ts'
import { groupByDeadline } from './due-groups.ts'

/** A Wednesday. */
const TODAY = '2026-11-18'

test.for([
  ['2026-11-17', 'Overdue'],
  ['2026-11-18', 'This week'],
  ['2026-11-22', 'This week'],
  ['2026-11-23', 'This month'],
  ['2026-11-30', 'This month'],
  ['2026-12-01', 'Later'],
  [null, 'No due date'],
])('a project due on %s is in “%s”', ([dueDate, title]) => {
  expect(groupByDeadline([aProject({ dueDate })], TODAY)).toMatchObject([{ title }])
})

test('at the end of a month, this week reaches into the next', () => {
  const [monday, tuesday] = ['2026-12-06', '2026-12-07'].map((dueDate) => aProject({ dueDate }))
  const groups = groupByDeadline(
    [monday, tuesday].flatMap((one) => one ?? []),
    '2026-11-30',
  )
  expect(groups.map(({ title }) => title)).toEqual(['This week', 'Later'])
})

test('completed and archived projects have groups of their own', () => {
  const dueDate = '2026-11-17'
  const groups = groupByDeadline(
    [
      aProject({ id: 'a', dueDate }),
      aProject({ id: 'b', dueDate }),
      aProject({ id: 'c', dueDate, status: 'Completed' }),
      aProject({ id: 'd', dueDate, archivedAt: '2026-11-01T00:00:00.000Z' }),
    ],
    TODAY,
  )
  expect(groups.map(({ title, projects }) => [title, projects.map(({ id }) => id).join('')])).toEqual([
    ['Overdue', 'ab'],
    ['Completed', 'c'],
    ['Archived', 'd'],
  ])
})
