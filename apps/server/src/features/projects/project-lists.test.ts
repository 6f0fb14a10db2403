import { dashboard, projects } from '@portico/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Api, test as base, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { FIRST_PAGE } from '../../platform/sql/paging.ts'
import { selectFilteredProjects } from './filtered-projects.repository.ts'

/** Wednesday, 17 June 2099, late in the evening: in Auckland it is Thursday already. */
const NOW = '2099-06-17T20:00:00Z'

/** Projects of Ada, who is in Auckland, with Maya and Theo; their titles say when they are due. */
const test = base.extend('people', async ({ given, clock, api }) => {
  clock.set('2099-06-01T09:00:00Z')
  const ada = await given.freelancer({ timeZone: 'Pacific/Auckland' })
  const maya = await given.client(ada)
  const theo = await given.client(ada, { firstName: 'Théo', lastName: 'Laurent', email: 'theo@example.com' })
  const due = {
    'last month': '2099-05-31',
    yesterday: '2099-06-17',
    today: '2099-06-18',
    sunday: '2099-06-21',
    monday: '2099-06-22',
    'last of june': '2099-06-30',
    july: '2099-07-01',
    never: null,
  }
  const made = new Map<string, projects.Project>()
  for (const [title, dueDate] of Object.entries(due))
    made.set(title, await given.project(maya, { title, dueDate }))
  const yesterday = made.get('yesterday')?.dueDate ?? null
  await given.project(theo, { title: 'done', dueDate: '2099-05-30', status: 'Completed' })
  await given.project(theo, { title: 'done, no date', status: 'Completed' })
  await given.project(theo, { title: 'Éclair', dueDate: yesterday })
  const archived = await given.project(theo, { title: 'archived', dueDate: yesterday })
  await api.as(ada).call(projects.update, { params: { id: archived.id }, body: { archived: true } })
  const binned = await given.project(theo, { title: 'binned', dueDate: yesterday })
  await api.as(ada).call(projects.remove, { params: { id: binned.id } })
  clock.set(NOW)
  return { ada, maya, theo }
})

async function list(api: Api, user: TestUser, querystring: projects.ProjectFilter) {
  const { body } = await api.as(user).call(projects.list, { querystring })
  return body.map(({ title }) => title)
}

test('lists exactly the overdue projects that the dashboard counts, by the freelancer’s day', async ({
  people: { ada },
  api,
}) => {
  const overdue = await list(api, ada, { due: 'overdue', sort: 'due' })
  const { overdueProjects } = (await api.as(ada).call(dashboard.summary)).body

  expect(overdue).toEqual(['last month', 'Éclair', 'yesterday'])
  expect(overdueProjects).toBe(overdue.length)
})

test('filters by what is due this week, this month or never', async ({ people: { ada }, api }) => {
  expect(await list(api, ada, { due: 'week', sort: 'due' })).toEqual(['today', 'sunday'])
  expect(await list(api, ada, { due: 'month', sort: 'due' })).toEqual([
    'today',
    'sunday',
    'monday',
    'last of june',
  ])
  expect(await list(api, ada, { due: 'none' })).toEqual(['never'])
  expect(await list(api, ada, { due: 'overdue', archived: true })).toEqual([])
})

test('on a Sunday, this week ends today', async ({ people: { ada }, api, clock }) => {
  clock.set('2099-06-21T10:00:00Z')
  expect(await list(api, ada, { due: 'week' })).toEqual(['sunday'])
})

test('on the last day of a month, this month ends today', async ({ people: { ada }, api, clock }) => {
  clock.set('2099-06-30T10:00:00Z')
  expect(await list(api, ada, { due: 'month' })).toEqual(['last of june'])
})

test('filters by a range of due dates, its ends included', async ({ people: { ada }, api }) => {
  const range = { dueFrom: '2099-05-31', dueTo: '2099-06-18', sort: 'due' } as const
  expect(await list(api, ada, range)).toEqual(['last month', 'Éclair', 'yesterday', 'today'])
})

test('filters by client and by completion, and not by a stranger’s client', async ({
  people: { ada, theo },
  api,
  given,
}) => {
  const stranger = await given.client(await given.freelancer())
  await given.project(stranger)

  expect(await list(api, ada, { client: theo.id })).toEqual(['Éclair', 'done, no date', 'done'])
  expect(await list(api, ada, { client: theo.id, completed: false })).toEqual(['Éclair'])
  expect(await list(api, ada, { client: theo.id, completed: true })).toEqual(['done, no date', 'done'])
  expect(await list(api, ada, { client: stranger.id })).toEqual([])
})

test('sorts by due date: open ones, completed ones, then those without a date, newest first', async ({
  people: { ada },
  api,
}) => {
  expect(await list(api, ada, { sort: 'due' })).toEqual([
    'last month',
    'Éclair',
    'yesterday',
    'today',
    'sunday',
    'monday',
    'last of june',
    'july',
    'done',
    'done, no date',
    'never',
  ])
})

test('sorts by title without case and accents, and numbers as numbers', async ({
  people: { ada, theo },
  api,
  given,
}) => {
  for (const title of ['flyer 10', 'Flyer 2']) await given.project(theo, { title })

  expect(await list(api, ada, { sort: 'title' })).toEqual([
    'done',
    'done, no date',
    'Éclair',
    'Flyer 2',
    'flyer 10',
    'july',
    'last month',
    'last of june',
    'monday',
    'never',
    'sunday',
    'today',
    'yesterday',
  ])
})

test('finds projects by words of their title and of their client’s name', async ({
  people: { ada, theo },
  api,
}) => {
  expect(await list(api, ada, { search: 'theo' })).toEqual(['Éclair', 'done, no date', 'done'])
  expect(await list(api, ada, { search: 'Laurent eclair' })).toEqual(['Éclair'])
  expect(await list(api, ada, { search: 'maya eclair' })).toEqual([])
  expect(await list(api, ada, { search: '%' })).toEqual([])
  expect(await list(api, ada, { search: theo.firstName, status: 'Pending' })).toEqual(['Éclair'])
})

test.for(['2099-06-31', 'soon'])('refuses the day %s', async (dueFrom, { people: { ada }, api }) => {
  const { status, body } = await api.as(ada).send(projects.list, { querystring: { dueFrom } })
  expect({ status, body }).toMatchObject({ status: 400, body: { fields: { dueFrom: expect.any(String) } } })
})

test('pages every order without losing or repeating a project', async ({ given, api, ctx }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const project = fc.record({
    title: fc.constantFrom('a', 'A', 'ä', 'b', 'x'.repeat(200)),
    dueDate: fc.constantFrom(null, '2020-01-01', '2099-01-01'),
    status: fc.constantFrom('Pending', 'Completed'),
    turn: fc.constantFrom(null, 'freelancer', 'client'),
    since: fc.constantFrom('2021-01-01', '2021-01-02'),
  })
  const made: string[] = []
  for (const { title, dueDate, status, turn, since } of fc.sample(project, 40)) {
    const { id } = await given.project(maya, { title })
    await ctx.db
      .updateTable('project')
      .set({ due_date: dueDate, status, turn, turn_reason: turn && 'passed', turn_since: since })
      .where('id', '=', id)
      .execute()
    made.push(id)
  }

  for (const sort of [undefined, 'turn', 'due', 'title'] as const) {
    const whole = await listIds(api, ada, { ...(sort && { sort }), limit: 200 })
    for (const limit of [1, 7, 39, 40])
      expect([sort, await listIds(api, ada, { ...(sort && { sort }), limit })]).toEqual([sort, whole])
    expect(whole.toSorted()).toEqual(made)
  }
})

test('a page follows a project that was deleted meanwhile, and none follows a stranger’s', async ({
  given,
  api,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const titles = ['a', 'b', 'c']
  const [, second] = await Promise.all(titles.map((title) => given.project(maya, { title })))
  const stranger = await given.project(await given.client(await given.freelancer()), { title: 'a' })
  await api.as(ada).call(projects.remove, { params: { id: second?.id ?? '' } })

  expect(await list(api, ada, { sort: 'title', cursor: second?.id ?? '' })).toEqual(['c'])
  for (const sort of ['turn', 'due', 'title'] as const)
    expect(await list(api, ada, { sort, cursor: stranger.id })).toEqual([])
})

test.for([
  ['turn', 'project_by_turn'],
  ['due', 'project_by_due_date'],
  ['title', 'project_by_title'],
] as const)('the order by %s reads an index from the cursor on', async ([sort, index], { ctx }) => {
  const id = '01900000-0000-7000-8000-000000000001'
  const asker = {
    side: 'freelancer',
    role: 'owner',
    sees: 'all',
    personId: id,
    workspaceId: id,
    sessionId: '',
  } as const
  const asked = { archived: false, sort } as const
  for (const cursor of [FIRST_PAGE, id]) {
    const list = selectFilteredProjects(asker, new Date(), asked, { cursor, limit: 100 })

    // In an empty database PostgreSQL prefers to read the whole table and to sort it.
    const plan = await ctx.db.transaction().execute(async (trx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort'])
        await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`explain ${list}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })

    expect(plan).toContain(`using ${index}`)
    expect(plan).not.toMatch(/Sort|Seq Scan on project/)
    if (cursor === id) expect(plan).toMatch(/Index Cond: .*>= .*(InitPlan|\$\d)/)
  }
})

async function listIds(api: Api, user: TestUser, querystring: projects.ProjectFilter) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await api
      .as(user)
      .call(projects.list, { querystring: { ...querystring, ...(cursor && { cursor }) } })
    ids.push(...page.body.map(({ id }) => id))
    cursor = /cursor=([^&>]+)/.exec(String(page.headers.link))?.[1]
  } while (cursor)
  return ids
}
