import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectComplaint, toasts } from '../../test/fixtures.tsx'
import { ApiError } from './api.ts'
import { createQueryClient } from './query-client.ts'

type Meta = Parameters<typeof mutate>[1]

function mutate(
  outcome: unknown,
  meta: { success?: string; failure?: string; fallback?: string; quiet?: boolean },
) {
  const client = createQueryClient()
  const mutationFn = () => (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome))
  return client.getMutationCache().build(client, { mutationFn, meta }).execute(undefined)
}

const refused = new ApiError(409, { code: 'PROJECT_NOT_DUE', message: 'Not before 3 May 2027.' })
const unreachable = new ApiError(0, { code: 'UNREACHABLE' })
const unreadable = new ApiError(502, { code: 'UNREADABLE' })

test('a success is said', async () => {
  await mutate('done', { success: 'Due date updated successfully' })

  expect(toasts()).toEqual([{ kind: 'success', title: 'Due date updated successfully', detail: undefined }])
})

test.for<[string, ApiError, Meta, string, string | undefined]>([
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
  ['the fallback and why', unreachable, { fallback: 'Failed' }, 'Failed', 'We could not reach the server.'],
  ['something, always', unreadable, {}, 'That did not work. Please try again.', undefined],
])('a failure says %s', async ([, error, meta, title, detail]) => {
  await expect(mutate(error, meta)).rejects.toBe(error)

  expect(toasts()).toEqual([{ kind: 'error', title, detail }])
})

test('a form that shows the failure itself asks for silence', async () => {
  await expect(mutate(refused, { quiet: true })).rejects.toBe(refused)

  expect(toasts()).toEqual([])
})

test('what a change made untrue is asked for again', async () => {
  const client = createQueryClient()
  client.setQueryData(['projects', 'p1'], 'old')

  await client
    .getMutationCache()
    .build(client, { mutationFn: async () => 'new', meta: { refresh: [['projects']] } })
    .execute(undefined)

  expect(client.getQueryState(['projects', 'p1'])?.isInvalidated).toBe(true)
})

test('a failed read is logged, not toasted', async () => {
  const logged = expectComplaint('error')

  await expect(
    createQueryClient().fetchQuery({ queryKey: ['projects'], queryFn: () => Promise.reject(refused) }),
  ).rejects.toBe(refused)

  expect(logged).toHaveBeenCalledWith(['projects'], refused)
  expect(toasts()).toEqual([])
})

test.for<[string, string[], number]>([
  [
    'what is shown and could not be read anew is asked for until it is true',
    ['unreachable', 'unreadable'],
    4,
  ],
  ['what was refused is not', ['refused'], 2],
])('%s', async ([, failures, times]) => {
  vi.useFakeTimers()
  expectComplaint('error')
  const answers = { unreachable, unreadable, refused }
  const queryFn = vi.fn().mockResolvedValue('new').mockResolvedValueOnce('old')
  for (const failure of failures) queryFn.mockRejectedValueOnce(answers[failure as keyof typeof answers])
  const client = createQueryClient()
  onTestFinished(new QueryObserver(client, { queryKey: ['projects'], queryFn }).subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(10)

  client.invalidateQueries({ queryKey: ['projects'] })
  await vi.advanceTimersByTimeAsync(120_000)

  expect(queryFn).toHaveBeenCalledTimes(times)
  expect(client.getQueryData(['projects'])).toBe(times === 4 ? 'new' : 'old')
})

test('what shows nothing yet is left to whoever looks at it', async () => {
  vi.useFakeTimers()
  expectComplaint('error')
  const queryFn = vi.fn().mockRejectedValue(unreachable)
  onTestFinished(
    new QueryObserver(createQueryClient(), { queryKey: ['projects'], queryFn }).subscribe(() => {}),
  )

  await vi.advanceTimersByTimeAsync(120_000)

  expect(queryFn).toHaveBeenCalledOnce()
})
