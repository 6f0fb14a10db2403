import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import '../../../test/fixtures.tsx'
import { StatusField } from './StatusField.tsx'

test('completed opens on the due date, though nobody loads the page anew', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 30) })
  render(<StatusField value="In Progress" onChange={() => {}} dueDate="2026-11-21" />)
  const completed = () => screen.getByRole<HTMLOptionElement>('option', { name: 'Completed' })
  expect(completed().disabled).toBe(true)

  act(() => void vi.advanceTimersByTime(31 * 60_000))

  expect(completed().disabled).toBe(false)
})
