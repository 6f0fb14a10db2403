import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setServerClock } from '../../app/server-clock.ts'
import { deadlineIn, useIsBefore } from './deadlines.ts'

const setClock = (time: number) =>
  setServerClock(new Response(null, { headers: { date: new Date(time).toUTCString() } }))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  setClock(Date.now())
})

test('a time is over when it has come, also when the timer was a little early', async () => {
  const { result } = renderHook(useIsBefore, { initialProps: deadlineIn(600) })
  // Timers are a millisecond ahead of the clock from here.
  vi.setSystemTime(Date.now() - 1)

  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(result.current).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1))

  expect(result.current).toBe(false)
})

test('a time is over by the clock of the server, whatever that of the device says', async () => {
  const { result } = renderHook(useIsBefore, { initialProps: deadlineIn(600) })
  expect(result.current).toBe(true)

  act(() => setClock(Date.now() + 601_000))

  expect(result.current).toBe(false)
  expect(deadlineIn(0)).toBe(0)
})
