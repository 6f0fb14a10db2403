import { describe, expect, test } from 'vitest'
import type { NewEvent } from './record-events.ts'
import { afterEvent, decideTurn, type Passing, type TurnFacts } from './turn.ts'

const NOTHING: TurnFacts = {
  isCompleted: false,
  passedTo: null,
  reviewWaits: false,
  requestsWait: false,
  changesWait: false,
  answersWait: false,
  feedbackWaits: false,
}
const ALL: TurnFacts = {
  ...NOTHING,
  reviewWaits: true,
  requestsWait: true,
  changesWait: true,
  answersWait: true,
  feedbackWaits: true,
}
const FREELANCER: TurnFacts = { ...NOTHING, changesWait: true, answersWait: true, feedbackWaits: true }

describe('decides in this order', () => {
  test.for([
    ['completed', { ...ALL, isCompleted: true, passedTo: 'client' }, null, null],
    ['passed to the client', { ...ALL, passedTo: 'client' }, 'client', 'passed'],
    ['passed to the freelancer', { ...ALL, passedTo: 'freelancer' }, 'freelancer', 'passed'],
    ['a review is open', ALL, 'client', 'review'],
    ['a request is open', { ...ALL, reviewWaits: false }, 'client', 'requests'],
    ['changes are requested', FREELANCER, 'freelancer', 'changes'],
    ['a request is answered', { ...FREELANCER, changesWait: false }, 'freelancer', 'answers'],
    ['feedback waits', { ...NOTHING, feedbackWaits: true }, 'freelancer', 'feedback'],
    ['nothing waits', NOTHING, null, null],
  ] as const)('%s', ([, facts, turn, reason]) => {
    expect(decideTurn(facts)).toEqual({ turn, reason })
  })
})

describe('what a side does', () => {
  const now = new Date('2026-10-05T09:00:00.000Z')
  const moment = { now, today: '2026-10-05' }
  const none: Passing = { passedTo: null, feedbackWaits: false, turnNote: null, nudgedOn: null }
  const upload: NewEvent = { kind: 'file_uploaded', subject: { fileId: 'f', fileName: 'menu.pdf' } }
  const feedback: NewEvent = { kind: 'feedback_left', subject: { feedbackId: 'f' } }
  const pass = (to: 'freelancer' | 'client', note: string | null = null, isNudge = false): NewEvent => ({
    kind: 'turn_passed',
    subject: { to, note, isNudge },
  })

  test('ends the turn that was passed to it, with its note, and no other', () => {
    const passed = afterEvent(none, 'freelancer', pass('client', 'Which paper?'), moment)
    expect(passed).toEqual({
      ...none,
      passedTo: 'client',
      turnNote: { to: 'client', by: 'freelancer', message: 'Which paper?', at: '2026-10-05T09:00:00.000Z' },
    })

    expect(afterEvent(passed, 'freelancer', upload, moment)).toEqual(passed)
    expect(afterEvent(passed, 'client', upload, moment)).toEqual(none)
  })

  test('answers the client’s feedback if it is the freelancer', () => {
    const asked = afterEvent(none, 'client', feedback, moment)
    expect(asked).toEqual({ ...none, feedbackWaits: true })

    expect(afterEvent(asked, 'client', upload, moment)).toEqual(asked)
    expect(afterEvent(asked, 'freelancer', upload, moment)).toEqual(none)
  })

  test('passes no turn by a nudge, which replaces the note if it has one', () => {
    const passed = afterEvent(none, 'freelancer', pass('client', 'Which paper?'), moment)

    const nudged = afterEvent(passed, 'freelancer', pass('client', null, true), moment)
    expect(nudged).toEqual({ ...passed, nudgedOn: '2026-10-05' })
    expect(afterEvent(nudged, 'freelancer', pass('client', 'Today?', true), moment).turnNote).toMatchObject({
      message: 'Today?',
    })
  })
})
