import { expect, test, vi } from 'vitest'
import { formatTimeAgo } from '../ui/dates.ts'
import { subscribeToTime } from '../ui/use-now.ts'
import { serverNow, setServerClock } from './server-clock.ts'

const YEAR_MS = 365 * 86_400_000
const answerOf = (time: number) => new Response(null, { headers: { date: new Date(time).toUTCString() } })

test.for([3 * YEAR_MS, -3 * YEAR_MS])(
  'tells the time of the server on a device that is off by %d ms',
  (error) => {
    const time = Date.parse('2026-11-27T12:00:00Z')
    vi.useFakeTimers({ now: time + error })

    setServerClock(answerOf(time))
    vi.advanceTimersByTime(3 * 3_600_000)

    expect(new Date(serverNow())).toEqual(new Date('2026-11-27T15:00:00Z'))
    expect(formatTimeAgo('2026-11-27T13:00:00Z')).toBe('2 hours ago')
    setServerClock(answerOf(Date.now()))
  },
)

test('keeps the clock of the device when it is about right, and when an answer has no date', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00.700Z') })

  setServerClock(answerOf(Date.now() - 3_000))
  setServerClock(new Response())

  expect(serverNow()).toBe(Date.now())
})

test('updates the times on screen when the server turns out to have another time', () => {
  vi.useFakeTimers({ now: 0 })
  const listener = vi.fn()
  const unsubscribe = subscribeToTime(listener)

  setServerClock(answerOf(YEAR_MS))

  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
  setServerClock(answerOf(Date.now()))
  expect(listener).toHaveBeenCalledOnce()
})
