import { accounts, dashboard, isBlank, isStorable, projects } from '@portico/contract'
import fc from 'fast-check'
import { describe } from 'vitest'
import { daysFromNow, expect, test } from '../../../test/fixtures.ts'

describe('completing a project', () => {
  test.for([
    ['without a due date', null],
    ['a month after its due date', daysFromNow(-30)],
    ['on its due date', daysFromNow(0)],
  ] as const)('is allowed %s', async ([, dueDate], { api, given }) => {
    const ada = await given.freelancer()
    const { id } = await given.project(await given.client(ada), { dueDate })

    const reply = await api.as(ada).call(projects.update, { params: { id }, body: { status: 'Completed' } })

    expect(reply).toMatchObject({ status: 200, body: { id, status: 'Completed', dueDate, overdue: false } })
  })

  test('is refused before the due date', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { id } = await given.project(await given.client(ada), { dueDate: daysFromNow(2) })

    const reply = await api.as(ada).call(projects.update, { params: { id }, body: { status: 'Completed' } })

    expect(reply).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_DUE' } })
    const { body } = await api.as(ada).call(projects.get, { params: { id } })
    expect(body.status).toBe('Pending')
  })

  test('a completed project refuses a due date in the future', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { id } = await given.project(await given.client(ada), { status: 'Completed' })

    const reply = await api
      .as(ada)
      .call(projects.setDueDate, { params: { id }, body: { dueDate: daysFromNow(2) } })

    expect(reply).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_DUE' } })
    expect((await api.as(ada).call(projects.get, { params: { id } })).body.dueDate).toBeNull()
  })

  test('no project is created as completed before its due date', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { id: clientId } = await given.client(ada)

    const reply = await api.as(ada).call(projects.create, {
      body: { clientId, title: 'Logo', description: 'New', status: 'Completed', dueDate: daysFromNow(2) },
    })

    expect(reply).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_DUE' } })
    expect((await api.as(ada).call(projects.list)).body).toEqual([])
  })

  test('when a status and a due date race, only one of them is accepted', async ({ api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)

    for (let round = 0; round < 20; round++) {
      const { id } = await given.project(client, { dueDate: daysFromNow(0) })
      await Promise.all([
        api.as(ada).call(projects.update, { params: { id }, body: { status: 'Completed' } }),
        api.as(ada).call(projects.setDueDate, { params: { id }, body: { dueDate: daysFromNow(9) } }),
      ])
      const { body } = await api.as(ada).call(projects.get, { params: { id } })
      expect(body.status === 'Completed' && body.dueDate === daysFromNow(9)).toBe(false)
    }
  })

  test('is allowed from the due date on in the freelancer’s time zone', async ({ api, given, clock }) => {
    clock.set('2099-06-01T11:00:00Z') // 1 June in London, 2 June in Kiritimati
    const [london, kiritimati] = await Promise.all([
      given.freelancer({ timeZone: 'Europe/London' }),
      given.freelancer({ timeZone: 'Pacific/Kiritimati' }),
    ])
    const [here, there] = await Promise.all(
      [london, kiritimati].map(async (one) =>
        given.project(await given.client(one), { dueDate: '2099-06-02' }),
      ),
    )

    const complete = (who: typeof london, id = '') =>
      api.as(who).call(projects.update, { params: { id }, body: { status: 'Completed' } })

    expect((await complete(london, here?.id)).status).toBe(409)
    expect((await complete(kiritimati, there?.id)).status).toBe(200)
  })
})

test('a project is overdue from the midnight after its due date in the freelancer’s time zone, also after they move', async ({
  api,
  given,
  clock,
}) => {
  clock.set('2099-06-01T09:59:00Z')
  let zone = 'Pacific/Kiritimati'
  const ada = await given.freelancer({ timeZone: zone })
  const client = await given.client(ada)
  const { id } = await given.project(client, { dueDate: '2099-06-01' })
  const isOverdue = async () => {
    const [own, theirs, listed, counted] = await Promise.all([
      api.as(ada).call(projects.get, { params: { id } }),
      api.as(client).call(projects.getForClient, { params: { id } }),
      api.as(ada).call(projects.list),
      api.as(ada).call(dashboard.summary),
    ])
    const { overdueProjects, upcomingDeadlines, recentProjects } = counted.body
    expect([theirs.body.overdue, listed.body[0]?.overdue, recentProjects[0]?.overdue]).toEqual(
      Array(3).fill(own.body.overdue),
    )
    expect(overdueProjects).toBe(own.body.overdue ? 1 : 0)
    expect(upcomingDeadlines).toHaveLength(own.body.overdue ? 0 : 1)
    // The time zone in which both sides read dates.
    expect([own, theirs, counted].map(({ body }) => body.timeZone)).toEqual(Array(3).fill(zone))
    return own.body.overdue
  }

  expect(await isOverdue()).toBe(false)
  clock.set('2099-06-01T10:00:00Z')
  expect(await isOverdue()).toBe(true)

  zone = 'Pacific/Pago_Pago'
  await api.as(ada).call(accounts.changeMe, { body: { timeZone: zone } })
  expect(await isOverdue()).toBe(false)
  clock.set('2099-06-02T11:00:00Z')
  expect(await isOverdue()).toBe(true)

  await api.as(ada).call(projects.update, { params: { id }, body: { status: 'Completed' } })
  expect((await api.as(ada).call(projects.get, { params: { id } })).body.overdue).toBe(false)
})

test('a project includes its client, and is overdue from the day after its due date', async ({
  api,
  given,
}) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const { id } = await given.project(client, { dueDate: daysFromNow(-1) })

  const { body } = await api.as(client).call(projects.getForClient, { params: { id } })

  expect(body).toMatchObject({
    overdue: true,
    Client: { id: client.id, firstName: 'Maya', lastName: 'Whitcombe', email: client.email },
  })
})

describe('the list', () => {
  test('pages through everything, newest first, by the Link header', async ({ api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.unshift((await given.project(client, { title: `Project ${n}` })).id)

    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 4; page++) {
      const { body, headers } = await api.as(ada).call(projects.list, { querystring: { limit: 3, cursor } })
      seen.push(...body.map(({ id }) => id))
      cursor = /cursor=([\w-]+)[^>]*>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
      if (!cursor) break
    }

    expect(seen).toEqual(made)
    expect(cursor).toBeUndefined()
  })

  test('a last page that is exactly full has no next page', async ({ api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    for (let n = 0; n < 3; n++) await given.project(client)

    const { headers } = await api.as(ada).call(projects.list, { querystring: { limit: 3 } })

    expect(headers.link).toBeUndefined()
  })

  test.for(['0', '201', '-1', 'x', '1.5', ''])('limit=%s is refused', async (limit, { api, given }) => {
    const reply = await api.as(await given.freelancer()).send(projects.list, { querystring: { limit } })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { limit: expect.any(String) } },
    })
  })

  test.for(['a\0b', '\0'])('search=%j is refused', async (search, { api, given }) => {
    const reply = await api.as(await given.freelancer()).send(projects.list, { querystring: { search } })
    expect(reply).toMatchObject({ status: 400, body: { fields: { search: expect.any(String) } } })
  })

  test.for(['x', 'ffffffff', "'; drop table project; --"])(
    'cursor=%s is refused',
    async (cursor, { api, given }) => {
      const reply = await api.as(await given.freelancer()).send(projects.list, { querystring: { cursor } })
      expect(reply).toMatchObject({ status: 400, body: { fields: { cursor: expect.any(String) } } })
    },
  )

  test.for([
    ['%', ['a%b']],
    ['_', ['a_b']],
    ['\\', ['a\\b']],
    ['A_', ['a_b']],
    ['b', ['a\\b', 'axb', 'a_b', 'a%b']],
    ['(a+)+$', []],
    ['[', []],
    ['x'.repeat(10_000), []],
  ] as const)('search means %s literally, in any case', async ([search, titles], { api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    for (const title of ['a%b', 'a_b', 'axb', 'a\\b']) await given.project(client, { title })

    const { body } = await api.as(ada).call(projects.list, { querystring: { search } })

    expect(body.map(({ title }) => title)).toEqual(titles)
  })

  test.for([
    ['Ο Σοφός', ['σοφος', 'ΣΟΦΟΣ', 'σοφός', 'Ο ΣΟΦΌΣ']],
    ['Straße nach Łódź', ['lodz', 'strasse', 'ŁÓDŹ', 'nach lod', 'lodz strasse']],
    ['Flo O’Neill: menu', ["O'Neill", 'o’neill', 'Flo menu', 'menu, flo', 'Neill’s']],
    ['Proof_03-final (v1.2.3).PDF', ['v1.2.3', 'v1 2 3', 'proof final', 'proof_03']],
    ['Crème brûlée', ['creme', 'BRULEE creme', 'cre\u0300me', 'brûl']],
    ['春のメニュー提案書', ['メニュー', '提案']],
    ['100% wool_label', ['100%', 'wool_label', '% wool', '_ %']],
    ['Party 🎉 posters', ['🎉', 'posters 🎉']],
  ] as const)('finds %s as a search does', async ([title, queries], { api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    await given.project(client, { title })
    await given.project(client, { title: 'Another one' })

    for (const search of queries) {
      const { body } = await api.as(ada).call(projects.list, { querystring: { search } })
      expect(
        body.map((project) => project.title),
        search,
      ).toEqual([title])
    }
  })

  test.for(['flo autumn', 'an%other', '1.2.4', 'ano_ther', '+'])(
    '%s finds nothing',
    async (search, { api, given }) => {
      const ada = await given.freelancer()
      const client = await given.client(ada)
      for (const title of ['Flo O’Neill', 'Another one', 'v1.2.3']) await given.project(client, { title })

      expect((await api.as(ada).call(projects.list, { querystring: { search } })).body).toEqual([])
    },
  )

  test('a search is paged, and the Link header keeps its terms', async ({ api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    for (const title of ['Menu A', 'Van', 'Menu B', 'Menu C']) await given.project(client, { title })

    const first = await api.as(ada).call(projects.list, { querystring: { search: 'menu', limit: 2 } })
    const link = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const querystring = Object.fromEntries(new URL(link, 'http://here').searchParams)
    const second = await api.as(ada).send(projects.list, { querystring })

    expect(first.body.map(({ title }) => title)).toEqual(['Menu C', 'Menu B'])
    expect(second.body).toMatchObject([{ title: 'Menu A' }])
  })

  test('filters by status', async ({ api, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    await given.project(client, { title: 'One' })
    await given.project(client, { title: 'Two', status: 'In Progress' })

    const { body } = await api.as(ada).call(projects.list, { querystring: { status: 'In Progress' } })

    expect(body).toMatchObject([{ title: 'Two' }])
  })

  test('freelancers and clients see only their own projects', async ({ api, given }) => {
    const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    await given.project(maya, { title: 'For Maya' })
    await given.project(tom, { title: 'For Tom' })
    await given.project(await given.client(eve), { title: 'Of Eve' })

    expect((await api.as(eve).call(projects.list)).body).toMatchObject([{ title: 'Of Eve' }])
    expect((await api.as(maya).call(projects.listForClient)).body).toMatchObject([{ title: 'For Maya' }])
    expect((await api.as(ada).call(projects.list)).body).toHaveLength(2)
  })
})

describe('bad input', () => {
  const good = { title: 'Logo', description: 'A new logo', status: 'Pending', dueDate: null }

  test.for([
    ['title', ''],
    ['title', ' \u200b\u3000'],
    ['title', 'x'.repeat(201)],
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['title', ['x']],
    ['title', 1],
    ['title', null],
    ['title', true],
    ['description', 'x'.repeat(10_001)],
    ['status', 'completed'],
    ['status', 'DONE'],
    ['status', ''],
    ['status', null],
    ['dueDate', '2023-02-29'],
    ['dueDate', '2024-02-30'],
    ['dueDate', '2024-13-01'],
    ['dueDate', 'infinity'],
    ['dueDate', 'now'],
    ['dueDate', 'tomorrow'],
    ['dueDate', '10000-01-01'],
    ['dueDate', '2024-2-1'],
    ['dueDate', 0],
    ['dueDate', {}],
    ['clientId', 'x'],
    ['clientId', '{01900000-0000-7000-8000-000000000000}'],
    ['workspaceId', '01900000-0000-7000-8000-000000000000'],
  ])('refuses %s = %j and names the field', async ([field, value], { api, given }) => {
    const ada = await given.freelancer()
    const { id: clientId } = await given.client(ada)

    const reply = await api
      .as(ada)
      .send(projects.create, { body: { clientId, ...good, [field as string]: value } })

    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { [field as string]: expect.any(String) } },
    })
    expect((await api.as(ada).call(projects.list)).body).toEqual([])
  })

  test.for(['x', '', '01900000-0000-7000-8000-00000000000', 'ABCDEFAB-0000-7000-8000-000000000000', '%00'])(
    'returns 404 for the id %j',
    async (id, { api, given }) => {
      const reply = await api
        .as(await given.freelancer())
        .call(projects.setDueDate, { params: { id }, body: { dueDate: null } })
      expect(reply.status).toBe(404)
    },
  )

  test('trims texts and otherwise keeps them as typed', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { id: clientId } = await given.client(ada)
    const title = '👩‍👩‍👧 «مرحبا» Z̸̡̢ 𠀋 \' " < > & \\ %'

    const { body } = await api.as(ada).call(projects.create, {
      body: { clientId, ...good, status: 'Pending', title: `  ${title} `, description: '𠀋'.repeat(10_000) },
    })

    expect(body.title).toBe(title.normalize('NFC'))
    expect([...body.description]).toHaveLength(10_000)
  })

  test('returns every storable text unchanged', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { id } = await given.project(await given.client(ada))
    const typed = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 200 })
      .map((text) => text.normalize('NFC').trim())
      .filter((text) => isStorable(text) && !isBlank(text) && [...text].length <= 200)

    await fc.assert(
      fc.asyncProperty(typed, async (title) => {
        const { body } = await api.as(ada).call(projects.update, { params: { id }, body: { title } })
        expect(body.title).toBe(title)
      }),
      { numRuns: 200 },
    )
  })

  test('accepts 29 February in leap years only, and null as no due date', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { id: clientId } = await given.client(ada)
    const create = async (dueDate: string | null) =>
      (await api.as(ada).call(projects.create, { body: { clientId, ...good, status: 'Pending', dueDate } }))
        .body.dueDate

    expect(await Promise.all(['2024-02-29', '2028-02-29', '', null].map(create))).toEqual([
      '2024-02-29',
      '2028-02-29',
      null,
      null,
    ])
  })
})

test('accepts exactly three statuses', async ({ api, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada))
  const move = (status: unknown) => api.as(ada).send(projects.update, { params: { id }, body: { status } })

  for (const wrong of ['completed', 'DONE', '', null])
    expect(await move(wrong)).toMatchObject({ status: 400, body: { fields: { status: expect.any(String) } } })
  for (const right of ['In Progress', 'Completed', 'Pending'])
    expect(await move(right)).toMatchObject({ status: 200, body: { status: right } })
})

test('null removes the due date', async ({ api, given }) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  for (const none of [null, '']) {
    const { id } = await given.project(client, { dueDate: daysFromNow(3) })
    const reply = await api.as(ada).send(projects.setDueDate, { params: { id }, body: { dueDate: none } })
    expect(reply).toMatchObject({ status: 200, body: { dueDate: null } })
  }
})

test('a deleted project is gone for freelancer and client', async ({ api, given }) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const { id } = await given.project(client)

  expect((await api.as(ada).call(projects.remove, { params: { id } })).status).toBe(204)

  expect((await api.as(ada).call(projects.remove, { params: { id } })).status).toBe(404)
  expect((await api.as(client).call(projects.getForClient, { params: { id } })).status).toBe(404)
})

test('title, description and status change together or separately', async ({ api, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada))

  await api.as(ada).call(projects.update, { params: { id }, body: { title: 'Summer menu' } })
  const { body } = await api
    .as(ada)
    .call(projects.update, { params: { id }, body: { description: 'One size', status: 'In Progress' } })

  expect(body).toMatchObject({ title: 'Summer menu', description: 'One size', status: 'In Progress' })
  expect((await api.as(ada).send(projects.update, { params: { id }, body: {} })).status).toBe(400)
})

test('a locked project does not delay changes of other projects', async ({ api, given, ctx }) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const [locked, free] = [await given.project(client), await given.project(client)]
  const rename = ({ id }: { id: string }) =>
    api.as(ada).call(projects.update, { params: { id }, body: { title: 'Renamed' } })

  let waiting: ReturnType<typeof rename> | undefined
  await ctx.db.transaction().execute(async (other) => {
    await other
      .updateTable('project')
      .set({ description: 'By another' })
      .where('id', '=', locked.id)
      .execute()
    waiting = rename(locked)
    expect((await rename(free)).status).toBe(200)
  })

  expect((await waiting)?.body).toMatchObject({ title: 'Renamed', description: 'By another' })
})
