import { activity, clients, projects } from '@portico/contract'
import { daysFromNow, expect, test } from '../../../test/fixtures.ts'
import { changeProjects } from './bulk.service.ts'

test('changes all that can be changed, and says which cannot and why', async ({ api, given, ctx }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const [first, second] = [await given.project(maya), await given.project(maya, { dueDate: daysFromNow(0) })]
  const early = await given.project(maya, { dueDate: daysFromNow(2) })
  const archived = await given.project(maya)
  await api.as(ada).call(projects.update, { params: { id: archived.id }, body: { archived: true } })
  const stranger = await given.project(await given.client(await given.freelancer()))
  const unknown = '01900000-0000-7000-8000-000000000000'
  const ids = [early.id, first.id, stranger.id, archived.id, second.id, unknown]

  const { status, body } = await api
    .as(ada)
    .call(projects.changeSeveral, { body: { ids, status: 'Completed' } })

  expect(status).toBe(200)
  expect(body.changed).toEqual([first.id, second.id])
  expect(body.refused).toEqual([
    { id: early.id, code: 'PROJECT_NOT_DUE', message: 'A project cannot be completed before its due date.' },
    { id: stranger.id, code: 'PROJECT_NOT_FOUND', message: expect.any(String) },
    { id: archived.id, code: 'ARCHIVED', message: expect.any(String) },
    { id: unknown, code: 'PROJECT_NOT_FOUND', message: expect.any(String) },
  ])
  const rows = await ctx.db.selectFrom('project').select(['id', 'status']).execute()
  const statuses = Object.fromEntries(rows.map(({ id, status }) => [id, status]))
  expect(ids.slice(0, 5).map((id) => statuses[id])).toEqual([
    'Pending',
    'Completed',
    'Pending',
    'Pending',
    'Completed',
  ])
})

test('of 200 projects one refuses, and 199 are changed', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const ids: string[] = []
  for (let n = 0; n < projects.MAX_BULK_PROJECTS; n++) ids.push((await given.project(maya)).id)
  const completed = ids[100] ?? ''
  await api.as(ada).call(projects.update, { params: { id: completed }, body: { status: 'Completed' } })

  const { body } = await api.as(ada).call(projects.changeSeveral, { body: { ids, dueDate: daysFromNow(9) } })

  expect(body.refused).toMatchObject([{ id: completed, code: 'PROJECT_NOT_DUE' }])
  expect(body.changed).toEqual(ids.filter((id) => id !== completed))
  const { body: due } = await api
    .as(ada)
    .call(projects.list, { querystring: { dueFrom: daysFromNow(9), limit: 200 } })
  expect(due).toHaveLength(199)
})

test('follows the usual rules: events for the client, once, however often it is sent', async ({
  api,
  given,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const ids = [(await given.project(maya)).id, (await given.project(maya)).id]
  const change = { body: { ids, dueDate: daysFromNow(3) } }

  const first = await api.as(ada).call(projects.changeSeveral, change)
  const second = await api.as(ada).call(projects.changeSeveral, change)

  expect([first.body, second.body]).toEqual([
    { changed: ids, refused: [] },
    { changed: ids, refused: [] },
  ])
  const { body: seen } = await api.as(maya).call(activity.notifications)
  const moved = seen.filter(({ kind }) => kind === 'due_date_changed')
  expect(moved.map(({ projectId }) => projectId).sort()).toEqual(ids.toSorted())
})

test('archives and brings back, but for what is archived with its client', async ({ api, given }) => {
  const ada = await given.freelancer()
  const [maya, theo] = [await given.client(ada), await given.client(ada, { email: 'theo@example.com' })]
  const ids = [(await given.project(maya)).id, (await given.project(theo)).id]
  const send = async (archived: boolean) =>
    (await api.as(ada).call(projects.changeSeveral, { body: { ids, archived } })).body

  expect(await send(true)).toEqual({ changed: ids, refused: [] })
  expect(await send(true)).toMatchObject({ changed: ids })
  await api.as(ada).call(clients.update, { params: { id: theo.id }, body: { archived: true } })
  expect(await send(false)).toMatchObject({ changed: [ids[0]], refused: [{ id: ids[1], code: 'ARCHIVED' }] })
})

test.for([
  ['no project', { ids: [], archived: true }],
  ['a project twice', { ids: Array(2).fill('01900000-0000-7000-8000-000000000000'), archived: true }],
  ['nothing to change', { ids: ['01900000-0000-7000-8000-000000000000'] }],
  ['two changes', { ids: ['01900000-0000-7000-8000-000000000000'], archived: true, status: 'Pending' }],
  ['another field', { ids: ['01900000-0000-7000-8000-000000000000'], title: 'x' }],
  ['a malformed id', { ids: ['x'], archived: true }],
])('refuses %s', async ([, body], { api, given }) => {
  const reply = await api.as(await given.freelancer()).send(projects.changeSeveral, { body: body as object })
  expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
})

test('refuses more than 200 projects', async ({ api, given }) => {
  const ids = Array.from({ length: 201 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  const reply = await api
    .as(await given.freelancer())
    .send(projects.changeSeveral, { body: { ids, archived: true } })
  expect(reply).toMatchObject({ status: 400, body: { fields: { ids: expect.any(String) } } })
})

test('notifies the sides of each client once', async ({ given, ctx }) => {
  const ada = await given.freelancer()
  const [maya, theo] = [await given.client(ada), await given.client(ada, { email: 'theo@example.com' })]
  const ids: string[] = []
  for (const client of [maya, theo, maya]) ids.push((await given.project(client)).id)
  const notified: unknown[] = []
  const live = { ...ctx.live, changed: (...args: unknown[]) => void notified.push(args) }

  await changeProjects({ ...ctx, live }, ada, { ids, archived: true })

  expect(notified).toEqual(
    [maya, theo].map(({ id }) => [{ workspaceId: ada.workspaceId, clientId: id }, 'projects.changeSeveral']),
  )
})
