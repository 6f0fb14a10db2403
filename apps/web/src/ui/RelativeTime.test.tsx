import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTime } from './RelativeTime.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('updates the text while the page stays open', () => {
  render(<RelativeTime instant="2026-11-20T11:59:30.000Z" />)
  const time = screen.getByText('just now')

  act(() => vi.advanceTimersByTime(61_000))
  expect(time.textContent).toBe('1 minute ago')
  act(() => vi.advanceTimersByTime(2 * 3_600_000))
  expect(time.textContent).toBe('2 hours ago')
})

test('shows an instant after the page’s clock as just now', () => {
  render(<RelativeTime instant="2026-11-20T12:00:20.000Z" />)
  expect(screen.getByText('just now')).toBeDefined()
})
