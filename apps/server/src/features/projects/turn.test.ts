import {
  activity,
  bin,
  clients,
  dashboard,
  eventText,
  feedback,
  files,
  notes,
  plainEventText,
  projects,
  reviews,
} from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'

const test = base
  .extend('ada', ({ given, clock }) => {
    clock.set('2099-06-15T09:00:00Z')
    return given.freelancer({ timeZone: 'Europe/London' })
  })
  .extend('maya', ({ given, ada }) => given.client(ada))
  /** One project, with actions of both sides. */
  .extend('menu', async ({ api, given, ada, maya }) => {
    const { id } = await given.project(maya)
    const params = { id }
    const read = async () => (await api.as(ada).call(projects.get, { params })).body
    return {
      id,
      read,
      /** Whose turn it is and why. */
      turn: async () => {
        const { turn, turnReason } = await read()
        return turn && `${turn}: ${turnReason}`
      },
      pass: (person: TestUser, to: projects.Side, note?: string) =>
        api.as(person).call(projects.passTurn, { params, body: { to, ...(note && { note }) } }),
      leaveFeedback: () => given.feedback(maya, { id }),
      change: (body: projects.ProjectChange) => api.as(ada).call(projects.update, { params, body }),
    }
  })

test('feedback makes it the freelancer’s turn, until they do anything', async ({
  menu,
  api,
  given,
  ada,
  maya,
}) => {
  expect(await menu.turn()).toBeNull()
  const doings = [
    async (item: feedback.Feedback) => given.reply(ada, item),
    () => given.file(ada, menu),
    () => menu.change({ title: 'Summer menu' }),
    () => menu.change({ status: 'In Progress' }),
    () => api.as(ada).call(projects.setDueDate, { params: { id: menu.id }, body: { dueDate: '2099-07-01' } }),
  ]
  for (const act of doings) {
    const item = await menu.leaveFeedback()
    expect(await menu.turn()).toBe('freelancer: feedback')
    await given.file(maya, menu)
    expect(await menu.turn(), 'what else the client does changes nothing').toBe('freelancer: feedback')
    await act(item)
    expect(await menu.turn()).toBeNull()
  }
})

test('an open note makes it the turn of the other side, which has it also behind other reasons', async ({
  menu,
  api,
  given,
  ada,
  maya,
}) => {
  const file = await given.file(ada, menu, { name: 'menu.pdf' })
  const other = await given.file(ada, menu, { name: 'sign.pdf' })
  const waiting = async (side: projects.Side) =>
    (await menu.read()).waiting
      .filter((one) => one.side === side)
      .map(({ reason, count, file }) => `${count} ${reason} ${file?.fileName ?? ''}`)
  const settle = (id: string, state: 'open' | 'done') =>
    api.as(ada).call(notes.change, { params: { id }, body: { state } })
  const first = await given.note(maya, file)
  expect(await menu.turn()).toBe('freelancer: notes')
  await given.note(maya, file)
  const third = await given.note(maya, other)
  await given.requests(ada, menu, ['Logo'])
  expect(await menu.turn()).toBe('client: requests')
  expect(await waiting('freelancer')).toEqual(['1 notes sign.pdf', '2 notes menu.pdf'])

  await settle(first.id, 'done')
  await settle(third.id, 'done')
  expect(await waiting('freelancer')).toEqual(['1 notes menu.pdf'])
  await settle(third.id, 'open')
  expect(await waiting('freelancer')).toEqual(['1 notes sign.pdf', '1 notes menu.pdf'])

  const mine = await given.note(ada, file)
  expect(await waiting('client')).toEqual(['1 requests ', '1 notes menu.pdf'])
  await api.as(maya).call(notes.reply, { params: { id: mine.id }, body: { text: 'Yes.' } })
  expect(await waiting('client'), 'answered').toEqual(['1 requests '])
  await api.as(ada).call(notes.reply, { params: { id: mine.id }, body: { text: 'Sure?' } })
  expect(await waiting('client'), 'asked again').toEqual(['1 requests ', '1 notes menu.pdf'])
})

test('notes wait on the newest version of their file, and not while it is in the bin', async ({
  menu,
  api,
  given,
  ada,
  maya,
}) => {
  const file = await given.file(ada, menu, { name: 'menu.pdf' })
  const note = await given.note(maya, file)
  const newest = await given.file(ada, menu, { name: 'menu-2.pdf', versionOf: file.id })
  const list = async () => {
    const { body } = await api.as(maya).call(files.list, { params: { id: menu.id } })
    return body.map(({ fileName, waitingNotes }) => [fileName, waitingNotes.freelancer])
  }
  expect([await menu.turn(), await list()]).toEqual(['freelancer: notes', [['menu-2.pdf', 1]]])
  await api.as(ada).call(files.rename, { params: { id: newest.id }, body: { fileName: 'card.pdf' } })
  expect((await menu.read()).waiting).toMatchObject([{ file: { id: newest.id, fileName: 'card.pdf' } }])

  await api.as(ada).call(files.remove, { params: { id: newest.id } })
  expect([await menu.turn(), await list()]).toEqual(['freelancer: notes', [['menu.pdf', 1]]])
  await api.as(ada).call(files.remove, { params: { id: file.id } })
  expect([await menu.turn(), await list()]).toEqual([null, []])
  await api.as(ada).call(bin.restore, { params: { kind: 'file', id: file.id } })
  expect([await menu.turn(), await list()]).toEqual(['freelancer: notes', [['menu.pdf', 1]]])

  await api.as(maya).call(notes.remove, { params: { id: note.id } })
  expect([await menu.turn(), await list()]).toEqual([null, [['menu.pdf', 0]]])
})

test('feedback, changes and answers are listed while the project waits for the client', async ({
  menu,
  api,
  given,
  ada,
  maya,
}) => {
  const file = await given.file(ada, menu, { name: 'menu.pdf' })
  const review = await given.review(ada, file)
  await menu.leaveFeedback()
  expect(await menu.turn()).toBe('client: review')
  const waiting = async () => (await menu.read()).waiting
  expect(await waiting()).toEqual([
    { side: 'client', reason: 'review', count: 1, file: { id: file.id, fileName: 'menu.pdf' } },
    { side: 'freelancer', reason: 'feedback', count: 1, file: null },
  ])
  const { body: summary } = await api.as(ada).call(dashboard.summary)
  expect(summary.waiting).toMatchObject({
    client: { total: 1, alsoForYou: 1, projects: [{ id: menu.id, waiting: await waiting() }] },
  })
  for (const endpoint of [projects.list, projects.listForClient]) {
    const { body } = await api.as(endpoint === projects.list ? ada : maya).call(endpoint)
    expect(body[0]?.waiting).toEqual(await waiting())
  }

  await api.as(maya).call(reviews.decide, {
    params: { id: review.id },
    body: { decision: 'changes_requested', comment: 'Blue.' },
  })
  const [hours] = await given.requests(ada, menu, ['Hours', 'Logo'])
  await given.answer(maya, hours)
  expect(await menu.turn()).toBe('client: requests')
  expect((await waiting()).map(({ side, reason, count }) => `${side} ${reason} ${count}`)).toEqual([
    'client requests 1',
    'freelancer changes 1',
    'freelancer answers 1',
  ])

  await menu.change({ archived: true })
  expect(await waiting(), 'archived').toEqual([])
})

test('the response to a change says whose turn it is afterwards', async ({ menu }) => {
  await menu.leaveFeedback()
  expect((await menu.change({ title: 'Spring menu' })).body, 'the same title').toMatchObject({
    turn: 'freelancer',
  })
  expect((await menu.change({ title: 'Summer menu' })).body).toMatchObject({ turn: null, turnReason: null })
})

test('a client’s reply is feedback too', async ({ menu, given, ada, maya }) => {
  const item = await menu.leaveFeedback()
  await given.reply(ada, item)
  await given.reply(maya, item)
  expect(await menu.turn()).toBe('freelancer: feedback')
})

test('deleting feedback gives the turn to the next reason', async ({ menu, api, given, ada, maya }) => {
  const removeAll = async (...all: feedback.Feedback[]) => {
    for (const { id } of all) await api.as(maya).call(feedback.remove, { params: { id } })
  }
  const answered = await menu.leaveFeedback()
  await given.file(ada, menu)
  const [first, second] = [await menu.leaveFeedback(), await menu.leaveFeedback()]

  await removeAll(second)
  expect(await menu.turn(), 'the first still waits').toBe('freelancer: feedback')
  await removeAll(first)
  expect(await menu.turn(), 'the older one was answered by a file').toBeNull()

  await given.reply(ada, answered)
  const reply = await given.reply(maya, answered)
  expect(await menu.turn()).toBe('freelancer: feedback')
  await api.as(maya).call(feedback.removeReply, { params: { id: reply.id } })
  expect(await menu.turn()).toBeNull()
})

test('the note of a turn says which person of a side wrote it', async ({ menu, given, maya }) => {
  const sam = await given.contact(maya)

  await menu.pass(sam, 'freelancer', 'You choose.')

  expect(await menu.read()).toMatchObject({ turnNote: { by: 'client', author: 'Sam Reed' } })
})

test('a turn that was passed stands until that side does something', async ({
  menu,
  api,
  given,
  ada,
  maya,
}) => {
  const { status, body } = await menu.pass(ada, 'client', 'Which photo?')
  expect(status).toBe(200)
  const { turnSince } = body
  expect(turnSince).toMatch(/^2099-06-15T09:00:/)
  const note = { by: 'freelancer', to: 'client', message: 'Which photo?', at: turnSince }
  const passed = { turn: 'client', turnReason: 'passed', turnSince }
  expect(body).toMatchObject({ id: menu.id, ...passed, turnNote: note })
  const { body: mine } = await api.as(maya).call(projects.getForClient, { params: { id: menu.id } })
  expect(mine).toMatchObject({ ...passed, turnNote: note })

  await given.file(ada, menu)
  expect(await menu.turn(), 'the freelancer goes on working').toBe('client: passed')
  await given.file(maya, menu)
  expect(await menu.read()).toMatchObject({ turn: null, turnReason: null, turnSince: null, turnNote: null })

  await menu.pass(ada, 'client')
  await menu.pass(maya, 'freelancer', 'You choose.')
  expect(await menu.read()).toMatchObject({ turn: 'freelancer', turnNote: { message: 'You choose.' } })
  await menu.change({ description: 'With the blue photo.' })
  expect(await menu.turn()).toBeNull()
})

test('reading and a deleted file’s return do not end it', async ({ menu, api, given, ada, maya }) => {
  const { id } = await given.binnedFile(ada, menu)
  await menu.pass(ada, 'client', 'Which photo?')
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  await api.as(ada).call(bin.restore, { params: { kind: 'file', id } })
  expect(await menu.turn()).toBe('client: passed')
})

test('both sides read that the turn was passed', async ({ menu, api, ada, maya }) => {
  await menu.pass(ada, 'client', 'Which photo?')
  await menu.pass(ada, 'client')

  const { body } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
  expect(body.slice(0, 2).map(({ kind, subject }) => ({ kind, subject }))).toEqual([
    { kind: 'turn_passed', subject: { to: 'client', note: null, isNudge: true } },
    { kind: 'turn_passed', subject: { to: 'client', note: 'Which photo?', isNudge: false } },
  ])
  expect((await api.as(maya).call(activity.notifications)).body[0]).toMatchObject({ kind: 'turn_passed' })
})

test('a nudge keeps the days and the reason, and is sent once a day', async ({ menu, clock, ada, maya }) => {
  await menu.leaveFeedback()
  const { turnSince } = await menu.read()
  clock.set('2099-06-17T21:30:00Z')
  expect((await menu.pass(maya, 'freelancer', 'Is it there yet?')).body).toMatchObject({
    turn: 'freelancer',
    turnReason: 'feedback',
    turnSince,
    turnNote: { message: 'Is it there yet?' },
  })

  const refused = await menu.pass(maya, 'freelancer', 'And now?')
  expect(refused).toMatchObject({ status: 429, body: { code: 'NUDGED_TODAY' } })
  expect(refused.headers['retry-after'], 'until midnight in London').toBe(String(1.5 * 3600))
  expect(await menu.read()).toMatchObject({ turnNote: { message: 'Is it there yet?' } })

  clock.set('2099-06-17T23:00:00Z')
  expect((await menu.pass(maya, 'freelancer')).status).toBe(200)
  expect(await menu.read(), 'without a note the last one stays').toMatchObject({
    turnNote: { message: 'Is it there yet?' },
  })
  expect(await menu.pass(ada, 'freelancer'), 'one’s own').toMatchObject({
    status: 409,
    body: { code: 'TURN_IS_YOURS' },
  })
})

test('sends one of two concurrent nudges', async ({ menu, ada }) => {
  await menu.pass(ada, 'client')
  const replies = await Promise.all([menu.pass(ada, 'client'), menu.pass(ada, 'client')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429])
})

test('both sides may pass it to each other at once', async ({ menu, ada, maya }) => {
  const replies = await Promise.all([menu.pass(ada, 'client'), menu.pass(maya, 'freelancer')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await menu.turn()).toMatch(/^(freelancer|client): passed$/)
})

test('a client can take the turn', async ({ menu, maya }) => {
  expect((await menu.pass(maya, 'client')).body).toMatchObject({ turn: 'client', turnReason: 'passed' })
})

test('a completed project is nobody’s turn; reopening it decides the turn again', async ({
  menu,
  api,
  ada,
}) => {
  await menu.pass(ada, 'client', 'Which photo?')
  await api.as(ada).call(projects.complete, { params: { id: menu.id } })
  expect(await menu.read()).toMatchObject({ turn: null, turnNote: null })
  expect(await menu.pass(ada, 'client')).toMatchObject({ status: 409, body: { code: 'PROJECT_COMPLETED' } })

  await api.as(ada).call(projects.undoComplete, { params: { id: menu.id } })
  expect(await menu.read()).toMatchObject({ turn: 'client', turnNote: { message: 'Which photo?' } })
})

test('opening a project again answers the feedback that was left meanwhile', async ({ menu }) => {
  await menu.change({ status: 'Completed' })
  await menu.leaveFeedback()
  expect(await menu.turn()).toBeNull()
  expect((await menu.change({ status: 'In Progress' })).body.turn).toBeNull()
})

test('an archived project is nobody’s turn, and cannot be passed', async ({ menu, api, ada, maya }) => {
  await menu.pass(ada, 'client')
  await menu.change({ archived: true })
  expect(await menu.turn()).toBeNull()
  expect(await menu.pass(maya, 'freelancer')).toMatchObject({ status: 409, body: { code: 'ARCHIVED' } })
  await menu.change({ archived: false })
  expect(await menu.turn()).toBe('client: passed')

  const { turnSince } = await menu.read()
  for (const archived of [true, false])
    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived } })
  expect(await menu.read(), 'as if nothing had been').toMatchObject({ turn: 'client', turnSince })
})

test('a deleted project cannot be passed, and comes back with its turn', async ({ menu, api, ada, maya }) => {
  await menu.pass(ada, 'client')
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  expect((await menu.pass(maya, 'freelancer')).status).toBe(404)
  expect((await api.as(ada).call(dashboard.summary)).body.waiting).toEqual({})
  await api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })
  expect(await menu.turn()).toBe('client: passed')
})

test('refuses a note that is blank or too long, and sides that do not exist', async ({ menu, api, ada }) => {
  const send = (body: object) => api.as(ada).send(projects.passTurn, { params: { id: menu.id }, body })
  expect((await send({ to: 'client', note: 'x'.repeat(500) })).status).toBe(200)
  for (const body of [
    {},
    { to: 'nobody' },
    { to: null },
    { to: 'client', note: '  ' },
    { to: 'client', note: 'x'.repeat(501) },
    { to: 'client', since: '2020-01-01' },
  ])
    expect(await send(body), JSON.stringify(body)).toMatchObject({ status: 400 })
})

describe('the days that it waited', () => {
  test('are calendar days where the freelancer is, with the present turn', async ({
    menu,
    clock,
    given,
    ada,
    maya,
  }) => {
    clock.set('2099-06-16T22:30:00Z') // 23:30 in London
    await menu.pass(ada, 'client')
    clock.set('2099-06-16T23:30:00Z')
    expect((await menu.read()).waited).toEqual({
      freelancer: { days: 0, turns: 0 },
      client: { days: 1, turns: 1 },
      nobody: { days: 1 },
      sinceDueDate: 1,
    })
    clock.set('2099-06-20T08:00:00Z')
    await menu.leaveFeedback()
    clock.set('2099-06-22T08:00:00Z')
    await menu.pass(ada, 'client')
    clock.set('2099-06-25T08:00:00Z')
    await given.file(maya, menu)
    clock.set('2099-06-26T08:00:00Z')

    expect((await menu.read()).waited).toEqual({
      freelancer: { days: 2, turns: 1 },
      client: { days: 4 + 3, turns: 2 },
      nobody: { days: 1 + 1 },
      sinceDueDate: 4 + 3,
    })
  })

  test('do not go on while it is completed', async ({ menu, clock, ada }) => {
    await menu.pass(ada, 'client')
    clock.set('2099-06-18T09:00:00Z')
    await menu.change({ status: 'Completed' })
    clock.set('2099-06-28T09:00:00Z')
    await menu.change({ status: 'In Progress' })
    clock.set('2099-06-30T09:00:00Z')
    expect((await menu.read()).waited).toMatchObject({
      client: { days: 3 + 2, turns: 2 },
      nobody: { days: 0 },
    })
  })

  test('do not go on while it is archived', async ({ menu, ada, ctx, clock }) => {
    clock.reset()
    await menu.pass(ada, 'client')
    await menu.change({ archived: true })
    // It was passed 12 days ago and archived 10 days ago.
    await ctx.db
      .updateTable('project')
      .set({
        turn_since: sql`now() - interval '12 days'`,
        archived_at: sql`now() - interval '10 days'`,
      })
      .where('id', '=', menu.id)
      .execute()
    expect((await menu.read()).waited?.client.days).toBe(2)
    await menu.change({ archived: false })
    expect((await menu.read()).waited?.client.days).toBe(2)
  })

  test('are those of the daylight saving zone', async ({ given, clock, api }) => {
    clock.set('2099-03-28T23:30:00Z')
    const ada = await given.freelancer({ timeZone: 'Europe/London' })
    const maya = await given.client(ada)
    const { id } = await given.project(maya)
    await given.feedback(maya, { id })
    clock.set('2099-03-29T23:30:00Z') // 00:30 on the 30th: the day in between had 23 hours.
    const { body } = await api.as(ada).call(projects.get, { params: { id } })
    expect(body.waited?.freelancer).toEqual({ days: 2, turns: 1 })
  })
})

describe('the due date', () => {
  const dueDateTest = test.extend(
    'move',
    ({ api, ada, menu }) =>
      (dueDate: string | null, daysWaited?: number) =>
        api.as(ada).send(projects.setDueDate, {
          params: { id: menu.id },
          body: { dueDate, ...(daysWaited !== undefined && { daysWaited }) },
        }),
  )

  dueDateTest(
    'moves by the days that the client took, once, and both sides read so',
    async ({ menu, move, clock, api, ada, maya }) => {
      await move('2099-07-01')
      await menu.pass(ada, 'client')
      clock.set('2099-06-19T09:00:00Z')
      expect((await menu.read()).waited?.sinceDueDate).toBe(4)

      expect(await move('2099-07-05', 4)).toMatchObject({
        status: 200,
        body: { dueDate: '2099-07-05', waited: { client: { days: 4 }, sinceDueDate: 0 } },
      })
      const { body: events } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
      expect(events[0]).toMatchObject({
        kind: 'due_date_changed',
        subject: { from: '2099-07-01', to: '2099-07-05', daysWaited: 4 },
      })
      expect(await move('2099-07-09', 4), 'again').toMatchObject({
        status: 409,
        body: { code: 'DAYS_WAITED_CHANGED' },
      })
      expect((await menu.read()).dueDate).toBe('2099-07-05')
    },
  )

  dueDateTest(
    'is offered the same days again after the move was taken back',
    async ({ menu, move, clock, api, ada, maya }) => {
      await move('2099-07-01')
      await menu.pass(ada, 'client')
      clock.set('2099-06-19T09:00:00Z')
      await move('2099-07-05', 4)

      expect(await move('2099-06-30', -5), 'more than it was moved').toMatchObject({ status: 409 })
      expect(await move('2099-07-02', -4), 'another date').toMatchObject({ status: 409 })
      expect(await move('2099-07-01', -4)).toMatchObject({
        status: 200,
        body: { dueDate: '2099-07-01', waited: { sinceDueDate: 4 } },
      })
      const { body: events } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
      expect(plainEventText(eventText([events[0] as activity.Event]))).toBe(
        'Ada moved the due date back to 1 July 2099',
      )
      expect(await move('2099-06-27', -4), 'again').toMatchObject({ status: 409 })
      expect((await move('2099-07-05', 4)).status).toBe(200)
    },
  )

  dueDateTest('does not move by days that nobody waited', async ({ menu, move, clock, ada }) => {
    await move('2099-07-01')
    await menu.pass(ada, 'client')
    clock.set('2099-06-19T09:00:00Z')
    const refused = { status: 409, body: { code: 'DAYS_WAITED_CHANGED' } }
    expect(await move('2099-07-06', 5), 'more than there are').toMatchObject(refused)
    expect(await move('2099-07-06', 4), 'another date').toMatchObject(refused)
    expect(await move(null, 4)).toMatchObject(refused)
    expect((await move('2099-07-01', 0)).status).toBe(400)
    expect((await move('2099-07-03', 2)).status, 'fewer than there are').toBe(200)
  })
})

describe('lists', () => {
  /** Five projects: three wait for Ada and one for Maya, from oldest to newest “c”, “a”, “b”, “m”. */
  const test = base.extend('people', async ({ given, clock, api }) => {
    clock.set('2099-06-15T09:00:00Z')
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const made = new Map<string, string>()
    for (const title of ['a', 'b', 'c', 'm', 'n']) made.set(title, (await given.project(maya, { title })).id)
    for (const [day, title] of ['c', 'a', 'b'].entries()) {
      clock.set(`2099-06-${16 + day}T09:00:00Z`)
      await given.feedback(maya, { id: made.get(title) ?? '' })
    }
    clock.set('2099-06-20T09:00:00Z')
    await api.as(ada).call(projects.passTurn, {
      params: { id: made.get('m') ?? '' },
      body: { to: 'client', note: 'Please.' },
    })
    return { ada, maya }
  })
  const titles = (all: { title: string }[]) => all.map(({ title }) => title).join('')

  test('filter and sort by turn, for both sides, page by page', async ({ people: { ada, maya }, api }) => {
    const list = async (querystring: projects.ProjectFilter & { sort?: 'turn' }) => {
      const { body } = await api.as(ada).call(projects.list, { querystring })
      const { turn, sort } = querystring
      if (!querystring.search && !querystring.limit) {
        const { body: mayas } = await api
          .as(maya)
          .call(projects.listForClient, { querystring: { ...(turn && { turn }), ...(sort && { sort }) } })
        expect(titles(mayas)).toBe(titles(body))
      }
      return titles(body)
    }
    expect(await list({ turn: 'freelancer' })).toBe('cba')
    expect(await list({ turn: 'freelancer', sort: 'turn' })).toBe('cab')
    expect(await list({ turn: 'client' })).toBe('m')
    expect(await list({ turn: 'none' })).toBe('n')
    expect(await list({ sort: 'turn' })).toBe('cabmn')
    expect(await list({ sort: 'turn', search: 'b' })).toBe('b')

    let cursor: string | undefined
    let paged = ''
    do {
      const page = await api
        .as(ada)
        .call(projects.list, { querystring: { sort: 'turn', limit: 2, ...(cursor && { cursor }) } })
      paged += titles(page.body)
      cursor = /cursor=([^&>]+)/.exec(String(page.headers.link))?.[1]
      if (page.headers.link) expect(page.headers.link).toContain('sort=turn')
    } while (cursor)
    expect(paged).toBe('cabmn')
  })

  test('the dashboard lists both, the longest first', async ({ people: { ada }, api }) => {
    const { waiting } = (await api.as(ada).call(dashboard.summary)).body
    expect([waiting.freelancer?.total, titles(waiting.freelancer?.projects ?? [])]).toEqual([3, 'cab'])
    expect(waiting.freelancer?.projects[0]).toMatchObject({
      clientName: 'Maya Whitcombe',
      turnReason: 'feedback',
      turnSince: expect.stringMatching(/^2099-06-16T09:00:/),
      turnNote: null,
    })
    expect(waiting.client).toMatchObject({
      total: 1,
      projects: [{ title: 'm', turnReason: 'passed', turnNote: { message: 'Please.' } }],
    })
  })

  test('a stranger’s cursor lists nothing', async ({ people: { ada }, given, api }) => {
    const stranger = await given.project(await given.client(await given.freelancer()))
    const { body } = await api
      .as(ada)
      .call(projects.list, { querystring: { sort: 'turn', cursor: stranger.id } })
    expect(body).toEqual([])
  })
})
