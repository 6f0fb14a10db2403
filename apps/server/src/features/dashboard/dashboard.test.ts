import { clients, dashboard, projects } from '@portico/contract'
import { daysFromNow, expect, test } from '../../../test/fixtures.ts'

test('a new freelancer has no projects, deadlines or clients', async ({ api, given }) => {
  const { body } = await api.as(await given.freelancer({ plan: 'free' })).call(dashboard.summary)

  expect(body).toEqual({
    plan: 'free',
    subscriptionStatus: 'active',
    clients: { used: 0, limit: 1, remaining: 1 },
    recentProjects: [],
    upcomingDeadlines: [],
    waiting: {},
    overdueProjects: 0,
    hasArchivedProjects: false,
    timeZone: 'UTC',
    team: null,
  })
})

test('lists the five newest projects and the five nearest deadlines of projects that are not completed', async ({
  api,
  given,
  clock,
}) => {
  // Noon, so that no midnight falls between writing and reading.
  clock.set('2099-06-15T12:00:00Z')
  const ada = await given.freelancer({ plan: 'pro' })
  const client = await given.client(ada)
  for (const days of [6, 5, 4, 3, 2, 1])
    await given.project(client, { title: `In ${days}`, dueDate: `2099-06-${15 + days}` })
  await given.project(client, { title: 'Today', dueDate: '2099-06-15' })
  await given.project(client, { title: 'Late', dueDate: '2099-06-14' })
  await given.project(client, { title: 'Done', dueDate: '2099-06-15', status: 'Completed' })
  await given.project(client, { title: 'Whenever' })

  const { body } = await api.as(ada).call(dashboard.summary)

  expect(body.clients).toEqual({ used: 1, limit: 5, remaining: 4 })
  expect(body.recentProjects.map(({ title }) => title)).toEqual(['Whenever', 'Done', 'Late', 'Today', 'In 1'])
  expect(body.upcomingDeadlines.map(({ title }) => title)).toEqual(['Today', 'In 1', 'In 2', 'In 3', 'In 4'])
  expect(body.overdueProjects).toBe(1)
  expect(body.recentProjects[2]).toMatchObject({
    overdue: true,
    status: 'Pending',
    clientName: 'Maya Whitcombe',
  })
})

test('counts only the freelancer’s own clients and projects', async ({ api, given }) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
  await given.project(await given.client(eve), { dueDate: daysFromNow(1) })

  const { body } = await api.as(ada).call(dashboard.summary)

  expect(body).toMatchObject({ clients: { used: 0 }, recentProjects: [], upcomingDeadlines: [] })
})

test('remaining places are never negative', async ({ api, given, ctx }) => {
  const ada = await given.freelancer({ plan: 'starter' })
  for (let n = 0; n < 3; n++) await given.client(ada)
  await ctx.db.updateTable('workspace').set({ plan: 'free' }).where('id', '=', ada.id).execute()

  expect((await api.as(ada).call(dashboard.summary)).body.clients).toEqual({
    used: 3,
    limit: 1,
    remaining: 0,
  })
})

test('deleted clients and projects are not counted', async ({ api, given }) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const { id } = await given.project(client, { dueDate: daysFromNow(1) })
  await api.as(ada).call(projects.update, { params: { id }, body: { archived: true } })
  await api.as(ada).call(projects.remove, { params: { id } })
  await api.as(ada).call(clients.remove, { params: { id: client.id } })

  expect((await api.as(ada).call(dashboard.summary)).body).toMatchObject({
    clients: { used: 0 },
    recentProjects: [],
    upcomingDeadlines: [],
    overdueProjects: 0,
    hasArchivedProjects: false,
  })
})
