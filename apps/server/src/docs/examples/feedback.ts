import { feedback } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { FEEDBACK, MADE, MENU } from './sample-data.ts'

export const feedbackExamples = [
  callExample(feedback.create, {
    request: { body: { projectId: MENU.id, message: 'Could the prices be a little smaller?' } },
    response: { ...FEEDBACK, id: MADE.feedback, message: 'Could the prices be a little smaller?' },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(feedback.list, {
    request: { params: { id: MENU.id }, querystring: { limit: 20 } },
    response: [FEEDBACK],
    errors: ['PROJECT_NOT_FOUND'],
  }),
]
