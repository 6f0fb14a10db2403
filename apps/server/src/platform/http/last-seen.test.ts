import pino from 'pino'
import { expect, test } from 'vitest'
import { createLastSeen } from './last-seen.ts'

const log = pino({ level: 'silent' })

test('saves the sessions that were used since the last time, each once', async () => {
  const saved: string[][] = []
  const lastSeen = createLastSeen(async (used) => void saved.push([...used.keys()]), log)
  for (const id of ['ada', 'maya', 'ada']) lastSeen.note(id)

  await lastSeen.flush()
  await lastSeen.flush()
  lastSeen.note('tom')
  await lastSeen.stop()

  expect(saved).toEqual([['ada', 'maya'], ['tom']])
})

test('a flush waits for the save that is running', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const lastSeen = createLastSeen(() => written, log)
  lastSeen.note('ada')
  const first = lastSeen.flush()
  let isSaved = false
  const second = lastSeen.flush().then(() => {
    isSaved = true
  })

  await new Promise(setImmediate)
  expect(isSaved).toBe(false)
  write()
  await Promise.all([first, second])
  await lastSeen.stop()
})

test('goes on after a save that failed', async () => {
  const saved: string[][] = []
  let isAway = true
  const lastSeen = createLastSeen(async (used) => {
    if (isAway) throw new Error('no database')
    saved.push([...used.keys()])
  }, log)
  lastSeen.note('ada')
  await lastSeen.flush()

  isAway = false
  lastSeen.note('maya')
  await lastSeen.stop()

  expect(saved).toEqual([['maya']])
})
