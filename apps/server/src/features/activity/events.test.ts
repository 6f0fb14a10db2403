import { activity, bin, type Endpoint, features, feedback, files, notes, projects } from '@portico/contract'
import { describe } from 'vitest'
import { createResourcesFor, inputsFor } from '../../../test/endpoint-inputs.ts'
import { expect, test } from '../../../test/fixtures.ts'
import { daysFromNow, type Given } from '../../../test/given.ts'
import type { AppContext } from '../../platform/context.ts'
import { deleteRemoved } from '../bin/expiry.service.ts'
import { writeProject } from '../events/write-project.ts'

async function mayasMenu(given: Given) {
  const maya = await given.client(await given.freelancer())
  return { maya, ada: maya.freelancer, menu: await given.project(maya, { dueDate: daysFromNow(9) }) }
}

test('both sides read what happened on a project, newest first', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const params = { id: menu.id }
  const [soon, later] = [daysFromNow(9), daysFromNow(12)]
  await api.as(ada).call(projects.update, { params, body: { status: 'In Progress', title: 'Summer menu' } })
  await api.as(ada).call(projects.setDueDate, { params, body: { dueDate: later } })
  const proof = await given.file(maya, menu, { name: 'proof.pdf' })
  const { body: item } = await api
    .as(maya)
    .call(feedback.create, { body: { projectId: menu.id, message: 'Lovely.' } })
  const { body: reply } = await api
    .as(ada)
    .call(feedback.reply, { params: { id: item.id }, body: { message: 'Thank you.' } })
  await api.as(ada).call(files.remove, { params: { id: proof.id } })
  await api.as(ada).call(projects.complete, { params })
  await api.as(ada).call(projects.undoComplete, { params })

  const read = async (person: typeof ada | typeof maya) =>
    (await api.as(person).call(activity.ofProject, { params })).body
  const events = (await read(ada)).reverse()

  expect(events.map(({ kind, actor, subject }) => [kind, actor.name, subject])).toEqual([
    ['project_created', 'Ada Marsh', { title: 'Spring menu' }],
    ['status_changed', 'Ada Marsh', { from: 'Pending', to: 'In Progress' }],
    ['project_changed', 'Ada Marsh', { title: 'Summer menu' }],
    ['due_date_changed', 'Ada Marsh', { from: soon, to: later, daysWaited: null }],
    ['file_uploaded', 'Maya Whitcombe', { fileId: proof.id, fileName: 'proof.pdf', isDeleted: true }],
    ['feedback_left', 'Maya Whitcombe', { feedbackId: item.id, message: 'Lovely.' }],
    ['feedback_replied', 'Ada Marsh', { feedbackId: item.id, replyId: reply.id, message: 'Thank you.' }],
    ['file_deleted', 'Ada Marsh', { fileId: proof.id, fileName: 'proof.pdf', version: null }],
    ['status_changed', 'Ada Marsh', { from: 'In Progress', to: 'Completed' }],
    ['status_changed', 'Ada Marsh', { from: 'Completed', to: 'In Progress' }],
  ])
  const byYou = (list: activity.Event[]) => list.map(({ actor }) => actor.isYou)
  const mayas = (await read(maya)).reverse()
  expect(byYou(mayas)).toEqual(byYou(events).map((isYou) => !isYou))
  expect(mayas.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
})

test('a quoted message changes with its author’s edits, and disappears when they delete it', async ({
  api,
  given,
}) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const item = await given.feedback(maya, menu, 'Blue.')
  const quoted = async () => {
    const { body } = await api.as(ada).call(activity.ofProject, { params: { id: menu.id } })
    return body[0]?.subject
  }

  await api.as(maya).call(feedback.edit, { params: { id: item.id }, body: { message: 'Green.'.repeat(100) } })
  expect(await quoted()).toEqual({ feedbackId: item.id, message: 'Green.'.repeat(50) })
  await api.as(maya).call(feedback.remove, { params: { id: item.id } })
  expect(await quoted()).toEqual({ feedbackId: item.id })
})

test('a note that is settled is quoted as its author’s, and the reason for declining as the freelancer’s', async ({
  api,
  given,
}) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const file = await given.file(ada, menu)
  const [first, second] = [
    await given.note(maya, file, { text: 'Bigger.' }),
    await given.note(maya, file, { text: 'Bolder.' }),
  ]
  const settle = (id: string, body: notes.NoteChange) =>
    api.as(ada).call(notes.change, { params: { id }, body })
  await settle(first.id, { state: 'done' })
  await settle(second.id, { state: 'declined', reason: 'It is bold.' })

  for (const [person, isYou] of [
    [maya, true],
    [ada, false],
  ] as const) {
    const { body } = await api.as(person).call(activity.ofProject, { params: { id: menu.id } })
    const [declined, done] = body.map(({ subject }) => subject)
    expect(done).toMatchObject({
      message: 'Bigger.',
      messageBy: { type: 'client', name: 'Maya Whitcombe', isYou },
    })
    expect(declined).toMatchObject({ message: 'It is bold.' })
    expect(declined).not.toHaveProperty('messageBy')
  }
})

test('an upload is marked as long as its file is deleted', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const { id } = await given.file(maya, menu)
  const isDeleted = async () => {
    const { body } = await api.as(maya).call(activity.ofProject, { params: { id: menu.id } })
    return body.map(({ kind, subject }) => kind === 'file_uploaded' && subject.isDeleted)
  }

  await api.as(ada).call(files.remove, { params: { id } })
  expect(await isDeleted()).toEqual([false, true, false])
  await api.as(ada).call(bin.restore, { params: { kind: 'file', id } })
  expect(await isDeleted()).toEqual([false, false, undefined, false])
})

test('shows both sides what was restored, and emails nobody about it alone', async ({
  api,
  given,
  emails,
  ctx,
  clock,
}) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const first = await given.file(maya, menu, { name: 'logo.pdf' })
  const second = await given.file(maya, menu, { name: 'logo.pdf', versionOf: first.id })
  await api.as(ada).call(files.remove, { params: { id: second.id } })
  await api.as(maya).call(activity.markRead, { body: { all: true } })

  await api.as(ada).call(bin.restore, { params: { kind: 'file', id: second.id } })
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  await api.as(ada).call(bin.restore, { params: { kind: 'project', id: menu.id } })

  for (const person of [maya, ada]) {
    const { body } = await api.as(person).call(activity.ofProject, { params: { id: menu.id } })
    expect(body.slice(0, 2)).toMatchObject([
      { kind: 'project_restored', actor: { name: 'Ada Marsh' }, subject: { title: menu.title } },
      { kind: 'file_restored', subject: { fileId: second.id, fileName: 'logo.pdf', version: 2 } },
    ])
  }
  const unread = (await api.as(maya).call(activity.notifications)).body.filter(({ read }) => !read)
  expect(unread.map(({ kind }) => kind)).toEqual(['file_restored'])
  clock.forward({ seconds: 301 })
  await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
  expect(await emails.to(maya.email)).toEqual([])
})

test('restoring answers no feedback and ends no turn that was passed', async ({ api, given }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const { id } = await given.file(ada, menu)
  await api.as(ada).call(files.remove, { params: { id } })
  await given.feedback(maya, menu)

  await api.as(ada).call(bin.restore, { params: { kind: 'file', id } })

  const { body } = await api.as(ada).call(projects.get, { params: { id: menu.id } })
  expect(body).toMatchObject({ turn: 'freelancer', turnReason: 'feedback' })
})

test('records no event when nothing changed', async ({ api, given }) => {
  const { ada, menu } = await mayasMenu(given)
  const params = { id: menu.id }

  const { title, description, status, dueDate } = menu
  await api.as(ada).call(projects.update, { params, body: { title, description, status } })
  await api.as(ada).call(projects.setDueDate, { params, body: { dueDate } })
  await api.as(ada).call(projects.update, { params, body: { status: 'Completed' } })

  const { body } = await api.as(ada).call(activity.ofProject, { params })
  expect(body.map(({ kind }) => kind)).toEqual(['project_created'])
})

test('a change that is rolled back leaves no event and no gap', async ({ api, given, ctx }) => {
  const { ada, menu } = await mayasMenu(given)
  const params = { id: menu.id }

  const failed = writeProject(ctx, ada, { project: menu.id }, 'projects.update', async () => ({
    events: [{ kind: 'project_changed', subject: { title: 'Summer menu' } }],
    read: () => Promise.reject(new Error('the disk is full')),
  }))
  await expect(failed).rejects.toThrow('the disk is full')
  await api.as(ada).call(projects.setDueDate, { params, body: { dueDate: null } })

  expect(await numbersOf(menu.id, ctx)).toEqual([1, 2])
})

test('events of the same moment are numbered without gaps or repeats', async ({ api, given, ctx }) => {
  const { maya, ada, menu } = await mayasMenu(given)
  const params = { id: menu.id }

  await Promise.all(
    Array.from({ length: 8 }, (_, n) => [
      given.file(maya, menu),
      given.file(ada, menu),
      given.feedback(maya, menu),
      api.as(ada).call(projects.update, { params, body: { title: `Menu ${n}` } }),
    ]).flat(),
  )

  expect(await numbersOf(menu.id, ctx)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1))
})

async function numbersOf(projectId: string, { db }: AppContext) {
  const found = await db
    .selectFrom('event')
    .select('number')
    .where('project_id', '=', projectId)
    .orderBy('number')
    .execute()
  return found.map(({ number }) => number)
}

/** Endpoints that record an event. Using a login link does so too, although it is a GET. */
const RECORDED = [
  'projects.create',
  'projects.duplicate',
  'projects.update',
  'projects.setDueDate',
  'projects.complete',
  'projects.undoComplete',
  'projects.passTurn',
  'files.upload',
  'files.uploadAsClient',
  'files.remove',
  'bin.restore',
  'feedback.create',
  'feedback.reply',
  'notes.create',
  'notes.reply',
  'reviews.ask',
  'reviews.askTogether',
  'reviews.decideTogether',
  'reviews.withdraw',
  'reviews.decide',
  'reviews.undoDecision',
  'requests.add',
  'requests.copy',
  'requests.setState',
  'requests.acceptAll',
  'requests.answer',
  'requests.sendStaged',
  'guestLinks.give',
  'clients.preview',
  'clients.handOver',
]

const changes = Object.entries(features).flatMap(([feature, parts]) =>
  Object.entries(parts as object)
    .filter(([, part]) => typeof part === 'object' && 'method' in part && part.method !== 'GET')
    .map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint: endpoint as Endpoint })),
)

test('every recorded change is an endpoint', () => {
  expect(changes.map(({ name }) => name)).toEqual(expect.arrayContaining(RECORDED))
})

// These concern one side only, or are visible on the page where they happen.
describe('records no event', () => {
  test.for(changes.filter(({ name }) => !RECORDED.includes(name)))(
    '$name',
    async ({ endpoint }, { api, given, ctx }) => {
      const freelancer = await given.freelancer()
      const { client, ids } = await createResourcesFor(endpoint, given, await given.client(freelancer))
      const caller = endpoint.config.access === 'client' ? client : freelancer
      const count = () =>
        ctx.db
          .selectFrom('event')
          .select((eb) => eb.fn.countAll<string>().as('events'))
          .where('workspace_id', '=', freelancer.id)
          .executeTakeFirstOrThrow()
      const before = await count()

      await api.as(caller).send(endpoint, inputsFor(endpoint, ids))

      const deletesAll = endpoint === features.clients.remove
      if (deletesAll) await deleteRemoved(ctx)
      expect(await count()).toEqual(deletesAll ? { events: '0' } : before)
    },
  )
})
