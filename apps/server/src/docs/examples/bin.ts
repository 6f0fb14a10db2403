import { bin } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, BINNED, LATER_INSTANT, MAYA, MENU, NOW } from './sample-data.ts'

const params = { kind: 'file', id: BINNED.id } as const

export const binExamples = [
  callExample(bin.list, {
    description:
      'A project in the bin is one entry: what is in it comes back with it, or goes with it. A file that was deleted before its project has an entry of its own.',
    request: { querystring: { limit: 20 } },
    response: [
      {
        kind: 'file',
        id: BINNED.id,
        name: BINNED.fileName,
        version: null,
        versions: 1,
        project: { id: MENU.id, title: MENU.title, inBin: false },
        client: { id: MAYA.id, firstName: MAYA.firstName, lastName: MAYA.lastName },
        deletedAt: NOW,
        deletedBy: 'Freelancer',
        deletedById: ADA.id,
        deletedByName: ADA.name,
        leavesAt: LATER_INSTANT,
        size: BINNED.size,
        approved: false,
        contents: null,
      },
    ],
  }),
  callExample(bin.restore, {
    description:
      'A file comes back into its project, a version to its place among the others: with the highest number it is the newest. If that is in the bin or archived, it has to be brought back first. A project that was archived is so again.',
    request: { params },
    response: { ...params, projectId: MENU.id },
    errors: ['NOT_IN_BIN', 'PROJECT_IN_BIN', 'ARCHIVED'],
  }),
  callExample(bin.remove, { request: { params }, errors: ['NOT_IN_BIN'] }),
]
