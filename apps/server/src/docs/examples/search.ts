import { search } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { FEEDBACK, MAYA, MENU, NOW } from './sample-data.ts'

const where = {
  projectId: MENU.id,
  projectTitle: MENU.title,
  clientId: MAYA.id,
  clientName: `${MAYA.firstName} ${MAYA.lastName}`,
  createdAt: NOW,
}

export const searchExamples = [
  callExample(search.search, {
    description:
      'Of feedback, notes, messages and descriptions, the newest 20,000 of each are searched. A client never finds other clients, nor themselves. Leave out `kind` to search everything.',
    errors: ['SEARCH_TOO_SLOW', 'TOO_MANY_REQUESTS'],
    request: { querystring: { q: 'Version takeaway', limit: 10 } },
    response: {
      results: [
        {
          ...where,
          kind: 'feedback',
          id: FEEDBACK.id,
          title: `Feedback from ${where.clientName}`,
          excerpt: [
            ['The ', false],
            ['takeaway', true],
            [' ', false],
            ['version', true],
            [' reads well from two metres.', false],
          ],
          url: `/projects/${MENU.id}#feedback-${FEEDBACK.id}`,
        },
        {
          ...where,
          kind: 'project',
          id: MENU.id,
          title: MENU.title,
          excerpt: [
            ['Two sizes, allergen marks and a ', false],
            ['takeaway', true],
            [' ', false],
            ['version', true],
            ['.', false],
          ],
          url: `/projects/${MENU.id}`,
        },
      ],
    },
  }),
]
