import { type MutationMeta, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectComplaint, toasts } from '../../test/fixtures.tsx'
import { ApiError } from './api.ts'
import { createQueryClient } from './query-client.ts'

function mutate(outcome: unknown, meta: MutationMeta, client = createQueryClient()) {
  const mutationFn = () => (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome))
  return client.getMutationCache().build(client, { mutationFn, meta }).execute(undefined)
}

const refused = new ApiError(409, { code: 'PROJECT_NOT_DUE', message: 'Not before 3 May 2027.' })
const unreachable = new ApiError(0, { code: 'UNREACHABLE' })
const unreadable = new ApiError(502, { code: 'UNREADABLE' })

test('shows a success as a toast', async () => {
  await mutate('done', { success: 'Due date updated successfully' })

  expect(toasts()).toEqual([{ kind: 'success', title: 'Due date updated successfully', detail: undefined }])
})

test.for<[string, ApiError, MutationMeta, string, string | undefined]>([
  [
    'the fixed sentence, the server’s below it',
    refused,
    { failure: 'Failed' },
    'Failed',
    'Not before 3 May 2027.',
  ],
  ['the fixed sentence alone', unreadable, { failure: 'Failed' }, 'Failed', undefined],
  ['the server’s own sentence', refused, { fallback: 'Failed' }, 'Not before 3 May 2027.', undefined],
  ['the fallback', unreadable, { fallback: 'Failed' }, 'Failed', undefined],
  [
    'the fallback and the reason',
    unreachable,
    { fallback: 'Failed' },
    'Failed',
    'We could not reach the server.',
  ],
  ['a general sentence', unreadable, {}, 'That did not work. Please try again.', undefined],
])('shows a failure as %s', async ([, error, meta, title, detail]) => {
  await expect(mutate(error, meta)).rejects.toBe(error)

  expect(toasts()).toEqual([{ kind: 'error', title, detail }])
})

test('shows no toast for a mutation of a form that shows the error itself', async () => {
  await expect(mutate(refused, { quiet: true })).rejects.toBe(refused)

  expect(toasts()).toEqual([])
})

test.for<[string, unknown]>([
  ['a success', 'done'],
  ['a failure, which may be due to other changes', refused],
])('refetches the stale topics of the endpoint after %s', async ([, outcome]) => {
  const client = createQueryClient()
  client.setQueryData(['projects', 'p1'], 'old')
  client.setQueryData(['files', 'p1'], 'not stale')

  await mutate(outcome, { calls: 'projects.update' }, client).catch(() => {})

  expect(client.getQueryState(['projects', 'p1'])?.isInvalidated).toBe(true)
  expect(client.getQueryState(['files', 'p1'])?.isInvalidated).toBe(false)
})

test('does not refetch a query that the mutation deletes', async () => {
  const client = createQueryClient()
  client.setQueryData(['projects', 'p1'], 'deleted')

  await mutate('done', { calls: 'projects.remove', deletes: [['projects', 'p1']] }, client)

  expect(client.getQueryState(['projects', 'p1'])?.isInvalidated).toBe(false)
})

test('succeeds before a background refetch is over', async () => {
  const client = createQueryClient()
  const queryFn = vi.fn(() => new Promise<string>(() => {}))
  const query = { queryKey: ['projects', 'p1'] as const, queryFn, initialData: 'old', staleTime: Infinity }
  onTestFinished(new QueryObserver(client, query).subscribe(() => {}))

  await mutate('done', { calls: 'projects.update', background: true }, client)

  expect(queryFn).toHaveBeenCalledOnce()
})

test('logs a failed query, and shows no toast', async () => {
  const logged = expectComplaint('error')

  await expect(
    createQueryClient().fetchQuery({ queryKey: ['projects'], queryFn: () => Promise.reject(refused) }),
  ).rejects.toBe(refused)

  expect(logged).toHaveBeenCalledWith(['projects'], refused)
  expect(toasts()).toEqual([])
})

test.for<[string, string[], number]>([
  ['refetches a query with data until it succeeds', ['unreachable', 'unreadable'], 4],
  ['does not repeat a refetch that was refused', ['refused'], 2],
])('%s', async ([, failures, times]) => {
  vi.useFakeTimers()
  expectComplaint('error')
  const errors = { unreachable, unreadable, refused }
  const queryFn = vi.fn().mockResolvedValue('new').mockResolvedValueOnce('old')
  for (const failure of failures) queryFn.mockRejectedValueOnce(errors[failure as keyof typeof errors])
  const client = createQueryClient()
  onTestFinished(new QueryObserver(client, { queryKey: ['projects'], queryFn }).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(10)

  client.invalidateQueries({ queryKey: ['projects'] })
  await vi.advanceTimersByTimeAsync(120_000)

  expect(queryFn).toHaveBeenCalledTimes(times)
  expect(client.getQueryData(['projects'])).toBe(times === 4 ? 'new' : 'old')
})

test('does not refetch a failed query that has no data yet', async () => {
  vi.useFakeTimers()
  expectComplaint('error')
  const queryFn = vi.fn().mockRejectedValue(unreachable)
  onTestFinished(
    new QueryObserver(createQueryClient(), { queryKey: ['projects'], queryFn }).subscribe(() => {}),
  )

  await vi.advanceTimersByTimeAsync(120_000)

  expect(queryFn).toHaveBeenCalledOnce()
})
