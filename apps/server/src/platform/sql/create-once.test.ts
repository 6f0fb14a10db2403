import { clients } from '@portico/contract'
import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import type { Given, TestClient, TestFreelancer } from '../../../test/given.ts'
import { createClient, removeClient } from '../../features/clients/clients.service.ts'
import { leaveFeedback, removeFeedback } from '../../features/feedback/feedback.service.ts'
import { replyToFeedback } from '../../features/feedback/replies.service.ts'
import { leaveNote, replyToNote } from '../../features/notes/notes.service.ts'
import { changeProject, createProject } from '../../features/projects/projects.service.ts'
import type { AppContext } from '../context.ts'
import { createLimits } from '../limits/limits.ts'
import { deleteOldCreations } from './create-once.ts'

type Table = 'feedback' | 'feedback_reply' | 'note' | 'note_reply' | 'project' | 'client' | 'event'

interface Parties {
  ctx: AppContext
  ada: TestFreelancer
  maya: TestClient
  projectId: string
  feedbackId: string
  fileId: string
  noteId: string
}

const kinds: { table: Table; create(parties: Parties, clientRequestId: string): Promise<unknown> }[] = [
  {
    table: 'feedback',
    create: ({ ctx, maya, projectId }, clientRequestId) =>
      leaveFeedback(ctx, maya, { projectId, message: 'Lovely', clientRequestId }),
  },
  {
    table: 'feedback_reply',
    create: ({ ctx, ada, feedbackId }, clientRequestId) =>
      replyToFeedback(ctx, ada, feedbackId, { message: 'Thank you', clientRequestId }),
  },
  {
    table: 'note',
    create: ({ ctx, maya, fileId }, clientRequestId) =>
      leaveNote(ctx, maya, fileId, { text: 'Larger', clientRequestId }),
  },
  {
    table: 'note_reply',
    create: ({ ctx, ada, noteId }, clientRequestId) =>
      replyToNote(ctx, ada, noteId, { text: 'Done', clientRequestId }),
  },
  {
    table: 'project',
    create: ({ ctx, ada, maya }, clientRequestId) =>
      createProject(ctx, ada, {
        clientId: maya.id,
        title: 'Website',
        description: 'Three pages',
        status: 'Pending',
        clientRequestId,
      }),
  },
]

test.for(kinds)(
  'creates a $table once when the call is repeated, also at the same time',
  async (kind, { ctx, given }) => {
    const parties = await createParties(ctx, given)
    const { create, table } = kind
    const before = { rows: await count(ctx, table), events: await count(ctx, 'event') }

    const created = await create(parties, 'a')
    const repeated = await Promise.all([create(parties, 'a'), create(parties, 'a')])
    const concurrent = await Promise.all([create(parties, 'b'), create(parties, 'b'), create(parties, 'b')])

    const ids = [created, ...repeated].map(idOf)
    expect(new Set(ids).size).toBe(1)
    expect(new Set(concurrent.map(idOf)).size).toBe(1)
    expect(await count(ctx, table)).toBe(before.rows + 2)
    expect(await count(ctx, 'event')).toBe(before.events + 2)
  },
)

test.for(kinds.filter(({ table }) => table !== 'project'))(
  'returns a $table again whose project was archived meanwhile, and creates no other',
  async ({ create }, { ctx, given }) => {
    const parties = await createParties(ctx, given)
    const created = await create(parties, 'a')
    await changeProject(ctx, parties.ada, parties.projectId, { archived: true })

    expect(idOf(await create(parties, 'a'))).toBe(idOf(created))
    await expect(create(parties, 'b')).rejects.toMatchObject({ code: 'ARCHIVED' })
  },
)

test('adds a client once, and gives a working link again', async ({ ctx, given }) => {
  const ada = await given.freelancer()
  const details = { firstName: 'Lin', lastName: 'Park', email: `lin-${ada.id}@example.com` }

  const created = await createClient(ctx, ada, { ...details, clientRequestId: 'a' })
  const repeated = await createClient(ctx, ada, { ...details, clientRequestId: 'a' })

  expect(repeated).toMatchObject({ client: { id: created.client.id }, emailStatus: created.emailStatus })
  expect(repeated.loginUrl).not.toBe(created.loginUrl)
  await expect(createClient(ctx, ada, { ...details, clientRequestId: 'b' })).rejects.toMatchObject({
    code: 'CLIENT_EXISTS',
  })
  // Nothing is left of a refused call.
  await removeClient(ctx, ada, created.client.id)
  const { client } = await createClient(ctx, ada, { ...details, clientRequestId: 'b' })
  expect(client.id).not.toBe(created.client.id)
})

test('keeps the ids of two people and of two projects apart', async ({ ctx, given }) => {
  const one = await createParties(ctx, given)
  const other = await createParties(ctx, given)
  const [create] = kinds.map((kind) => kind.create)

  const ids = [await create?.(one, 'a'), await create?.(other, 'a')].map(idOf)

  expect(new Set(ids).size).toBe(2)
  await expect(create?.({ ...one, projectId: other.projectId }, 'a')).rejects.toMatchObject({
    code: 'PROJECT_NOT_FOUND',
  })
})

test('keeps the projects of two clients, and two clients, apart', async ({ ctx, given }) => {
  const { ada, ...parties } = await createParties(ctx, given)
  const tom = await given.client(ada)
  const create = kinds.find(({ table }) => table === 'project')?.create
  const add = (email: string) =>
    createClient(ctx, ada, { firstName: 'Lin', lastName: 'Park', email, clientRequestId: 'a' })

  const [ofMaya, ofTom] = [
    await create?.({ ada, ...parties }, 'a'),
    await create?.({ ada, ...parties, maya: tom }, 'a'),
  ]
  const [lin, other] = [await add(given.newClient().email), await add(given.newClient().email)]

  expect([ofMaya, ofTom].map((json) => JSON.parse(String(json)).Client.id)).toEqual([parties.maya.id, tom.id])
  expect(other.client.id).not.toBe(lin.client.id)
})

test('counts the links of repeated calls against the limit of sessions', async ({ ctx, api, given }) => {
  const ada = await given.freelancer()
  const limits = createLimits({ ...ctx.config.limits, sessions: { count: 2, seconds: 3_600 } })
  const details = { ...given.newClient(), clientRequestId: 'a' }
  const add = () => createClient({ ...ctx, limits }, ada, details)
  const { client } = await add()
  await add()
  await add()

  await expect(add()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })

  const { body } = await api.as(ada).call(clients.get, { params: { id: client.id } })
  expect(body.access.linksAlive).toBe(3)
})

test('creates again what was deleted meanwhile', async ({ ctx, given }) => {
  const { maya, projectId } = await createParties(ctx, given)
  const leave = () => leaveFeedback(ctx, maya, { projectId, message: 'Lovely', clientRequestId: 'a' })
  const first = idOf(await leave())
  await removeFeedback(ctx, maya, first)

  const second = idOf(await leave())

  expect(second).not.toBe(first)
  expect(idOf(await leave())).toBe(second)
})

test('forgets ids after a week', async ({ ctx, given, clock }) => {
  const { maya, projectId } = await createParties(ctx, given)
  await leaveFeedback(ctx, maya, { projectId, message: 'Lovely', clientRequestId: 'a' })
  const stored = () =>
    ctx.db.selectFrom('created_once').select('key').where('client_id', '=', maya.id).execute()

  clock.forward({ days: 6 })
  await deleteOldCreations(ctx)
  expect(await stored()).toHaveLength(1)
  clock.forward({ days: 2 })
  await deleteOldCreations(ctx)

  expect(await stored()).toEqual([])
})

async function createParties(ctx: AppContext, given: Given): Promise<Parties> {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const project = await given.project(maya)
  const { id: feedbackId } = await given.feedback(maya, project)
  const file = await given.file(ada, project)
  const { id: noteId } = await given.note(maya, file)
  return { ctx, ada, maya, projectId: project.id, feedbackId, fileId: file.id, noteId }
}

const idOf = (json: unknown): string => JSON.parse(json as string).id

async function count({ db }: AppContext, table: Table) {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from ${sql.table(table)}`.execute(db)
  return rows[0]?.total ?? 0
}
