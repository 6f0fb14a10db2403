import { teamNotes } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { LOGO, MADE, MAYA, MENU, NOW, SAM, TEAM_NOTE } from './sample-data.ts'

export const teamNoteExamples = [
  callExample(teamNotes.list, {
    description: 'Name one of `client`, `project` and `file`; of a file, any version.',
    request: { querystring: { project: MENU.id, limit: 20 } },
    response: [TEAM_NOTE],
    errors: ['CLIENT_NOT_FOUND', 'PROJECT_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
  callExample(teamNotes.summary, {
    request: { querystring: { file: LOGO.id } },
    response: { total: 0, isOffered: true, mentionable: [SAM], mayDeleteAny: true, clientId: MAYA.id },
    errors: ['CLIENT_NOT_FOUND', 'PROJECT_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
  callExample(teamNotes.create, {
    description:
      'A mention is `<@id>` in the text, with the id of a member who sees the client. They are notified at once, each by their own settings.',
    request: {
      querystring: { client: MAYA.id },
      body: { text: `She prefers the phone, ${teamNotes.mentionOf(SAM.id)}.` },
    },
    response: {
      ...TEAM_NOTE,
      id: MADE.teamNote,
      text: `She prefers the phone, ${teamNotes.mentionOf(SAM.id)}.`,
      mentions: [SAM],
    },
    errors: ['CLIENT_NOT_FOUND', 'PROJECT_NOT_FOUND', 'FILE_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(teamNotes.change, {
    description: 'By its author alone, at any time. Who was mentioned before is not notified again.',
    request: {
      params: { id: TEAM_NOTE.id },
      body: { text: 'Quote the reprint apart.', was: { text: TEAM_NOTE.text } },
    },
    response: { ...TEAM_NOTE, text: 'Quote the reprint apart.', editedAt: NOW },
    errors: ['TEAM_NOTE_NOT_FOUND', 'NOT_YOUR_TEAM_NOTE', 'CHANGED_MEANWHILE', 'ARCHIVED'],
  }),
  callExample(teamNotes.remove, {
    request: { params: { id: TEAM_NOTE.id } },
    errors: ['TEAM_NOTE_NOT_FOUND', 'NOT_YOUR_TEAM_NOTE', 'ARCHIVED'],
  }),
]
