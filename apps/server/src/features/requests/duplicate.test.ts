import { activity, clients, projects, requests } from '@portico/contract'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'

const NOW = '2099-03-10T12:00:00Z'

async function requestsOf(api: Api, user: TestUser, id: string) {
  const { body } = await api.as(user).call(requests.ofProject, { params: { id } })
  return body.requests.map(({ title, details, kind, dueDate, state, answers }) => ({
    ...{ title, details, kind, dueDate, state },
    answers: answers.length,
  }))
}

test('copies description and requests, and moves their dates as far as the due date', async ({
  api,
  given,
  clock,
}) => {
  clock.set('2099-03-01T12:00:00Z')
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const menu = await given.project(maya, { description: 'Two sizes.', dueDate: '2099-03-20' })
  const { body: added } = await api.as(ada).call(requests.add, {
    params: { id: menu.id },
    body: {
      requests: [
        { title: 'Prices', details: 'With VAT', kind: 'text', dueDate: '2099-03-05' },
        { title: 'Logo', kind: 'file' },
      ],
    },
  })
  const [prices] = added.requests
  if (prices) await given.answer(maya, prices, { text: '£4' })
  await given.file(ada, menu)
  await given.feedback(maya, menu)
  clock.set(NOW)

  const { status, body: copy } = await api.as(ada).call(projects.duplicate, {
    params: { id: menu.id },
    body: { title: 'Summer menu', dueDate: '2099-04-20' },
  })

  expect(status).toBe(201)
  expect(copy).toMatchObject({
    ...{ title: 'Summer menu', description: 'Two sizes.', status: 'Pending', dueDate: '2099-04-20' },
    ...{ archivedAt: null, turn: 'client', turnReason: 'requests', Client: { id: maya.id } },
    requests: { open: 2, answered: 0 },
  })
  expect(await requestsOf(api, maya, copy.id)).toEqual([
    { title: 'Prices', details: 'With VAT', kind: 'text', dueDate: '2099-04-05', state: 'open', answers: 0 },
    { title: 'Logo', details: null, kind: 'file', dueDate: null, state: 'open', answers: 0 },
  ])
  const contents = await api.as(ada).call(projects.contents, { params: { id: copy.id } })
  expect(contents.body).toEqual({ files: 0, requests: 2, feedback: 0 })
  const { body: events } = await api.as(maya).call(activity.ofProject, { params: { id: copy.id } })
  expect(events.map(({ kind }) => kind)).toEqual(['request_added', 'project_created'])
})

test.for([
  ['the project has no due date', null, '2099-05-01'],
  ['the copy has none', '2099-03-20', null],
] as const)(
  'where %s, dates move by the days since it was created',
  async ([, from, to], { api, given, clock }) => {
    clock.set('2099-03-01T12:00:00Z')
    const ada = await given.freelancer()
    const menu = await given.project(await given.client(ada), { dueDate: from })
    await api.as(ada).call(requests.add, {
      params: { id: menu.id },
      body: { requests: [{ title: 'Prices', kind: 'text', dueDate: '2099-03-05' }] },
    })
    const { createdAt } = menu
    clock.set(new Date(Date.parse(createdAt) + 9 * 86_400_000).toISOString())

    const { body: copy } = await api
      .as(ada)
      .call(projects.duplicate, { params: { id: menu.id }, body: { title: 'Again', dueDate: to } })

    expect(copy.dueDate).toBe(to)
    expect(await requestsOf(api, ada, copy.id)).toMatchObject([{ dueDate: '2099-03-14' }])
  },
)

test('a call that is repeated creates one project', async ({ api, given }) => {
  const ada = await given.freelancer()
  const menu = await given.project(await given.client(ada))
  await given.requests(ada, menu, ['Logo'])
  const send = async () =>
    (
      await api.as(ada).call(projects.duplicate, {
        params: { id: menu.id },
        body: { title: 'Again', clientRequestId: 'once' },
      })
    ).body.id

  const [first, second] = await Promise.all([send(), send()])

  expect([second, await send()]).toEqual([first, first])
  expect((await api.as(ada).call(projects.list)).body).toHaveLength(2)
})

test('an archived project can be duplicated, but not for an archived client', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const { id } = await given.project(maya)
  await api.as(ada).call(projects.update, { params: { id }, body: { archived: true } })
  const duplicate = () => api.as(ada).send(projects.duplicate, { params: { id }, body: { title: 'Again' } })

  expect(await duplicate()).toMatchObject({ status: 201, body: { archivedAt: null } })
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })
  expect(await duplicate()).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
})

test('what is refused leaves nothing behind', async ({ api, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada))
  const duplicate = (body: object) => api.as(ada).send(projects.duplicate, { params: { id }, body })

  expect(await duplicate({ title: ' ' })).toMatchObject({ status: 400 })
  expect(await duplicate({ title: 'x', dueDate: '2099-02-30' })).toMatchObject({ status: 400 })
  expect(await duplicate({ title: 'x', status: 'Completed' })).toMatchObject({ status: 400 })
  expect((await api.as(ada).call(projects.list)).body).toHaveLength(1)
})
