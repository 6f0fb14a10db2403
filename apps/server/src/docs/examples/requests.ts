import { requests } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ANSWERED_REQUEST, DUE, MADE, MAYA, MENU, NOW, OPEN_REQUEST } from './sample-data.ts'

const added: requests.Request = {
  ...OPEN_REQUEST,
  id: MADE.request,
  title: 'Logo as a vector file',
  details: 'SVG, or PDF.',
  kind: 'file',
  dueDate: DUE,
  position: 3,
}
const client = { id: MAYA.id, firstName: MAYA.firstName, lastName: MAYA.lastName }
const project = { id: MENU.id, title: MENU.title }

export const requestExamples = [
  callExample(requests.ofProject, {
    description: 'All of them: there are 200 at most.',
    request: { params: { id: MENU.id } },
    response: {
      requests: [OPEN_REQUEST, ANSWERED_REQUEST],
      reminders: { on: true, lastAt: null, nextAt: NOW, blockedBy: null },
      stagedFiles: [],
    },
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(requests.list, {
    request: { querystring: { state: 'answered', limit: 20 } },
    response: [{ ...ANSWERED_REQUEST, project, client }],
  }),
  callExample(requests.add, {
    description:
      'They are added to the end of the list. Several at once are one event. When no answer came, send them again with the same `clientRequestId`s: those that were added are not added again.',
    request: {
      params: { id: MENU.id },
      body: { requests: [{ title: added.title, details: added.details, kind: 'file', dueDate: DUE }] },
    },
    response: { requests: [added] },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED', 'TOO_MANY_REQUESTS_ON_PROJECT'],
  }),
  callExample(requests.sources, {
    request: { querystring: { limit: 20 } },
    response: [{ ...project, requests: 2, client }],
  }),
  callExample(requests.copy, {
    description:
      'From any project of the freelancer, archived ones included. When no answer came, send it again with the same `clientCopyId`: it is copied once.',
    request: { params: { id: MENU.id }, body: { from: MENU.id } },
    response: {
      requests: [
        { ...OPEN_REQUEST, id: MADE.request, position: 3 },
        { ...OPEN_REQUEST, id: MADE.otherRequest, title: ANSWERED_REQUEST.title, position: 4 },
      ],
    },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED', 'TOO_MANY_REQUESTS_ON_PROJECT'],
  }),
  callExample(requests.change, {
    request: { params: { id: OPEN_REQUEST.id }, body: { dueDate: DUE, position: 2 } },
    response: { ...OPEN_REQUEST, dueDate: DUE, position: 2 },
    errors: ['CHANGED_MEANWHILE', 'REQUEST_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(requests.remove, {
    request: { params: { id: OPEN_REQUEST.id } },
    errors: ['REQUEST_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(requests.setState, {
    description: 'A repeated call changes nothing.',
    request: {
      params: { id: ANSWERED_REQUEST.id },
      body: { state: 'open', reason: 'The rhubarb bake is not on the list.' },
    },
    response: {
      ...ANSWERED_REQUEST,
      state: 'open',
      sentBack: true,
      reason: 'The rhubarb bake is not on the list.',
    },
    errors: ['REQUEST_NOT_FOUND', 'ARCHIVED', 'REQUEST_NOT_ANSWERED', 'REQUEST_OPEN'],
  }),
  callExample(requests.acceptAll, {
    description: 'What is not answered, or no request of the project, is left out.',
    request: { params: { id: MENU.id }, body: { requestIds: [ANSWERED_REQUEST.id] } },
    response: { accepted: 1 },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(requests.answer, {
    description:
      'Either `text`, or `unable` with a `comment` if you like. A file is an upload with `requestId`. An answer can be changed until it is accepted.',
    request: {
      params: { id: OPEN_REQUEST.id },
      body: { unable: 'missing', comment: 'The baker has them, not I.' },
    },
    response: {
      ...OPEN_REQUEST,
      state: 'answered',
      answers: [
        {
          id: MADE.answer,
          text: null,
          unable: 'missing',
          comment: 'The baker has them, not I.',
          author: `${MAYA.firstName} ${MAYA.lastName}`,
          authorType: 'Client',
          answeredAt: NOW,
        },
      ],
    },
    errors: ['REQUEST_NOT_FOUND', 'ARCHIVED', 'REQUEST_ACCEPTED', 'CHANGED_MEANWHILE'],
  }),
  callExample(requests.sendStaged, {
    description:
      'The files that were uploaded with `staged` for this request answer it together, and are one event. Where it is accepted already, and with `null` where it was deleted, they are added to the project. A repeated call sends nothing.',
    request: { params: { id: MENU.id }, body: { requestId: OPEN_REQUEST.id } },
    response: { sent: 1 },
    errors: ['PROJECT_NOT_FOUND', 'REQUEST_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(requests.unsent, {
    response: [{ project, request: { id: OPEN_REQUEST.id, title: OPEN_REQUEST.title }, files: 1 }],
  }),
  callExample(requests.setReminders, {
    request: { params: { id: MENU.id }, body: { on: false } },
    response: { on: false, lastAt: null, nextAt: null, blockedBy: null },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED'],
  }),
]
