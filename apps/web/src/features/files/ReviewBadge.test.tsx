import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ReviewBadge } from './ReviewBadge.tsx'

const textOf = (state: 'open' | 'approved', dueDate: string | null, today = '2026-11-23') =>
  render(<ReviewBadge review={{ state, dueDate }} today={today} />).container.textContent

test('a review is overdue from the day after its due date, while it is open', () => {
  expect(textOf('open', '2026-11-22')).toBe('In review, overdue')
  expect(textOf('open', '2026-11-23')).toBe('In review')
  expect(textOf('open', null)).toBe('In review')
  expect(textOf('approved', '2026-11-22')).toBe('Approved')
})
