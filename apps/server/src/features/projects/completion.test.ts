import { projects } from '@portico/contract'
import { test as base, expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'

const TODAY = '2099-11-23'
const DUE = '2099-12-20'

/** Calls that one freelancer makes about one project. */
const test = base.extend('callsAbout', ({ api }) => (freelancer: TestUser, id: string) => {
  const as = api.as(freelancer)
  return {
    complete: () => as.call(projects.complete, { params: { id } }),
    undo: () => as.call(projects.undoComplete, { params: { id } }),
    setStatus: (status: projects.ProjectStatus) =>
      as.call(projects.update, { params: { id }, body: { status } }),
    setDueDate: (dueDate: string | null) =>
      as.call(projects.setDueDate, { params: { id }, body: { dueDate } }),
    read: async () => {
      const { status, dueDate, completion } = (await as.call(projects.get, { params: { id } })).body
      return { status, dueDate, completion }
    },
  }
})

test.beforeEach(({ clock }) => clock.set(`${TODAY}T12:00:00Z`))

test.for([
  ['before its due date', DUE],
  ['on its due date', TODAY],
  ['after its due date', '2099-11-13'],
  ['without a due date', null],
])(
  '“Complete now” completes a project %s, and both sides read the agreed date',
  async ([, dueDate], { api, callsAbout, given }) => {
    const ada = await given.freelancer()
    const client = await given.client(ada)
    const { id } = await given.project(client, { dueDate: dueDate as string | null, status: 'In Progress' })

    const reply = await callsAbout(ada, id).complete()

    const completed = {
      status: 'Completed',
      dueDate: TODAY,
      overdue: false,
      completion: { on: TODAY, dueDate },
    }
    expect(reply).toMatchObject({ status: 200, body: { id, ...completed } })
    expect((await api.as(client).call(projects.getForClient, { params: { id } })).body).toMatchObject(
      completed,
    )
    expect((await api.as(ada).call(projects.list)).body[0]).toMatchObject(completed)
  },
)

test('“Complete now” sets the day of the freelancer’s time zone', async ({ callsAbout, given }) => {
  const ada = await given.freelancer({ timeZone: 'Pacific/Kiritimati' })
  const { id } = await given.project(await given.client(ada), { dueDate: DUE })

  expect((await callsAbout(ada, id).complete()).body).toMatchObject({
    dueDate: '2099-11-24',
    completion: { on: '2099-11-24', dueDate: DUE },
  })
})

test('a completed project refuses “Complete now”', async ({ callsAbout, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: '2099-11-13', status: 'Completed' })

  expect(await callsAbout(ada, id).complete()).toMatchObject({
    status: 409,
    body: { code: 'PROJECT_COMPLETED', message: 'This project is already completed.' },
  })
  expect((await callsAbout(ada, id).read()).dueDate).toBe('2099-11-13')
})

test('accepts one of two concurrent completions', async ({ callsAbout, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: DUE })
  const { complete, read } = callsAbout(ada, id)

  const replies = await Promise.all([complete(), complete()])

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await read()).completion).toEqual({ on: TODAY, dueDate: DUE })
})

test('Undo restores due date and status, once', async ({ callsAbout, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: DUE, status: 'In Progress' })
  const { complete, undo, read } = callsAbout(ada, id)
  await complete()

  expect((await undo()).status).toBe(204)

  expect(await read()).toEqual({ status: 'In Progress', dueDate: DUE, completion: null })
  expect(await undo()).toMatchObject({
    status: 409,
    body: {
      code: 'COMPLETION_CHANGED',
      message: 'The status or due date has changed since then, so nothing was undone.',
    },
  })
})

test('Undo restores that there was no due date', async ({ callsAbout, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada))
  const { complete, undo, read } = callsAbout(ada, id)
  await complete()

  await undo()

  expect(await read()).toEqual({ status: 'Pending', dueDate: null, completion: null })
})

test('Undo is refused after a change of status or due date, and changes nothing', async ({
  callsAbout,
  given,
}) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  type Calls = ReturnType<typeof callsAbout>
  const changes = [
    (calls: Calls) => calls.setStatus('Pending'),
    (calls: Calls) => calls.setDueDate('2099-11-20'),
    (calls: Calls) => calls.setDueDate(null),
  ]
  for (const change of changes) {
    const calls = callsAbout(ada, (await given.project(client, { dueDate: DUE })).id)
    await calls.complete()
    expect((await change(calls)).status).toBe(200)
    const before = await calls.read()

    expect(await calls.undo()).toMatchObject({ status: 409, body: { code: 'COMPLETION_CHANGED' } })
    expect(await calls.read()).toEqual(before)
  }
})

test('a new title does not prevent Undo', async ({ api, callsAbout, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: DUE })
  const { complete, undo } = callsAbout(ada, id)
  await complete()
  await api.as(ada).call(projects.update, { params: { id }, body: { title: 'Summer menu' } })

  expect((await undo()).status).toBe(204)
  expect((await api.as(ada).call(projects.get, { params: { id } })).body).toMatchObject({
    title: 'Summer menu',
    dueDate: DUE,
  })
})

test('completing and undoing at once leave the project either completed or as it was', async ({
  callsAbout,
  given,
}) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  for (let round = 0; round < 20; round++) {
    const { id } = await given.project(client, { dueDate: DUE })
    const { complete, undo, read } = callsAbout(ada, id)

    const [, undone] = await Promise.all([complete(), undo()])

    expect(await read()).toEqual(
      undone.status === 204
        ? { status: 'Pending', dueDate: DUE, completion: null }
        : { status: 'Completed', dueDate: TODAY, completion: { on: TODAY, dueDate: DUE } },
    )
  }
})

test('reopening a project restores the agreed due date', async ({ callsAbout, given, clock }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: DUE })
  const { complete, setStatus, read } = callsAbout(ada, id)
  await complete()
  clock.set('2099-11-25T12:00:00Z')

  expect((await setStatus('In Progress')).body).toMatchObject({
    dueDate: DUE,
    overdue: false,
    completion: null,
  })

  expect((await setStatus('Completed')).status, 'it is before the due date again').toBe(409)
  await complete()
  expect((await read()).completion).toEqual({ on: '2099-11-25', dueDate: DUE })
})

test('reopening keeps a due date that was set after “Complete now”', async ({ callsAbout, given }) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: DUE })
  const { complete, setDueDate, setStatus, read } = callsAbout(ada, id)
  await complete()
  await setDueDate('2099-11-20')
  expect((await read()).completion).toEqual({ on: TODAY, dueDate: '2099-11-20' })

  await setStatus('Pending')

  expect(await read()).toEqual({ status: 'Pending', dueDate: '2099-11-20', completion: null })
})

test('the ordinary way to Completed records the day and keeps the due date', async ({
  callsAbout,
  given,
  clock,
}) => {
  const ada = await given.freelancer()
  const { id } = await given.project(await given.client(ada), { dueDate: '2099-11-13' })
  const { setStatus, undo, read } = callsAbout(ada, id)
  await setStatus('Completed')
  const completed = {
    status: 'Completed',
    dueDate: '2099-11-13',
    completion: { on: TODAY, dueDate: '2099-11-13' },
  }
  expect(await read()).toEqual(completed)

  clock.set('2099-11-30T12:00:00Z')
  await setStatus('Completed')
  expect(await read(), 'Completed again changes nothing').toEqual(completed)
  expect((await undo()).status).toBe(409)

  await setStatus('Pending')
  expect(await read()).toEqual({ status: 'Pending', dueDate: '2099-11-13', completion: null })
})

test('an archived project is neither completed nor is its completion undone', async ({
  api,
  callsAbout,
  given,
}) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const archive = (id: string) =>
    api.as(ada).call(projects.update, { params: { id }, body: { archived: true } })
  const open = await given.project(client, { dueDate: DUE })
  const done = await given.completedProject(client)
  await Promise.all([archive(open.id), archive(done.id)])

  expect(await callsAbout(ada, open.id).complete()).toMatchObject({
    status: 409,
    body: { code: 'ARCHIVED' },
  })
  expect(await callsAbout(ada, done.id).undo()).toMatchObject({
    status: 409,
    body: { code: 'ARCHIVED' },
  })
})

test('a project in the bin returns 404, and comes back with its completion', async ({
  api,
  callsAbout,
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const { id } = await given.completedProject(await given.client(ada))
  await api.as(ada).call(projects.remove, { params: { id } })

  expect((await callsAbout(ada, id).undo()).status).toBe(404)
  await ctx.db.updateTable('project').set({ in_bin: false }).where('id', '=', id).execute()
  expect((await callsAbout(ada, id).undo()).status).toBe(204)
})
