import { feedback } from '@portico/contract'
import { documented } from '../documented.ts'
import { FEEDBACK, MADE, MENU } from './world.ts'

export const feedbackExamples = [
  documented(feedback.create, {
    asks: { body: { projectId: MENU.id, message: 'Could the prices be a little smaller?' } },
    answers: { ...FEEDBACK, id: MADE.feedback, message: 'Could the prices be a little smaller?' },
    fails: ['PROJECT_NOT_FOUND'],
  }),
  documented(feedback.list, {
    asks: { params: { id: MENU.id }, querystring: { limit: 20 } },
    answers: [FEEDBACK],
    fails: ['PROJECT_NOT_FOUND'],
  }),
]
