import { expect, test } from 'vitest'
import { openAnswerTime } from './answer-time.ts'

const open = { silence: null, peerSilence: null, clientMayWriteUntil: null }
const until = '2026-12-23T09:00:00.000Z'

test('a message of the freelancer opens 30 days for an answer', () => {
  for (const closed of [
    { ...open, peerSilence: 'NO_ONGOING_PROJECT' as const },
    { ...open, silence: 'NO_ONGOING_PROJECT' as const },
    { ...open, clientMayWriteUntil: '2026-11-25T09:00:00.000Z' },
  ])
    expect(openAnswerTime(closed, '2026-11-23T09:00:00.000Z')).toEqual({
      ...open,
      clientMayWriteUntil: until,
    })
})

test('an ongoing project has no end of the time to answer', () => {
  expect(openAnswerTime(open, '2026-11-23T09:00:00.000Z')).toBe(open)
})
