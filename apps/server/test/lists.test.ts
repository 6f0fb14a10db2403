import { endpoints } from '@portico/contract'
import { expect, test } from 'vitest'

/** Lists that a rule keeps short, and the rule. */
const SHORT_LISTS: Record<string, string> = {
  '/auth/factors': 'a person has at most 20 passkeys',
  '/auth/sessions': 'a person has at most 50 sessions',
  '/clients/:id': 'a plan has room for ten members at most',
  '/clients/:id/contacts': 'a client has at most 50 contacts',
  '/dashboard/summary': 'five of each',
  '/auth/workspaces': 'one for each workspace that a person was invited to',
  '/members': 'a plan has at most 10 members, invitations included',
  '/files': 'at most a hundred ids are asked for',
  '/files/project/:id/summary': 'a project has at most 50 sections',
  '/notes/:id': 'a note has at most 100 replies',
  '/projects/:id': 'what waits is named once for each reason, notes for three files of each side',
  '/projects/client/:id': 'the same',
  '/team-notes/summary': 'a plan has at most 10 members',
  '/receipts/:id': 'a question is about at most 50 files',
  '/receipts/:id/newest': 'the same',
  '/requests/unsent': 'at most a hundred reminders',
  '/reviews/:id/group': 'a question is about at most 50 files',
  '/portals': 'one for each freelancer whose links a client opened in this browser',
  '/push': 'a session has one subscription',
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
}

const isList = ({ type, properties = {} }: Schema) =>
  type === 'array' || Object.values(properties).some((property) => property.type === 'array')

test('every list is paged', () => {
  const lists = endpoints.filter(
    ({ method, schema }) => method === 'GET' && isList(schema.response[200 as never] as Schema),
  )
  const unpaged = lists.filter(({ schema }) => !(schema.querystring as Schema)?.properties?.limit)

  expect(lists.length).toBeGreaterThan(15)
  expect(unpaged.map(({ url }) => url).filter((url) => !SHORT_LISTS[url])).toEqual([])
})
