import { describe, expect, test } from 'vitest'
import {
  reduceQueue,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  type UploadState,
  uploadsToStart,
} from './upload-queue.ts'

const MB = 1_024 * 1_024

const anUpload = (id: string, part: Partial<Upload> = {}): Upload => ({
  id,
  clientUploadId: `upload-${id}`,
  name: `${id}.pdf`,
  size: 30 * MB,
  target: {},
  state: 'queued',
  bytesSent: 0,
  bytesPerSecond: 0,
  file: new File([], `${id}.pdf`),
  ...part,
})

const after = (queue: UploadQueue, ...events: UploadEvent[]) => events.reduce(reduceQueue, queue)
const states = (queue: UploadQueue) => Object.fromEntries(queue.map(({ id, state }) => [id, state]))
const ids = (queue: UploadQueue) => queue.map(({ id }) => id)

const failure = { reason: 'No room.', canRetry: true }

describe('an upload changes its state', () => {
  const events: UploadEvent[] = [
    { type: 'added', uploads: [anUpload('a')] },
    { type: 'started', id: 'a' },
    { type: 'progressed', id: 'a', bytesSent: 1, at: 1 },
    { type: 'interrupted', id: 'a', interruption: 'connection' },
    { type: 'retried', id: 'a' },
    { type: 'stored', id: 'a' },
    { type: 'failed', id: 'a', failure },
  ]
  // State, event, next state. Every other event leaves the state as it is.
  const changes = `
    queued                 started     sending
    sending                interrupted waiting-for-connection
    sending                stored      stored
    sending                failed      failed
    waiting-for-connection progressed  sending
    waiting-for-connection retried     sending
    waiting-for-connection stored      stored
    waiting-for-connection failed      failed
    failed                 retried     queued
    failed                 added       queued
    stopped                added       queued
    stored                 added       queued
  `
  const rows = changes
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ +/))
  const allStates = [...new Set(rows.map(([state]) => state as UploadState))]
  const cases = allStates.flatMap((state) => events.map((event) => [state, event] as const))

  test.for(cases)('$0, $1.type', ([state, event]) => {
    const change = rows.find(([from, type]) => from === state && type === event.type)
    expect(after([anUpload('a', { state })], event)).toMatchObject([{ id: 'a', state: change?.[2] ?? state }])
  })
})

describe('two uploads run at a time', () => {
  const queue = ['a', 'b', 'c'].map((id) => anUpload(id))
  const running = after(queue, { type: 'started', id: 'a' }, { type: 'started', id: 'b' })

  test('the third starts when one of them is stored', () => {
    expect(ids(uploadsToStart(queue))).toEqual(['a', 'b'])
    expect(uploadsToStart(running)).toEqual([])
    expect(ids(uploadsToStart(after(running, { type: 'stored', id: 'a' })))).toEqual(['c'])
  })

  test('an upload that waits for the connection keeps its place, a failed one does not', () => {
    expect(
      uploadsToStart(after(running, { type: 'interrupted', id: 'a', interruption: 'connection' })),
    ).toEqual([])
    expect(ids(uploadsToStart(after(running, { type: 'failed', id: 'a', failure })))).toEqual(['c'])
  })
})

describe('a file that is chosen again', () => {
  test('takes the place of its stopped upload', () => {
    const stopped = anUpload('a', { state: 'stopped' })
    const queue = after([stopped, anUpload('b')], { type: 'added', uploads: [anUpload('a'), anUpload('c')] })
    expect(states(queue)).toEqual({ a: 'queued', b: 'queued', c: 'queued' })
    expect(ids(queue)).toEqual(['a', 'b', 'c'])
  })

  test('is sent once', () => {
    const sending = anUpload('a', { state: 'sending', bytesSent: 5 })
    expect(after([sending], { type: 'added', uploads: [anUpload('a')] })).toEqual([sending])
    expect(ids(after([], { type: 'added', uploads: [anUpload('a'), anUpload('a')] }))).toEqual(['a'])
  })
})

test('stored uploads are counted until a new batch begins', () => {
  const stored = after(
    [anUpload('a'), anUpload('b')],
    { type: 'started', id: 'a' },
    { type: 'stored', id: 'a' },
  )
  expect(ids(after(stored, { type: 'added', uploads: [anUpload('c')] }))).toEqual(['a', 'b', 'c'])

  const finished = after(stored, { type: 'removed', id: 'b' })
  expect(ids(after(finished, { type: 'added', uploads: [anUpload('c')] }))).toEqual(['c'])
})

describe('the speed', () => {
  const sending = after([anUpload('a')], { type: 'started', id: 'a' })
  const progress = (bytesSent: number, at: number): UploadEvent => ({
    type: 'progressed',
    id: 'a',
    bytesSent,
    at,
  })

  test('is smoothed over the last moments', () => {
    const first = after(sending, progress(0, 0), progress(2 * MB, 1_000))
    expect(first[0]).toMatchObject({ bytesSent: 2 * MB, bytesPerSecond: 2 * MB })
    const faster = after(first, progress(6 * MB, 2_000))
    expect(faster[0]?.bytesPerSecond).toBeGreaterThan(2 * MB)
    expect(faster[0]?.bytesPerSecond).toBeLessThan(4 * MB)
  })

  test('is not measured over less than half a second, nor over an interruption', () => {
    expect(after(sending, progress(0, 0), progress(MB, 10))[0]?.bytesPerSecond).toBe(0)
    const resumed = after(
      sending,
      progress(0, 0),
      { type: 'interrupted', id: 'a', interruption: 'connection' },
      progress(20 * MB, 9_000),
      progress(21 * MB, 10_000),
    )
    expect(resumed[0]).toMatchObject({ state: 'sending', bytesPerSecond: MB })
  })

  test('is unknown after an interruption, while the bytes sent are kept', () => {
    const interrupted = after(sending, progress(0, 0), progress(2 * MB, 1_000), {
      type: 'interrupted',
      id: 'a',
      interruption: 'connection',
    })
    expect(interrupted[0]).toMatchObject({ bytesSent: 2 * MB, bytesPerSecond: 0 })
  })
})

test('a failure keeps its reason until it is retried', () => {
  const failed = after([anUpload('a', { state: 'sending' })], { type: 'failed', id: 'a', failure })
  expect(failed[0]).toMatchObject({ failure })
  expect(after(failed, { type: 'retried', id: 'a' })[0]).not.toHaveProperty('failure')
})

test('events of a removed upload change nothing', () => {
  const queue = after([anUpload('a'), anUpload('b')], { type: 'removed', id: 'a' })
  expect(ids(queue)).toEqual(['b'])
  expect(after(queue, { type: 'progressed', id: 'a', bytesSent: 1, at: 1 })).toEqual(queue)
})
