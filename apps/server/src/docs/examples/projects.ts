import { bin, projects } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { DUE, LATER_DUE, MADE, MAYA, MENU, NOW, TODAY, WHOLE_MENU } from './sample-data.ts'

const { id } = MENU

export const projectExamples = [
  callExample(projects.create, {
    request: {
      body: {
        clientId: MAYA.id,
        title: 'Van livery',
        description: 'Both sides and the back doors.',
        status: 'Pending',
        dueDate: DUE,
      },
    },
    response: {
      ...WHOLE_MENU,
      id: MADE.project,
      title: 'Van livery',
      description: 'Both sides and the back doors.',
      status: 'Pending',
      waited: {
        freelancer: { days: 0, turns: 0 },
        client: { days: 0, turns: 0 },
        nobody: { days: 0 },
        sinceDueDate: 0,
      },
    },
    errors: ['CLIENT_NOT_FOUND', 'PROJECT_NOT_DUE', 'ARCHIVED'],
  }),
  callExample(projects.list, {
    description:
      'Each filter narrows the list; several together narrow it further. `archived` lists what is archived instead. `due=overdue&sort=due` lists what the dashboard counts as overdue. The projects of one client, and a client’s own, are listed archived or not.',
    request: { querystring: { search: 'menu', status: 'In Progress', limit: 20 } },
    response: [MENU],
  }),
  callExample(projects.get, {
    request: { params: { id } },
    response: WHOLE_MENU,
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(projects.update, {
    description:
      'What is left out stays as it is. `Completed` has to wait for the due date. `archived: true`, sent alone, archives the project: both sides read and download, nobody writes or uploads. `archived: false` brings it back, unless its client is archived.',
    request: { params: { id }, body: { status: 'Pending' } },
    response: { ...WHOLE_MENU, status: 'Pending' },
    errors: ['CHANGED_MEANWHILE', 'PROJECT_NOT_FOUND', 'PROJECT_NOT_DUE', 'ARCHIVED'],
  }),
  callExample(projects.changeSeveral, {
    description:
      'Send `ids` with one of `archived`, `status` and `dueDate`. Each project is changed by itself and by its own rules, with the usual events and emails. Those that refuse are listed in `refused` with the code and the message that the call for one project would have. The same call again does no harm, so repeat it when its answer was lost.',
    request: { body: { ids: [id], dueDate: LATER_DUE } },
    response: { changed: [id], refused: [] },
  }),
  callExample(projects.duplicate, {
    description:
      'The new project is `Pending`. Its requests are open, and their due dates move as far as the due date of the project does; where the old or the new project has none, by the days since the old one was created. Files, feedback, notes, reviews and answers are not copied. An archived project can be duplicated, but not for an archived client.',
    request: { params: { id }, body: { title: 'Menu, second edition', dueDate: null } },
    response: {
      ...WHOLE_MENU,
      id: MADE.project,
      title: 'Menu, second edition',
      status: 'Pending',
      dueDate: null,
      overdue: false,
      waited: { ...WHOLE_MENU.waited, freelancer: { days: 0, turns: 0 } },
    },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(projects.setDueDate, {
    description: 'A project that is `Completed` cannot get a due date that lies ahead.',
    request: { params: { id }, body: { dueDate: LATER_DUE } },
    response: { ...WHOLE_MENU, dueDate: LATER_DUE },
    errors: ['PROJECT_NOT_FOUND', 'PROJECT_NOT_DUE', 'DAYS_WAITED_CHANGED', 'ARCHIVED'],
  }),
  callExample(projects.complete, {
    description:
      'Sets the due date to today, in the freelancer’s time zone, and the status to `Completed`. `completion.dueDate` keeps the due date that was agreed. A later change of the status by `PUT /projects/{id}` restores that date, unless another was set meanwhile.',
    request: { params: { id } },
    response: {
      ...WHOLE_MENU,
      status: 'Completed',
      dueDate: TODAY,
      completion: { on: TODAY, dueDate: DUE },
    },
    errors: ['PROJECT_NOT_FOUND', 'PROJECT_COMPLETED', 'ARCHIVED'],
  }),
  callExample(projects.undoComplete, {
    description:
      'Restores the due date and the status that `POST /projects/{id}/complete` replaced, as long as neither has changed since.',
    request: { params: { id } },
    errors: ['PROJECT_NOT_FOUND', 'COMPLETION_CHANGED', 'ARCHIVED'],
  }),
  callExample(projects.passTurn, {
    description:
      'It stays with that side until they do something: reading and chat do not count. Whose turn it already is gets a reminder with your note, once a day and project, and the days go on.',
    request: { params: { id }, body: { to: 'client', note: 'Which photo shall it be?' } },
    response: {
      ...WHOLE_MENU,
      turn: 'client',
      turnReason: 'passed',
      turnSince: NOW,
      turnNote: {
        by: 'freelancer',
        to: 'client',
        message: 'Which photo shall it be?',
        at: NOW,
        author: 'Ada Marsh',
      },
      waited: { ...WHOLE_MENU.waited, client: { days: 0, turns: 1 } },
    },
    errors: ['PROJECT_NOT_FOUND', 'ARCHIVED', 'PROJECT_COMPLETED', 'TURN_IS_YOURS', 'NUDGED_TODAY'],
  }),
  callExample(projects.contents, {
    request: { params: { id } },
    response: { files: 1, requests: 0, feedback: 2 },
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(projects.remove, {
    description: `It can be restored for ${bin.BIN_DAYS} days: see “Bin”.`,
    request: { params: { id } },
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(projects.listForClient, { response: [MENU] }),
  callExample(projects.getForClient, {
    request: { params: { id } },
    response: WHOLE_MENU,
    errors: ['PROJECT_NOT_FOUND'],
  }),
]
