import { activity, clients, type Endpoint, endpoints, projects, search } from '@portico/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '../src/platform/sql/database.ts'
import { inputsFor, namesAnId } from './endpoint-inputs.ts'
import { type Api, expect, test } from './fixtures.ts'
import type { TestUser } from './given.ts'
import { WAIT_OPTIONS } from './wait-options.ts'
import {
  createWorld,
  createWorldActions,
  reachOf,
  TITLE_WORD,
  type World,
  type WorldClient,
} from './worlds.ts'

/** How many worlds: `TEST_WORLDS=2000` looks further. */
const WORLDS = Number(process.env.TEST_WORLDS ?? 3)

const kinds = [
  ...(['assign', 'handOver', 'changeRole', 'removeMember', 'join', 'transfer', 'changeContact'] as const),
  ...(['removeContact', 'archive', 'removeClient', 'addClient', 'addProject', 'removeProject'] as const),
  ...(['write', 'write', 'write'] as const),
]
const index = fc.nat(63)
const action = fc.record({ kind: fc.constantFrom(...kinds), a: index, b: index, c: index })

const guarded = endpoints.filter(({ config }) => ['freelancer', 'client', 'either'].includes(config.access))
const requires = ({ querystring }: Endpoint['schema']) =>
  (querystring as { required?: string[] })?.required ?? []
/** Return what somebody reaches, whatever it is. */
const lists = guarded.filter(
  ({ method, schema }) => method === 'GET' && !schema.params && requires(schema).length === 0,
)
const aboutAThing = guarded.filter(
  (endpoint) => namesAnId(endpoint) && !/^\/members|^\/auth|:freelancerId|^\/portals/.test(endpoint.url),
)
/** The log of a workspace names what is gone, too. */
const isLog = ({ url }: Endpoint) => url.startsWith('/audit')

test('after any changes of members, clients and contacts, everybody reads what is theirs and nothing else', {
  timeout: 120_000 + WORLDS * 60_000,
}, async ({ api, given, ctx }) => {
  const tables = await findTablesOfClients(ctx.db)
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 16 }), index, async (actions, seed) => {
      const world = await createWorld(given)
      const since = world.workspaces[0]?.clients[0]?.client.id ?? ''
      const owners = await findOwners(ctx.db, tables, since)
      const run = createWorldActions(ctx, given, world)
      for (const { kind, ...choice } of actions) await run[kind](choice)
      for (const [id, owner] of await findOwners(ctx.db, tables, since)) owners.set(id, owner)

      await checkReaders(api, world, owners, seed)
      await checkRemoved(api, world)
      expect(await findStrayRows(ctx.db)).toEqual([])
    }),
    { numRuns: WORLDS, endOnFailure: true },
  )
})

async function checkReaders(api: Api, world: World, owners: Map<string, string>, seed: number) {
  const all = world.workspaces.flatMap((workspace) => workspace.clients)
  const members = world.workspaces.flatMap((workspace) =>
    [...workspace.members.values()].map((who) => ({ who, reach: reachOf(workspace, who) })),
  )
  const people = all.flatMap((of) => [of.client, ...of.contacts].map((who) => ({ who, reach: [of] })))
  const elsewhere = [...world.own.values()].map((who) => ({ who, reach: [] }))
  const readers = [...members, ...sample(people, 4, seed), ...sample(elsewhere, 1, seed)]
  const problems: string[] = []
  for (const [index, { who, reach }] of readers.entries()) {
    const name = `${who.side} ${'role' in who ? `${who.role} ${who.sees}` : who.looksOnly ? 'looks only' : 'decides'}`
    const mayCall = ({ config }: Endpoint) => config.access === 'either' || config.access === who.side
    const reaches = new Set(reach.map(({ client }) => client.id))
    const call = async (endpoint: Endpoint, inputs: object = {}) => {
      const reply = await api.as(who).send(endpoint, inputs)
      if (reply.status < 300) {
        const found = findForeign(textOf(reply.body), owners, reaches)
        if (found && !(isLog(endpoint) && !all.some(({ client }) => client.id === owners.get(found))))
          problems.push(`${name} reads ${found} in ${endpoint.method} ${endpoint.url}`)
      }
      return reply
    }

    const start = seed + index
    for (const list of sample(lists.filter(mayCall), 8, start)) await call(list)
    const own = sample(reach.filter(hasAll), 1, start)[0]
    const foreign = sample(
      all.filter((of) => hasAll(of) && !reach.includes(of)),
      1,
      start,
    )[0]
    for (const thing of sample(aboutAThing.filter(mayCall), 8, start)) {
      const isRead = thing.method === 'GET'
      if (own?.ids && isRead) await call(thing, inputsFor(thing, own.ids))
      if (!foreign?.ids || (!isRead && who.side === 'client' && who.looksOnly)) continue
      const { status } = await call(thing, inputsFor(thing, foreign.ids))
      if (status !== 404) problems.push(`${name} gets ${status} from ${thing.method} ${thing.url} of another`)
    }
    await checkLists(api, who, reach, name)
  }
  expect(problems).toEqual([])
}

/** They read all that is theirs. */
async function checkLists(api: Api, who: TestUser, reach: WorldClient[], name: string) {
  const call = api.as(who)
  const ids = (of: WorldClient[]) => of.flatMap(({ projects }) => projects).sort()
  const found = await call.call(search.search, {
    querystring: { q: TITLE_WORD, kind: 'project', limit: 200 },
  })
  expect(found.body.results.map(({ id }) => id).sort(), `found by ${name}`).toEqual(ids(reach))
  const { body: unread } = await call.call(activity.unread)
  const { body: notifications } = await call.call(activity.notifications, { querystring: { limit: 200 } })
  expect(
    notifications.filter(({ read }) => !read),
    `unread by ${name}`,
  ).toHaveLength(unread.count)
  if (who.side === 'client') return
  for (const archived of [false, true]) {
    const expected = reach.filter(({ isArchived }) => isArchived === archived)
    const querystring = { archived, limit: 200 }
    const listed = await call.call(clients.list, { querystring })
    expect(listed.body.clients.map(({ id }) => id).sort(), `listed for ${name}`).toEqual(
      expected.map(({ client }) => client.id).sort(),
    )
    const { body } = await call.call(projects.list, { querystring })
    const posters = body.filter(({ title }) => title === TITLE_WORD)
    expect(posters.map(({ id }) => id).sort(), `listed for ${name}`).toEqual(ids(expected))
  }
}

async function checkRemoved(api: Api, { removed }: World) {
  for (const person of removed)
    await vi.waitFor(
      async () => expect((await api.as(person).call(activity.unread)).status).toBe(401),
      WAIT_OPTIONS,
    )
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** An id in the text of a client who is not among these. */
function findForeign(text: string, owners: Map<string, string>, reaches: Set<string>) {
  for (const [id] of text.matchAll(UUID)) {
    const owner = owners.get(id)
    if (owner && !reaches.has(owner)) return id
  }
  return undefined
}

const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body))

const hasAll = ({ ids }: WorldClient) => ids !== null

/** As many of them, from another place with each number. */
function sample<T>(things: T[], count: number, start: number) {
  return [...things, ...things]
    .slice((start * count) % (things.length || 1))
    .slice(0, Math.min(count, things.length))
}

interface Table {
  name: string
  parent: string
}

/** The columns by which a row belongs to a client, each with the table that it names. */
const PARENTS = {
  client_id: 'client',
  project_id: 'project',
  file_id: 'file',
  feedback_id: 'feedback',
  note_id: 'note',
  request_id: 'request',
  review_id: 'review',
} as const

/** The tables that have an id and such a column, the first of them in this order. */
async function findTablesOfClients(db: Db) {
  const { rows } = await sql<Table>`
    select distinct on (t.table_name) t.table_name as name, c.column_name as parent
    from information_schema.columns t
      join information_schema.columns c on c.table_name = t.table_name and c.table_schema = 'public'
      join information_schema.tables b on b.table_name = t.table_name and b.table_type = 'BASE TABLE'
    where t.table_schema = 'public' and t.column_name = 'id' and t.data_type = 'uuid'
      and c.column_name = any(${Object.keys(PARENTS)}::text[])
    order by t.table_name, array_position(${Object.keys(PARENTS)}::text[], c.column_name::text)`.execute(db)
  return rows
}

/** The client of each thing that is newer than this id. */
async function findOwners(db: Db, tables: Table[], since: string) {
  const selects = tables.map(
    ({ name, parent }) =>
      sql`select id, ${sql.ref(parent)} as parent from ${sql.table(name)} where id >= ${since}`,
  )
  const { rows } = await sql<{ id: string; parent: string | null }>`
    select id, coalesce(contact_of, id) as parent from client where id >= ${since}
    union all ${sql.join(selects, sql` union all `)}`.execute(db)
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  const ownerOf = (id: string): string | null => {
    const parent = parents.get(id)
    return parent === undefined || parent === null || parent === id ? (parent ?? null) : ownerOf(parent)
  }
  const owners = new Map<string, string>()
  for (const { id } of rows) {
    const owner = ownerOf(id)
    if (owner) owners.set(id, owner)
  }
  return owners
}

/** What somebody has of a client whom they do not work with, or of a workspace that they are no member of. */
async function findStrayRows(db: Db) {
  const { rows } = await sql`
    select 'unread' as table, u.person_id from unread u left join project p on p.id = u.scope_id
      where u.reader = 'freelancer' and not exists (
        select from client_member m where m.person_id = u.person_id and m.client_id = coalesce(p.client_id, u.scope_id))
    union all select 'conversation_reader', r.person_id from conversation_reader r
      where r.side = 'freelancer' and not exists (
        select from client_member m where m.person_id = r.person_id and m.client_id = r.client_id)
    union all select 'client_member', a.person_id from client_member a
      where not exists (select from member m where m.person_id = a.person_id and m.workspace_id = a.workspace_id)
    union all select 'session', s.id from session s
      where s.freelancer_id is not null and not exists (
        select from member m where m.person_id = s.freelancer_id and m.workspace_id = s.workspace_id)
    union all select 'lead', c.id from client c
      where c.contact_of is null and c.workspace_id is not null and not exists (
        select from client_member m where m.person_id = c.lead_id and m.client_id = c.id)
    union all select 'owners', w.id from workspace w
      where (select count(*) from member m where m.workspace_id = w.id and m.role = 'owner') <> 1`.execute(db)
  return rows
}
