import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectComplaint, problem, serve, signInClient } from '../../../test/fixtures.tsx'
import { createQueryClient } from '../../app/query-client.ts'
import { filesOf } from './files.queries.ts'

test('a list whose refetch failed is refetched soon, not only when its links are renewed', async () => {
  vi.useFakeTimers()
  expectComplaint('error')
  signInClient()
  let isDown = false
  const fetched = serve({
    'GET /files/project/p1': () => (isDown ? problem(503, 'NOT_READY', '') : Response.json([])),
  })
  const client = createQueryClient()
  onTestFinished(new InfiniteQueryObserver(client, filesOf('p1')).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(100)
  isDown = true
  client.invalidateQueries({ queryKey: ['files', 'p1'] })
  await vi.advanceTimersByTimeAsync(100)
  isDown = false

  await vi.advanceTimersByTimeAsync(20_000)

  expect(fetched).toHaveBeenCalledTimes(3)
  expect(client.getQueryState(['files', 'p1'])?.status).toBe('success')
})
