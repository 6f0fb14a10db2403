import { expect, test } from 'vitest'
import { type EventGroup, groupUploads } from './event-groups.ts'
import { eventQuote, eventText, plainEventText } from './event-text.ts'
import type { Event, EventKind, Subject } from './events.ts'

const maya: Event['actor'] = { type: 'client', name: 'Maya Whitcombe', isYou: false }
const ada: Event['actor'] = { type: 'freelancer', name: 'Ada Marsh', isYou: true }

const portico: Event['actor'] = { type: 'system', name: 'Portico', isYou: false }

let count = 0
function anEvent<Kind extends EventKind>(kind: Kind, subject: Subject<Kind>, part: Partial<Event> = {}) {
  const id = `e${++count}`
  return { id, kind, subject, actor: maya, createdAt: at('12:00'), projectId: 'p1', ...part } as Event
}
const at = (time: string) => `2026-11-20T${time}:00.000Z`
const upload = (time: string, part: Partial<Event> = {}) =>
  anEvent('file_uploaded', { fileId: 'f1', fileName: 'menu.pdf' }, { createdAt: at(time), ...part })

const pass = { to: 'freelancer' as const, note: 'Which paper?', isNudge: false }
const file = { fileId: 'f1', fileName: 'menu.pdf' }
const logo = { requestId: 'r1', title: 'Logo' }

const asked = (part: Partial<Subject<'review_requested'>>) =>
  anEvent(
    'review_requested',
    { ...file, reviewId: 'v1', version: 2, round: 1, count: 3, note: null, dueDate: null, ...part },
    { actor: { ...ada, isYou: false } },
  )

test.for<[text: string, event: Event]>([
  [
    'Ada Marsh (asked by Maya) answered Logo',
    anEvent('request_answered', logo, {
      actor: { type: 'guest', name: 'Ada Marsh (asked by Maya)', isYou: false },
    }),
  ],
  ['Maya came in for the first time', anEvent('client_joined', {}, { projectId: null })],
  ['You looked at what the client sees', anEvent('client_previewed', {}, { actor: ada, projectId: null })],
  ['You created the project', anEvent('project_created', { title: 'Menu' }, { actor: ada })],
  ['You edited the project', anEvent('project_changed', { title: 'Menu' }, { actor: ada })],
  [
    'Ada set the status to In Progress',
    anEvent('status_changed', { from: 'Pending', to: 'In Progress' }, { actor: { ...ada, isYou: false } }),
  ],
  ['Maya completed the project', anEvent('status_changed', { from: 'Pending', to: 'Completed' })],
  [
    'Maya set the due date to 18 December 2026',
    anEvent('due_date_changed', { from: null, to: '2026-12-18' }),
  ],
  [
    'Maya moved the due date to 18 December 2026',
    anEvent('due_date_changed', { from: '2026-12-01', to: '2026-12-18' }),
  ],
  [
    'Ada moved the due date to 18 December 2026, by the 4 days that the project waited for you',
    anEvent(
      'due_date_changed',
      { from: '2026-12-14', to: '2026-12-18', daysWaited: 4 },
      { actor: { ...ada, isYou: false } },
    ),
  ],
  ['Maya removed the due date', anEvent('due_date_changed', { from: '2026-12-01', to: null })],
  ['Maya uploaded menu.pdf', anEvent('file_uploaded', file)],
  ['Maya uploaded version 3 of menu.pdf', anEvent('version_uploaded', { ...file, version: 3 })],
  ['Maya deleted menu.pdf', anEvent('file_deleted', { ...file, version: null })],
  ['Maya deleted version 2 of menu.pdf', anEvent('file_deleted', { ...file, version: 2 })],
  ['You restored menu.pdf', anEvent('file_restored', { ...file, version: null }, { actor: ada })],
  ['You restored version 2 of menu.pdf', anEvent('file_restored', { ...file, version: 2 }, { actor: ada })],
  ['You restored the project', anEvent('project_restored', { title: 'Menu' }, { actor: ada })],
  ['Maya left a note on menu.pdf', anEvent('note_added', { ...file, noteId: 'n1', message: 'Larger.' })],
  [
    'Maya left a note on version 2 of menu.pdf, deleted since',
    anEvent('note_added', { ...file, noteId: 'n1', version: 2 }),
  ],
  [
    'Maya replied to a note on menu.pdf',
    anEvent('note_replied', { ...file, noteId: 'n1', replyId: 'r1', message: 'Yes.' }),
  ],
  [
    'You declined a note on menu.pdf',
    anEvent('note_settled', { ...file, noteId: 'n1', state: 'declined' }, { actor: ada }),
  ],
  [
    'You marked a note as done on version 2 of menu.pdf',
    anEvent('note_settled', { ...file, noteId: 'n1', version: 2, state: 'done' }, { actor: ada }),
  ],
  [
    'You reopened a note on menu.pdf',
    anEvent('note_settled', { ...file, noteId: 'n1', state: 'open' }, { actor: ada }),
  ],
  ['Maya left feedback', anEvent('feedback_left', { feedbackId: 'fb1', message: 'Lovely.' })],
  ['Maya left feedback, deleted since', anEvent('feedback_left', { feedbackId: 'fb1' })],
  [
    'Maya replied to feedback',
    anEvent('feedback_replied', { feedbackId: 'fb1', replyId: 'r1', message: 'Yes.' }),
  ],
  [
    'Maya replied to feedback, deleted since',
    anEvent('feedback_replied', { feedbackId: 'fb1', replyId: 'r1' }),
  ],
  [
    'Ada asked you for Logo',
    anEvent('request_added', { ...logo, count: 1 }, { actor: { ...ada, isYou: false } }),
  ],
  ['You asked for 5 things', anEvent('request_added', { ...logo, count: 5 }, { actor: ada })],
  ['Maya answered Logo with menu.pdf', anEvent('request_answered', { ...logo, ...file })],
  ['Maya answered Logo with 10 files', anEvent('request_answered', { ...logo, ...file, count: 10 })],
  ['Maya answered Logo', anEvent('request_answered', { ...logo, answerId: 'a1' })],
  ['Maya does not have Logo', anEvent('request_answered', { ...logo, answerId: 'a1', unable: 'missing' })],
  [
    'Maya said that it is not needed: Logo',
    anEvent('request_answered', { ...logo, answerId: 'a1', unable: 'unneeded' }),
  ],
  [
    'You do not have Logo',
    anEvent(
      'request_answered',
      { ...logo, answerId: 'a1', unable: 'missing' },
      { actor: { ...maya, isYou: true } },
    ),
  ],
  [
    'You withdrew the review of menu.pdf',
    anEvent('review_withdrawn', { ...file, reviewId: 'v1', version: 2, round: 1 }, { actor: ada }),
  ],
  ...(
    [
      ['Maya approved 3 files', { decision: 'approved', approved: 3 }],
      ['Maya approved 2 of 3 files', { decision: 'approved', approved: 2 }],
      ['Maya asked for changes to 3 files', { decision: 'changes_requested', approved: 0 }],
      ['Maya chose menu.pdf of 3 files', { decision: 'approved', approved: 1, isChoice: true }],
      ['Maya chose none of 3 files', { decision: 'changes_requested', approved: 0, isChoice: true }],
    ] as const
  ).map(([text, part]): [string, Event] => [
    text,
    anEvent('review_decided', {
      ...file,
      reviewId: 'v1',
      version: 2,
      round: 1,
      count: 3,
      note: null,
      ...part,
    }),
  ]),
  ['Ada asked you to approve 3 files', asked({})],
  ['Ada asked you to choose one of 3 files', asked({ isChoice: true })],
  [
    'Maya took back the decision on 3 files',
    anEvent('decision_withdrawn', {
      ...{ ...file, reviewId: 'v1', version: 2, round: 1, count: 3 },
      decision: 'approved',
    }),
  ],
  [
    'You withdrew the review of 3 files',
    anEvent('review_withdrawn', { ...file, reviewId: 'v1', version: 2, round: 1, count: 3 }, { actor: ada }),
  ],
  ['You accepted Logo', anEvent('request_accepted', logo, { actor: ada })],
  ['You sent back Logo', anEvent('request_reopened', { ...logo, note: null }, { actor: ada })],
  [
    'Portico sent a reminder of 3 requests',
    anEvent('request_reminded', { ...logo, count: 3 }, { actor: portico }),
  ],
  ['You handed over', anEvent('turn_passed', { ...pass, to: 'client' }, { actor: ada })],
  ['Maya handed over to you', anEvent('turn_passed', pass)],
  ['Maya took over', anEvent('turn_passed', { ...pass, to: 'client' })],
  ['Maya reminded you that it is your turn', anEvent('turn_passed', { ...pass, isNudge: true })],
  ['You sent a reminder', anEvent('turn_passed', { ...pass, to: 'client', isNudge: true }, { actor: ada })],
])('says “%s”', ([text, event]) => {
  expect(plainEventText(eventText([event]))).toBe(text)
})

test('returns the names of people and files as separate parts', () => {
  expect(eventText([anEvent('file_uploaded', file)])).toEqual([
    { name: 'Maya' },
    ' ',
    'uploaded ',
    { fileName: 'menu.pdf' },
  ])
})

test('quotes the text of feedback, notes and answers only, and says whose it is', () => {
  expect(eventQuote(anEvent('feedback_left', { feedbackId: 'fb1', message: 'Lovely.' }))).toEqual({
    by: 'Maya',
    text: 'Lovely.',
  })
  expect(eventQuote(anEvent('turn_passed', pass))).toEqual({ by: 'Maya', text: 'Which paper?' })
  expect(eventQuote(anEvent('turn_passed', { ...pass, note: null }))).toBeUndefined()
  expect(eventQuote(anEvent('file_uploaded', file))).toBeUndefined()
})

test.for<[by: string, actor: Event['actor'], messageBy: Event['actor'] | undefined]>([
  ['Maya', { ...ada, isYou: false }, maya],
  ['You', { ...ada, isYou: false }, { ...maya, isYou: true }],
  ['Ada', { ...ada, isYou: false }, undefined],
  ['You', ada, undefined],
])('quotes %s when a note is settled', ([by, actor, author]) => {
  const messageBy = author && { ...author, type: author.type as 'client' }
  const note = { ...file, noteId: 'n1', state: 'done' as const, message: 'Bigger.', messageBy }
  expect(eventQuote(anEvent('note_settled', note, { actor }))).toEqual({ by, text: 'Bigger.' })
})

const byAda = { actor: ada }
const otherMaya = { actor: { ...maya, name: 'Maya Reed' } }
const version = (time: string) =>
  anEvent('version_uploaded', { ...file, version: 2 }, { createdAt: at(time) })
const left = (time: string) => anEvent('feedback_left', { feedbackId: 'fb1' }, { createdAt: at(time) })

test.for<[title: string, events: Event[], lines: string[]]>([
  ['nothing', [], []],
  ['one upload', [upload('12:00')], ['Maya uploaded menu.pdf']],
  [
    'uploads within ten minutes',
    [upload('12:10'), upload('12:07'), upload('12:00')],
    ['Maya uploaded 3 files'],
  ],
  ['uploads within ten minutes, oldest first', [upload('12:00'), upload('12:10')], ['Maya uploaded 2 files']],
  [
    'uploads of more than ten minutes',
    [upload('12:11'), upload('12:05'), upload('12:00')],
    ['Maya uploaded 2 files', 'Maya uploaded menu.pdf'],
  ],
  [
    'new versions, apart from new files',
    [version('12:03'), version('12:02'), upload('12:01'), upload('12:00')],
    ['Maya uploaded 2 new versions', 'Maya uploaded 2 files'],
  ],
  [
    'uploads by both sides',
    [upload('12:02'), upload('12:01', byAda), upload('12:00')],
    ['Maya uploaded menu.pdf', 'You uploaded menu.pdf', 'Maya uploaded menu.pdf'],
  ],
  [
    'uploads by two people of one first name',
    [upload('12:01'), upload('12:00', otherMaya)],
    ['Maya uploaded menu.pdf', 'Maya uploaded menu.pdf'],
  ],
  [
    'uploads with feedback between them',
    [upload('12:02'), left('12:01'), upload('12:00')],
    ['Maya uploaded menu.pdf', 'Maya left feedback, deleted since', 'Maya uploaded menu.pdf'],
  ],
  [
    'uploads to two projects at once',
    [
      upload('12:03'),
      upload('12:02', { projectId: 'p2' }),
      upload('12:01'),
      upload('12:00', { projectId: 'p2' }),
    ],
    ['Maya uploaded 2 files', 'Maya uploaded 2 files'],
  ],
  [
    'other events of one kind',
    [anEvent('file_deleted', file), anEvent('file_deleted', file)],
    ['Maya deleted menu.pdf', 'Maya deleted menu.pdf'],
  ],
])('groups %s', ([, events, lines]) => {
  const groups = groupUploads(events)

  expect(groups.map((group: EventGroup) => plainEventText(eventText(group)))).toEqual(lines)
  expect(groups.flat()).toHaveLength(events.length)
})
