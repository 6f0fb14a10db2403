import { describe, expect, test } from 'vitest'
import { afterwards, type Happening, type Queue, toBegin, type Upload } from './queue.ts'

const MB = 1_024 * 1_024

const anUpload = (id: string, part: Partial<Upload> = {}): Upload => ({
  id,
  name: `${id}.pdf`,
  size: 30 * MB,
  state: 'waiting',
  sent: 0,
  speed: 0,
  file: new File([], `${id}.pdf`),
  ...part,
})

const after = (queue: Queue, ...happenings: Happening[]) => happenings.reduce(afterwards, queue)
const states = (queue: Queue) => Object.fromEntries(queue.map(({ id, state }) => [id, state]))
const ids = (queue: Queue) => queue.map(({ id }) => id)

describe('whose turn it is', () => {
  const queue = ['a', 'b', 'c'].map((id) => anUpload(id))

  test('the first two go, the third waits for one of them', () => {
    expect(ids(toBegin(queue))).toEqual(['a', 'b'])
    const begun = after(queue, { type: 'began', id: 'a' }, { type: 'began', id: 'b' })
    expect(toBegin(begun)).toEqual([])
    expect(ids(toBegin(after(begun, { type: 'removed', id: 'a' })))).toEqual(['c'])
  })

  test('one that waits for the line keeps its place; one that failed gives it up', () => {
    const begun = after(queue, { type: 'began', id: 'a' }, { type: 'began', id: 'b' })
    expect(toBegin(after(begun, { type: 'lost', id: 'a' }))).toEqual([])
    const failed = after(begun, { type: 'failed', id: 'a', reason: 'No room.', again: true })
    expect(ids(toBegin(failed))).toEqual(['c'])
  })

  test('what was left behind waits for its file, not for its turn', () => {
    const { file: _, ...left } = anUpload('a', { state: 'left', sent: 9 })
    expect(toBegin([left])).toEqual([])
    expect(states(after([left], { type: 'retried', id: 'a' }))).toEqual({ a: 'left' })
  })
})

describe('a file that is chosen again', () => {
  test('takes the place of what was left of it', () => {
    const left = anUpload('a', { state: 'left' })
    const queue = after([left, anUpload('b')], { type: 'added', uploads: [anUpload('a'), anUpload('c')] })
    expect(states(queue)).toEqual({ a: 'waiting', b: 'waiting', c: 'waiting' })
    expect(ids(queue)).toEqual(['a', 'b', 'c'])
  })

  test('is not begun twice', () => {
    const queue = after([anUpload('a', { state: 'sending', sent: 5 })], {
      type: 'added',
      uploads: [anUpload('a')],
    })
    expect(queue).toMatchObject([{ id: 'a', state: 'sending', sent: 5 }])
    expect(ids(after([], { type: 'added', uploads: [anUpload('a'), anUpload('a')] }))).toEqual(['a'])
  })
})

describe('on its way', () => {
  const sending = after([anUpload('a')], { type: 'began', id: 'a' })
  const progress = (sent: number, at: number): Happening => ({ type: 'progressed', id: 'a', sent, at })

  test('the speed is that of the last moments, smoothed', () => {
    const first = after(sending, progress(0, 0), progress(2 * MB, 1_000))
    expect(first[0]).toMatchObject({ sent: 2 * MB, speed: 2 * MB })
    const faster = after(first, progress(6 * MB, 2_000))
    expect(faster[0]?.speed).toBeGreaterThan(2 * MB)
    expect(faster[0]?.speed).toBeLessThan(4 * MB)
  })

  test('it is not taken from a blink, nor from a jump to where it had stopped', () => {
    expect(after(sending, progress(0, 0), progress(MB, 10))[0]?.speed).toBe(0)
    const resumed = after(
      sending,
      progress(0, 0),
      { type: 'lost', id: 'a' },
      progress(20 * MB, 9_000),
      progress(21 * MB, 10_000),
    )
    expect(resumed[0]).toMatchObject({ state: 'sending', speed: MB })
  })

  test('a lost line keeps what was sent in sight, and says nothing of speed', () => {
    const lost = after(sending, progress(0, 0), progress(2 * MB, 1_000), { type: 'lost', id: 'a' })
    expect(lost[0]).toMatchObject({ state: 'lost', sent: 2 * MB, speed: 0 })
  })
})

test('a failure says why, until it is tried again', () => {
  const failed = after([anUpload('a')], { type: 'failed', id: 'a', reason: 'No room.', again: true })
  expect(failed[0]).toMatchObject({ state: 'failed', reason: 'No room.', again: true })

  const [again] = after(failed, { type: 'retried', id: 'a' })
  expect(again).toMatchObject({ state: 'waiting' })
  expect(again).not.toHaveProperty('reason')
})

test('what is cancelled is gone, and news of it changes nothing', () => {
  const queue = after([anUpload('a'), anUpload('b')], { type: 'removed', id: 'a' })
  expect(after(queue, { type: 'progressed', id: 'a', sent: 1, at: 1 })).toEqual(queue)
})
