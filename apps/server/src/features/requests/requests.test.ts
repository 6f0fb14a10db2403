import { activity, bin, clients, projects, requests } from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { test, turnOf } from '../../../test/one-project.ts'
import { deleteRemovedProjects } from '../bin/expiry.service.ts'

const listAs = async (api: Api, person: TestUser, { id }: { id: string }) =>
  (await api.as(person).call(requests.ofProject, { params: { id }, querystring: { limit: 200 } })).body

const titlesOf = async (api: Api, person: TestUser, project: { id: string }) =>
  (await listAs(api, person, project)).requests.map(({ title }) => title)

const kindsOf = async (api: Api, person: TestUser, { id }: { id: string }) =>
  (await api.as(person).call(activity.ofProject, { params: { id } })).body.map(({ kind }) => kind)

test('pages through the requests of a project in their order, for both sides', async ({
  api,
  given,
  ada,
  maya,
  menu,
}) => {
  const titles = ['Logo', 'Hours', 'Photos', 'Prices', 'Address']
  await given.requests(ada, menu, titles)

  for (const person of [ada, maya]) {
    const read: string[] = []
    let cursor: number | undefined
    do {
      const { body, headers } = await api
        .as(person)
        .call(requests.ofProject, { params: { id: menu.id }, querystring: { limit: 2, cursor } })
      expect(body.reminders).toMatchObject({ on: expect.any(Boolean) })
      read.push(...body.requests.map(({ title }) => title))
      const [, next] = /cursor=(\d+)>; rel="next"/.exec(String(headers.link)) ?? []
      cursor = next === undefined ? undefined : Number(next)
    } while (cursor !== undefined)
    expect(read).toEqual(titles)
  }
  const { status } = await api
    .as(await given.freelancer())
    .call(requests.ofProject, { params: { id: menu.id }, querystring: { limit: 2, cursor: 1 } })
  expect(status).toBe(404)
})

describe('asking', () => {
  test('adds several at once, in their order, for both sides', async ({ api, ada, maya, menu }) => {
    const reply = await api.as(ada).call(requests.add, {
      params: { id: menu.id },
      body: {
        requests: [
          { title: ' Logo as a vector file ', details: ' ', kind: 'file' },
          { title: 'Opening hours', details: 'From March.', kind: 'text', dueDate: '2099-06-20' },
        ],
      },
    })

    const request = {
      projectId: menu.id,
      details: null,
      dueDate: null,
      overdue: false,
      state: 'open',
      sentBack: false,
      reason: null,
      remindedAt: null,
      answers: [],
      files: [],
    }
    expect(reply).toMatchObject({
      status: 201,
      body: {
        requests: [
          { ...request, title: 'Logo as a vector file', kind: 'file', position: 1 },
          {
            ...request,
            title: 'Opening hours',
            details: 'From March.',
            kind: 'text',
            dueDate: '2099-06-20',
            position: 2,
          },
        ],
      },
    })
    for (const person of [ada, maya])
      expect((await listAs(api, person, menu)).requests).toEqual(reply.body.requests)
    const [added] = (await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })).body
    expect(added).toMatchObject({
      kind: 'request_added',
      subject: { requestId: reply.body.requests[0]?.id, title: 'Logo as a vector file', count: 2 },
    })
    expect(await turnOf(api, maya, menu)).toBe('client: requests')
    const { body: project } = await api.as(ada).call(projects.get, { params: { id: menu.id } })
    expect(project.requests).toEqual({ open: 2, answered: 0 })
  })

  test('adds two requests with the same title', async ({ api, given, ada, maya, menu }) => {
    const [first, second] = await given.requests(ada, menu, ['Photo', 'Photo'])
    await given.answer(maya, first)

    expect(first.id).not.toBe(second.id)
    expect((await listAs(api, ada, menu)).requests.map(({ state }) => state)).toEqual(['answered', 'open'])
  })

  test('refuses 51 at once, and says which title of a list is missing', async ({ api, ada, menu }) => {
    const add = (titles: string[]) =>
      api.as(ada).call(requests.add, {
        params: { id: menu.id },
        body: { requests: titles.map((title) => ({ title, kind: 'file' as const })) },
      })

    expect(await add(Array.from({ length: 51 }, (_, i) => `Photo ${i}`))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'Requests can be at most 50 at once.' },
    })
    expect(await add(['Logo', ' '])).toMatchObject({
      status: 400,
      body: {
        message: 'Please say what you need.',
        fields: { 'requests.1.title': 'Title is required.' },
      },
    })
    expect((await add([])).status).toBe(400)
    expect((await listAs(api, ada, menu)).requests).toEqual([])
  })

  test('accepts fifty requests with long details, in any script', async ({ api, ada, menu }) => {
    const details = '😀 ру́сский עברית <b>'.repeat(60)
    const reply = await api.as(ada).call(requests.add, {
      params: { id: menu.id },
      body: {
        requests: Array.from({ length: 50 }, (_, i) => ({ title: `${i}`, details, kind: 'text' as const })),
      },
    })

    expect(reply.status).toBe(201)
    expect(reply.body.requests.at(-1)).toMatchObject({ position: 50, details: details.normalize('NFC') })
  })

  test('adds requests once that are sent again, at the same time or later, beside new ones', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const add = (project: { id: string }, names: (string | null)[]) =>
      api.as(ada).call(requests.add, {
        params: { id: project.id },
        body: {
          requests: names.map((clientRequestId) => ({
            title: `Photo ${clientRequestId}`,
            kind: 'file' as const,
            clientRequestId,
          })),
        },
      })

    const replies = await Promise.all([1, 2, 3].map(() => add(menu, ['one', 'two'])))
    replies.push(await add(menu, ['one', 'two']))

    const [ids] = replies.map(({ body }) => body.requests.map(({ id }) => id))
    for (const reply of replies) {
      expect(reply.status).toBe(201)
      expect(reply.body.requests.map(({ id }) => id)).toEqual(ids)
    }
    const events = await api.as(ada).call(activity.ofProject, { params: { id: menu.id } })
    expect(events.body.filter(({ kind }) => kind === 'request_added')).toHaveLength(1)

    const more = await add(menu, ['two', 'three', 'three', null, null])
    expect(more.body.requests.map(({ position }) => position)).toEqual([2, 3, 4, 5])
    expect((await add(await given.project(maya), ['one'])).body.requests[0]?.position).toBe(1)
  })

  test('never makes more than 200 on a project, although several add and copy at once', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const fifty = Array.from({ length: 50 }, (_, i) => `Photo ${i}`)
    const source = await given.project(maya)
    await given.requests(ada, source, fifty)
    const add = () =>
      api.as(ada).call(requests.add, {
        params: { id: menu.id },
        body: { requests: fifty.map((title) => ({ title, kind: 'file' as const })) },
      })
    const copy = () => api.as(ada).call(requests.copy, { params: { id: menu.id }, body: { from: source.id } })

    const replies = await Promise.all([add(), copy(), add(), copy(), add(), copy()])

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_REQUESTS_ON_PROJECT')
    const list = (await listAs(api, maya, menu)).requests
    expect(list.map(({ position }) => position)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  })

  test('copies titles, details and kinds of another project, without answers and dates', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const sign = await given.project(maya, { title: 'Shop sign' })
    const [logo] = await given.requests(ada, sign, [
      { title: 'Logo', details: 'SVG', kind: 'file', dueDate: '2099-07-01' },
      { title: 'Address', kind: 'text' },
    ])
    await given.answer(maya, logo, { unable: 'missing' })
    const sources = await api.as(ada).call(requests.sources)

    const reply = await api
      .as(ada)
      .call(requests.copy, { params: { id: menu.id }, body: { from: sources.body[0]?.id ?? '' } })

    expect(sources.body).toMatchObject([
      { id: sign.id, title: 'Shop sign', requests: 2, client: { firstName: 'Maya' } },
    ])
    expect(reply).toMatchObject({
      status: 201,
      body: {
        requests: [
          { title: 'Logo', details: 'SVG', kind: 'file', dueDate: null, state: 'open', answers: [] },
          { title: 'Address', details: null, kind: 'text', position: 2 },
        ],
      },
    })
  })

  test('copies once what is sent again under the same id, also into the project itself', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const sign = await given.project(maya)
    await given.requests(ada, sign, ['Logo', 'Address'])
    const copy = (into: { id: string }, clientCopyId: string | null) =>
      api.as(ada).call(requests.copy, { params: { id: into.id }, body: { from: sign.id, clientCopyId } })

    const replies = await Promise.all([1, 2, 3].map(() => copy(menu, 'one')))
    await given.requests(ada, sign, ['Photo'])
    replies.push(await copy(menu, 'one'))

    const [ids] = replies.map(({ body }) => body.requests.map(({ id }) => id))
    expect(ids).toHaveLength(2)
    for (const { body } of replies) expect(body.requests.map(({ id }) => id)).toEqual(ids)
    for (const into of [sign, sign]) expect((await copy(into, 'one')).body.requests).toHaveLength(3)
    expect((await listAs(api, maya, sign)).requests).toHaveLength(6)
    expect((await copy(menu, 'two')).body.requests).toHaveLength(6)
    expect((await copy(menu, null)).body.requests).toHaveLength(6)
  })

  test('copies nothing of a stranger’s project', async ({ api, given, ada, menu }) => {
    const theirs = await given.project(await given.client(await given.freelancer()))

    const reply = await api
      .as(ada)
      .call(requests.copy, { params: { id: menu.id }, body: { from: theirs.id } })

    expect(reply).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
  })

  test('marks requests as overdue by the freelancer’s day, and closes none', async ({
    api,
    given,
    clock,
    ada,
    maya,
    menu,
  }) => {
    const [request] = await given.requests(ada, menu, [
      { title: 'Logo', kind: 'file', dueDate: '2099-06-20' },
    ])
    const isOverdue = async () => (await listAs(api, maya, menu)).requests[0]?.overdue

    clock.set('2099-06-20T22:59:00Z')
    expect(await isOverdue()).toBe(false)
    clock.set('2099-06-20T23:01:00Z')
    expect(await isOverdue()).toBe(true)
    expect((await given.answer(maya, request)).state).toBe('answered')
    expect(await isOverdue()).toBe(false)
  })
})

describe('changing the list', () => {
  test('changes only the fields that are sent', async ({ api, given, ada, menu }) => {
    const [request] = await given.requests(ada, menu, [
      { title: 'Logo', details: 'SVG', kind: 'file', dueDate: '2099-06-20' },
    ])
    const change = (body: requests.RequestChange) =>
      api.as(ada).call(requests.change, { params: { id: request.id }, body })

    expect((await change({ title: 'Logo in black' })).body).toEqual({ ...request, title: 'Logo in black' })
    expect((await change({ details: null, dueDate: null })).body).toMatchObject({
      title: 'Logo in black',
      details: null,
      dueDate: null,
    })
    expect((await change({})).status).toBe(400)
    expect((await change({ title: ' ' })).body).toMatchObject({ message: 'Please say what you need.' })
  })

  test('moves a request up, down and to the end', async ({ api, given, ada, maya, menu }) => {
    const added = await given.requests(ada, menu, ['A', 'B', 'C', 'D'])
    const move = (index: number, position: number) =>
      api.as(ada).call(requests.change, { params: { id: added[index]?.id ?? '' }, body: { position } })

    expect((await move(3, 2)).body.position).toBe(2)
    expect(await titlesOf(api, maya, menu)).toEqual(['A', 'D', 'B', 'C'])
    await move(0, 3)
    expect(await titlesOf(api, maya, menu)).toEqual(['D', 'B', 'A', 'C'])
    expect((await move(1, 200)).body.position).toBe(4)
    expect(await titlesOf(api, maya, menu)).toEqual(['D', 'A', 'C', 'B'])
    expect((await move(1, 0)).status).toBe(400)
  })

  test('keeps positions unique and without gaps when requests are moved, added and deleted concurrently', async ({
    api,
    given,
    ada,
    menu,
  }) => {
    const added = await given.requests(ada, menu, ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])
    const changes = added.flatMap(({ id }, i) => [
      api.as(ada).call(requests.change, { params: { id }, body: { position: ((i * 5) % 8) + 1 } }),
      ...(i % 3 === 0 ? [api.as(ada).call(requests.remove, { params: { id } })] : []),
      given.requests(ada, menu, [`New ${i}`]),
    ])
    await Promise.all(changes)

    const list = (await listAs(api, ada, menu)).requests
    expect(list.map(({ position }) => position)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1))
  })

  test('deletes a request once when two calls race', async ({ api, given, ada, maya, menu }) => {
    const [logo] = await given.requests(ada, menu, ['Logo', 'Photo'])
    const remove = () => api.as(ada).call(requests.remove, { params: { id: logo.id } })

    const replies = await Promise.all([remove(), remove()])

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404])
    expect((await listAs(api, maya, menu)).requests).toMatchObject([{ title: 'Photo', position: 1 }])
  })

  test('ends the client’s turn when the last open request is deleted', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const [logo] = await given.requests(ada, menu, ['Logo'])
    await api.as(ada).call(requests.remove, { params: { id: logo.id } })

    expect(await turnOf(api, maya, menu)).toBeNull()
  })
})

describe('accepting and sending back', () => {
  test('an open request is answered, sent back with a reason, answered again and accepted', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const [hours] = await given.requests(ada, menu, [{ title: 'Opening hours', kind: 'text' }])
    const setState = (body: requests.StateChange) =>
      api.as(ada).call(requests.setState, { params: { id: hours.id }, body })

    expect(await setState({ state: 'accepted' })).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_NOT_ANSWERED' },
    })
    await given.answer(maya, hours, { text: 'Eight to six.' })
    expect(await turnOf(api, maya, menu)).toBe('freelancer: answers')
    expect((await setState({ state: 'open', reason: 'On Sundays too?' })).body).toMatchObject({
      state: 'open',
      sentBack: true,
      reason: 'On Sundays too?',
      answers: [{ text: 'Eight to six.' }],
    })
    expect(await turnOf(api, maya, menu)).toBe('client: requests')
    expect(await given.answer(maya, hours, { text: 'Eight to six.' }), 'the same again').toMatchObject({
      state: 'answered',
      sentBack: false,
      reason: null,
    })
    expect((await setState({ state: 'accepted' })).body).toMatchObject({ state: 'accepted' })

    expect(await turnOf(api, maya, menu)).toBeNull()
    expect((await kindsOf(api, ada, menu)).slice(0, 5)).toEqual([
      'request_accepted',
      'request_answered',
      'request_reopened',
      'request_answered',
      'request_added',
    ])
  })

  test('a repeated call changes nothing', async ({ api, given, ada, maya, menu }) => {
    const [logo] = await given.requests(ada, menu, ['Logo'])
    await given.answer(maya, logo)
    const accept = () =>
      api.as(ada).call(requests.setState, { params: { id: logo.id }, body: { state: 'accepted' } })

    const [first, second] = await Promise.all([accept(), accept()])

    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect((await kindsOf(api, ada, menu)).filter((kind) => kind === 'request_accepted')).toHaveLength(1)
  })

  test('accepts a reason only when sending back', async ({ api, given, ada, maya, menu }) => {
    const [logo] = await given.requests(ada, menu, ['Logo'])
    await given.answer(maya, logo)

    const reply = await api
      .as(ada)
      .call(requests.setState, { params: { id: logo.id }, body: { state: 'accepted', reason: 'Why not' } })

    expect(reply).toMatchObject({ status: 400, body: { fields: { reason: expect.any(String) } } })
  })

  test('refuses a reason that it would not keep, because the request is open', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const [logo] = await given.requests(ada, menu, ['Logo'])
    const sendBack = (reason?: string) =>
      api.as(ada).call(requests.setState, {
        params: { id: logo.id },
        body: { state: 'open', ...(reason && { reason }) },
      })
    const refused = { status: 409, body: { code: 'REQUEST_OPEN' } }

    expect(await sendBack('Too small')).toMatchObject(refused)
    await given.answer(maya, logo)
    expect(await sendBack('Too small')).toMatchObject({ status: 200, body: { reason: 'Too small' } })
    expect(await sendBack('Too small'), 'the same again').toMatchObject({ status: 200 })
    expect(await sendBack()).toMatchObject({ status: 200, body: { reason: 'Too small' } })
    expect(await sendBack('Too large')).toMatchObject(refused)
    expect((await listAs(api, maya, menu)).requests).toMatchObject([{ state: 'open', reason: 'Too small' }])
  })

  test('loses nothing when an answer and sending back race', async ({ api, given, ada, maya, menu }) => {
    const [hours] = await given.requests(ada, menu, [{ title: 'Opening hours', kind: 'text' }])
    await given.answer(maya, hours, { text: 'Eight to six.' })

    await Promise.all([
      api
        .as(ada)
        .call(requests.setState, { params: { id: hours.id }, body: { state: 'open', reason: 'Sundays?' } }),
      given.answer(maya, hours, { text: 'Eight to six, Sundays eight to two.' }),
    ])

    const [request] = (await listAs(api, ada, menu)).requests
    expect(request?.answers).toMatchObject([{ text: 'Eight to six, Sundays eight to two.' }])
    expect([
      { state: 'open', sentBack: true, reason: 'Sundays?' },
      { state: 'answered', sentBack: false, reason: null },
    ]).toContainEqual({ state: request?.state, sentBack: request?.sentBack, reason: request?.reason })
    expect(await turnOf(api, maya, menu)).toBe(
      request?.state === 'open' ? 'client: requests' : 'freelancer: answers',
    )
  })
})

describe('the freelancer’s overview', () => {
  test('lists the requests of all clients by state, without archived ones', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const tom = await given.client(ada, { firstName: 'Tom' })
    const brochure = await given.project(tom, { title: 'Brochure' })
    const old = await given.project(tom)
    const [logo] = await given.requests(ada, menu, ['Logo'])
    await given.requests(ada, brochure, ['Photo'])
    await given.requests(ada, old, ['Address'])
    await given.answer(maya, logo)
    await api.as(ada).call(projects.update, { params: { id: old.id }, body: { archived: true } })
    const list = async (person: TestUser, state?: requests.RequestState) =>
      (await api.as(person).call(requests.list, { querystring: { ...(state && { state }) } })).body

    expect(await list(ada)).toMatchObject([
      { title: 'Photo', project: { id: brochure.id, title: 'Brochure' }, client: { firstName: 'Tom' } },
      { title: 'Logo', project: { id: menu.id }, client: { firstName: 'Maya' } },
    ])
    expect((await list(ada, 'open')).map(({ title }) => title)).toEqual(['Photo'])
    expect((await list(maya)).map(({ title }) => title)).toEqual(['Logo'])
  })
})

describe('deleting what they belong to', () => {
  test('counts them before the deletion, and hides them with a project in the bin', async ({
    api,
    given,
    ada,
    maya,
    menu,
  }) => {
    const [logo] = await given.requests(ada, menu, ['Logo', 'Photo'])
    const params = { id: menu.id }
    expect((await api.as(ada).call(projects.contents, { params })).body).toMatchObject({ requests: 2 })
    expect((await api.as(ada).call(clients.contents, { params: { id: maya.id } })).body).toMatchObject({
      requests: 2,
    })

    await api.as(ada).call(projects.remove, { params })
    expect((await api.as(ada).call(requests.list)).body).toEqual([])
    expect((await api.as(ada).call(requests.sources)).body).toEqual([])
    const copy = { params: { id: (await given.project(maya)).id }, body: { from: menu.id } }
    expect((await api.as(ada).call(requests.copy, copy)).status).toBe(404)

    await api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })
    expect((await api.as(maya).call(requests.list)).body).toMatchObject([{ title: 'Photo' }, { id: logo.id }])
    expect(await turnOf(api, maya, menu)).toBe('client: requests')
  })

  test('deletes them with their client, answers and files included', async ({
    api,
    ctx,
    given,
    ada,
    maya,
    menu,
  }) => {
    const [logo, hours] = await given.requests(ada, menu, ['Logo', 'Opening hours'])
    await given.file(maya, menu, { requestId: logo.id })
    await given.answer(maya, hours)

    expect((await api.as(ada).call(clients.remove, { params: { id: maya.id } })).status).toBe(204)

    expect((await api.as(ada).call(requests.list)).body).toEqual([])
    await deleteRemovedProjects(ctx)
    for (const table of ['request', 'request_answer'] as const) {
      const column = table === 'request' ? 'request.id' : 'request_answer.request_id'
      const left = await ctx.db
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .where(sql.ref(column), 'in', [logo.id, hours.id])
        .execute()
      expect(left).toEqual([])
    }
  })
})
