import { feedback } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { FEEDBACK, MADE, MENU, NEW_FEEDBACK, NOW, REPLY } from './sample-data.ts'

export const feedbackExamples = [
  callExample(feedback.create, {
    request: { body: { projectId: MENU.id, message: 'Could the prices be a little smaller?' } },
    response: { ...NEW_FEEDBACK, id: MADE.feedback, message: 'Could the prices be a little smaller?' },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(feedback.list, {
    request: { params: { id: MENU.id }, querystring: { limit: 20 } },
    response: [NEW_FEEDBACK, FEEDBACK],
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(feedback.edit, {
    request: { params: { id: NEW_FEEDBACK.id }, body: { message: 'Could the rye bread come first?' } },
    response: { ...NEW_FEEDBACK, message: 'Could the rye bread come first?', editedAt: NOW },
    errors: [
      'CHANGED_MEANWHILE',
      'FEEDBACK_NOT_FOUND',
      'ARCHIVED',
      'NOT_YOUR_FEEDBACK',
      'ALREADY_REPLIED',
      'TOO_LATE_TO_EDIT',
    ],
  }),
  callExample(feedback.remove, {
    request: { params: { id: NEW_FEEDBACK.id } },
    errors: ['FEEDBACK_NOT_FOUND', 'ARCHIVED', 'NOT_YOUR_FEEDBACK', 'ALREADY_REPLIED', 'TOO_LATE_TO_EDIT'],
  }),
  callExample(feedback.reply, {
    request: { params: { id: NEW_FEEDBACK.id }, body: { message: 'It can. You will see it tomorrow.' } },
    response: { ...REPLY, id: MADE.reply, message: 'It can. You will see it tomorrow.' },
    errors: ['FEEDBACK_NOT_FOUND', 'ARCHIVED', 'TOO_MANY_REPLIES'],
  }),
  callExample(feedback.editReply, {
    request: { params: { id: REPLY.id }, body: { message: 'Then it goes to print tomorrow.' } },
    response: { ...REPLY, message: 'Then it goes to print tomorrow.', editedAt: NOW },
    errors: [
      'CHANGED_MEANWHILE',
      'REPLY_NOT_FOUND',
      'ARCHIVED',
      'NOT_YOUR_REPLY',
      'ALREADY_REPLIED',
      'TOO_LATE_TO_EDIT',
    ],
  }),
  callExample(feedback.removeReply, {
    request: { params: { id: REPLY.id } },
    errors: ['REPLY_NOT_FOUND', 'ARCHIVED', 'NOT_YOUR_REPLY', 'ALREADY_REPLIED', 'TOO_LATE_TO_EDIT'],
  }),
]
