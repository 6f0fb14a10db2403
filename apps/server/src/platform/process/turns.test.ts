import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns, type Turns } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const TOO_MUCH = { statusCode: 503, code: 'TOO_MUCH_AT_ONCE' }

/** Asks for turns of these keys, and lists the keys of those that have begun. */
async function takeAll(turns: Turns, keys: string[], begun: string[] = []) {
  for (const key of keys) {
    const wait = turns.take(key)
    if (wait)
      wait.then(
        () => begun.push(key),
        () => {},
      )
    else begun.push(key)
  }
  return begun
}

test('begins a limited number of turns for each key, and the next when one ends', async () => {
  const turns = createTurns({ perKey: 2, maxWaitMs: 1_000 })
  const begun = await takeAll(turns, ['ada', 'ada', 'ada', 'ada', 'lin'])
  expect(begun).toEqual(['ada', 'ada', 'lin'])

  turns.end('ada')
  await Promise.resolve()

  expect(begun).toEqual(['ada', 'ada', 'lin', 'ada'])
})

test('alternates between keys, however many turns one waits for', async () => {
  const turns = createTurns({ total: 1, perKey: 1, maxWaitMs: 1_000 })
  const begun = await takeAll(turns, ['first'])
  await takeAll(turns, ['ada', 'ada', 'ada', 'lin', 'mo'], begun)

  turns.end('first')
  for (let i = 0; i < 5; i++) {
    await Promise.resolve()
    turns.end(begun.at(-1) ?? '')
  }

  expect(begun).toEqual(['first', 'ada', 'lin', 'mo', 'ada', 'ada'])
})

test('refuses a turn that waited too long, and none of another key', async () => {
  const turns = createTurns({ perKey: 1, maxWaitMs: 1_000 })
  turns.take('ada')
  const refused = expect(turns.take('ada')).rejects.toMatchObject(TOO_MUCH)

  vi.advanceTimersByTime(1_000)

  await refused
  expect(turns.take('lin')).toBeUndefined()
  turns.end('ada')
  expect(turns.take('ada')).toBeUndefined()
})
