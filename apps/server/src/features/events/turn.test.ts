import { describe, expect, test } from 'vitest'
import type { NewEvent } from './record-events.ts'
import {
  afterEvent,
  decideTurn,
  listWaiting,
  type Passing,
  type TurnFacts,
  type WaitingFiles,
  type WaitingNotes,
} from './turn.ts'

const NO_NOTES: WaitingNotes = { total: 0, files: [] }
const NO_FILES: WaitingFiles = { count: 0, file: null }
const MENU = { id: 'f1', fileName: 'menu.pdf' }
const ONE_FILE: WaitingFiles = { count: 1, file: MENU }
const TWO_NOTES: WaitingNotes = { total: 2, files: [{ ...MENU, count: 2 }] }

const NOTHING: TurnFacts = {
  isCompleted: false,
  passedTo: null,
  reviews: NO_FILES,
  openRequests: 0,
  changes: NO_FILES,
  answeredRequests: 0,
  feedbackWaits: false,
  notesForFreelancer: NO_NOTES,
  notesForClient: NO_NOTES,
}
const FREELANCER: TurnFacts = {
  ...NOTHING,
  changes: ONE_FILE,
  answeredRequests: 2,
  feedbackWaits: true,
  notesForFreelancer: TWO_NOTES,
  notesForClient: TWO_NOTES,
}
const ALL: TurnFacts = { ...FREELANCER, reviews: ONE_FILE, openRequests: 3 }

describe('decides in this order', () => {
  test.for([
    ['completed', { ...ALL, isCompleted: true, passedTo: 'client' }, null, null],
    ['passed to the client', { ...ALL, passedTo: 'client' }, 'client', 'passed'],
    ['passed to the freelancer', { ...ALL, passedTo: 'freelancer' }, 'freelancer', 'passed'],
    ['a review is open', ALL, 'client', 'review'],
    ['a request is open', { ...ALL, reviews: NO_FILES }, 'client', 'requests'],
    ['changes are requested', FREELANCER, 'freelancer', 'changes'],
    ['a request is answered', { ...FREELANCER, changes: NO_FILES }, 'freelancer', 'answers'],
    [
      'feedback waits',
      { ...NOTHING, feedbackWaits: true, notesForClient: TWO_NOTES },
      'freelancer',
      'feedback',
    ],
    [
      'notes of the client are open',
      { ...NOTHING, notesForFreelancer: TWO_NOTES, notesForClient: TWO_NOTES },
      'freelancer',
      'notes',
    ],
    [
      'a note of the freelancer waits for a reply',
      { ...NOTHING, notesForClient: TWO_NOTES },
      'client',
      'notes',
    ],
    ['nothing waits', NOTHING, null, null],
  ] as const)('%s', ([, facts, turn, reason]) => {
    expect(decideTurn(facts)).toEqual({ turn, reason })
  })
})

describe('lists what waits', () => {
  test('for both sides, also while the turn is passed by hand', () => {
    expect(listWaiting({ ...ALL, passedTo: 'client' })).toEqual([
      { side: 'client', reason: 'review', count: 1, file: MENU },
      { side: 'client', reason: 'requests', count: 3, file: null },
      { side: 'freelancer', reason: 'changes', count: 1, file: MENU },
      { side: 'freelancer', reason: 'answers', count: 2, file: null },
      { side: 'freelancer', reason: 'feedback', count: 1, file: null },
      { side: 'freelancer', reason: 'notes', count: 2, file: MENU },
      { side: 'client', reason: 'notes', count: 2, file: MENU },
    ])
  })

  test('with notes on further files counted together', () => {
    const notesForClient = { total: 9, files: [{ ...MENU, count: 2 }] }

    expect(listWaiting({ ...NOTHING, notesForClient })).toEqual([
      { side: 'client', reason: 'notes', count: 2, file: MENU },
      { side: 'client', reason: 'notes', count: 7, file: null },
    ])
  })

  test('nothing once it is completed', () => {
    expect(listWaiting({ ...ALL, isCompleted: true })).toEqual([])
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
