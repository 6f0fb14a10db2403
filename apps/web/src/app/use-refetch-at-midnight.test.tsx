import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import '../../test/fixtures.tsx'
import { createQueryClient } from './query-client.ts'
import { useRefetchAtMidnight } from './use-refetch-at-midnight.ts'

const read = vi.fn(async () => 'read')

function Page({ timeZone }: { timeZone: string | undefined }) {
  useRefetchAtMidnight(timeZone)
  useQuery({ queryKey: ['projects', 'list'], queryFn: read })
  return null
}

function Shown({ timeZone }: { timeZone: string | undefined }) {
  return (
    <QueryClientProvider client={client}>
      <Page timeZone={timeZone} />
    </QueryClientProvider>
  )
}

let client = createQueryClient()

/** Shows a page at this time, and returns a function that lets time pass. */
async function showAt(now: string, timeZone: string | undefined) {
  vi.useFakeTimers({ now: new Date(now) })
  read.mockClear()
  client = createQueryClient()
  const page = render(<Shown timeZone={timeZone} />)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  return {
    learn: (zone: string) => page.rerender(<Shown timeZone={zone} />),
    pass: (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000)),
  }
}

test.for([
  ['Pacific/Kiritimati', '2026-11-20T09:55:00Z'],
  ['Pacific/Pago_Pago', '2026-11-20T10:55:00Z'],
])('refetches the projects once when the day ends in %s', async ([timeZone, now = '']) => {
  const { pass } = await showAt(now, timeZone)

  await pass(4)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(2)
  expect(read).toHaveBeenCalledTimes(2)
  await pass(60)
  expect(read).toHaveBeenCalledTimes(2)
})

test('does not refetch when the time zone becomes known', async () => {
  const { learn, pass } = await showAt('2026-11-20T09:00:00Z', undefined)

  learn('Pacific/Kiritimati')
  await pass(1)

  expect(read).toHaveBeenCalledTimes(1)
})
