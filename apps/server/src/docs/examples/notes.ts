import { notes } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, LOGO, MADE, NOTE, NOW, OWN_NOTE } from './sample-data.ts'

const [REPLY] = NOTE.replies as [notes.Reply]

export const noteExamples = [
  callExample(notes.create, {
    description:
      'On the newest version only; older ones can be read, replied to and settled. How many pages a file has is not known to the server: a note beyond the last one is kept, and shown without a pin.',
    request: { params: { id: LOGO.id }, body: { text: 'The wheat in gold?', page: 1, x: 0.48, y: 0.13 } },
    response: {
      ...OWN_NOTE,
      id: MADE.note,
      number: 3,
      text: 'The wheat in gold?',
      page: 1,
      x: 0.48,
      y: 0.13,
    },
    errors: ['FILE_NOT_FOUND', 'ARCHIVED', 'VERSION_REPLACED'],
  }),
  callExample(notes.list, {
    description: 'Asked for by the id of any version.',
    request: { params: { id: LOGO.id }, querystring: { state: 'open', version: 1, limit: 20 } },
    response: [OWN_NOTE, NOTE],
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(notes.counts, {
    request: { params: { id: LOGO.id } },
    response: { total: 2, open: 2, openOfClient: 1 },
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(notes.exportCsv, {
    description:
      'One row for each note, newest first, with its replies in one cell. What a spreadsheet would read as a formula begins with an apostrophe.',
    request: { params: { id: LOGO.id }, querystring: { state: 'open' } },
    response: undefined as unknown as Blob,
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(notes.exportText, {
    request: { params: { id: LOGO.id }, querystring: { version: 1 } },
    response: undefined as unknown as Blob,
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(notes.get, {
    request: { params: { id: NOTE.id } },
    response: NOTE,
    errors: ['NOTE_NOT_FOUND'],
  }),
  callExample(notes.change, {
    description:
      'Send `text` alone, or `state`, with `reason` when it is `declined`. What is settled is opened again before it is settled otherwise, so that of two who settle at once one wins.',
    request: { params: { id: NOTE.id }, body: { state: 'declined', reason: 'It would touch the name.' } },
    response: {
      ...NOTE,
      state: 'declined',
      reason: 'It would touch the name.',
      declinedBy: { id: ADA.id, name: ADA.name },
      settledAt: NOW,
    },
    errors: [
      'CHANGED_MEANWHILE',
      'NOTE_NOT_FOUND',
      'ARCHIVED',
      'NOTE_SETTLED',
      'NOT_YOURS_TO_SETTLE',
      'NOT_YOUR_NOTE',
      'ALREADY_REPLIED',
      'TOO_LATE_TO_EDIT',
    ],
  }),
  callExample(notes.remove, {
    request: { params: { id: OWN_NOTE.id } },
    errors: [
      'NOTE_NOT_FOUND',
      'ARCHIVED',
      'NOT_YOUR_NOTE',
      'ALREADY_REPLIED',
      'NOTE_SETTLED',
      'TOO_LATE_TO_EDIT',
    ],
  }),
  callExample(notes.reply, {
    request: { params: { id: NOTE.id }, body: { text: 'Then by a tenth.' } },
    response: { ...REPLY, id: MADE.noteReply, text: 'Then by a tenth.' },
    errors: ['NOTE_NOT_FOUND', 'ARCHIVED', 'TOO_MANY_REPLIES'],
  }),
]
