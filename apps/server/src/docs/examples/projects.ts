import { projects } from '@portico/contract'
import { documented } from '../documented.ts'
import { DUE, LATER, MADE, MAYA, MENU } from './world.ts'

const { id } = MENU

export const projectExamples = [
  documented(projects.create, {
    asks: {
      body: {
        clientId: MAYA.id,
        title: 'Van livery',
        description: 'Both sides and the back doors.',
        status: 'Pending',
        dueDate: DUE,
      },
    },
    answers: {
      ...MENU,
      id: MADE.project,
      title: 'Van livery',
      description: 'Both sides and the back doors.',
      status: 'Pending',
    },
    fails: ['CLIENT_NOT_FOUND', 'PROJECT_NOT_DUE'],
  }),
  documented(projects.list, {
    about: '`search` and `status` narrow the list; both together narrow it further.',
    asks: { querystring: { search: 'menu', status: 'In Progress', limit: 20 } },
    answers: [MENU],
  }),
  documented(projects.get, { asks: { params: { id } }, answers: MENU, fails: ['PROJECT_NOT_FOUND'] }),
  documented(projects.update, {
    about: 'What is left out stays as it is. `Completed` has to wait for the due date.',
    asks: { params: { id }, body: { status: 'Pending' } },
    answers: { ...MENU, status: 'Pending' },
    fails: ['PROJECT_NOT_FOUND', 'PROJECT_NOT_DUE'],
  }),
  documented(projects.setDueDate, {
    about: 'A project that is `Completed` cannot get a due date that lies ahead.',
    asks: { params: { id }, body: { dueDate: LATER } },
    answers: { ...MENU, dueDate: LATER },
    fails: ['PROJECT_NOT_FOUND', 'PROJECT_NOT_DUE'],
  }),
  documented(projects.remove, { asks: { params: { id } }, fails: ['PROJECT_NOT_FOUND'] }),
  documented(projects.listForClient, { answers: [MENU] }),
  documented(projects.getForClient, {
    asks: { params: { id } },
    answers: MENU,
    fails: ['PROJECT_NOT_FOUND'],
  }),
]
