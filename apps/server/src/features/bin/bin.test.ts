import { bin, chat, clients, dashboard, feedback, files, projects } from '@portico/contract'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { Given } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import type { Db } from '../../platform/sql/database.ts'
import { work } from '../../work.ts'
import { addToBin } from '../access/bin-item.ts'
import { type LockedProject, lockProject } from '../access/lock-project.ts'
import { deleteBinnedFile, restoreProject } from './bin.service.ts'
import { emptyBin } from './expiry.service.ts'

/** A project with a file and feedback. */
async function filledProject(given: Given) {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const file = await given.file(maya, project)
  const opinion = await given.feedback(maya, project)
  return { maya, ada: maya.freelancer, project, file, opinion }
}

const fileItem = (id: string) => ({ params: { kind: 'file', id } }) as const
const projectItem = (id: string) => ({ params: { kind: 'project', id } }) as const

test('hides a deleted project from both sides, and restores it unchanged', async ({ app, api, given }) => {
  const { maya, ada, project, file, opinion } = await filledProject(given)
  const { body: link } = await api.as(maya).call(files.zipLink, { params: { id: project.id } })
  const see = async () => ({
    ofFreelancer: (await api.as(ada).call(projects.list)).body,
    ofClient: (await api.as(maya).call(projects.listForClient)).body,
    dashboard: (await api.as(ada).call(dashboard.summary)).body,
    files: (await api.as(maya).call(files.list, { params: { id: project.id } })).status,
    feedback: (await api.as(ada).call(feedback.list, { params: { id: project.id } })).status,
    link: (await app.inject(file.fileUrl)).statusCode,
    zip: (await app.inject(link.zipUrl)).statusCode,
  })
  const before = await see()

  expect((await api.as(ada).call(projects.remove, { params: { id: project.id } })).status).toBe(204)
  const deleted = await see()
  expect((await api.as(ada).call(projects.remove, { params: { id: project.id } })).status).toBe(404)
  const restored = await api.as(ada).call(bin.restore, projectItem(project.id))
  const after = await see()

  expect(before).toMatchObject({ ofFreelancer: [{ id: project.id }], files: 200, link: 200, zip: 200 })
  expect(deleted).toMatchObject({
    ofFreelancer: [],
    ofClient: [],
    dashboard: { recentProjects: [], upcomingDeadlines: [] },
    files: 404,
    feedback: 404,
    link: 404,
    zip: 404,
  })
  expect(restored.body).toEqual({ kind: 'project', id: project.id, projectId: project.id })
  expect(after).toEqual(before)
  const { body } = await api.as(ada).call(feedback.list, { params: { id: project.id } })
  expect(body).toMatchObject([{ id: opinion.id, message: opinion.message }])
})

test('hides a deleted file from both sides, and restores it unchanged', async ({ app, api, given }) => {
  const { maya, ada, project, file } = await filledProject(given)
  const list = async (person: typeof ada | typeof maya) =>
    (await api.as(person).call(files.list, { params: { id: project.id } })).body.map(({ id }) => id)

  await api.as(ada).call(files.remove, { params: { id: file.id } })
  const deleted = [await list(ada), await list(maya), (await app.inject(file.fileUrl)).statusCode]
  const restored = await api.as(ada).call(bin.restore, fileItem(file.id))

  expect(deleted).toEqual([[], [], 404])
  expect(restored.body).toEqual({ kind: 'file', id: file.id, projectId: project.id })
  expect(await list(maya)).toEqual([file.id])
  expect((await app.inject(file.fileUrl)).body).toBe('Soup, £6')
})

test('lists deletions of both sides in pages, the latest first', async ({ api, given }) => {
  const { maya, ada, project, file } = await filledProject(given)
  const menu = await given.project(maya, { title: 'Menu' })
  await given.file(ada, menu)
  await given.feedback(maya, menu)
  await api.as(maya).call(files.remove, { params: { id: file.id } })
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  const read = async (querystring: { limit: number; cursor?: string }) => {
    const { body, headers } = await api.as(ada).call(bin.list, { querystring })
    return { body, cursor: /cursor=([\w-]+)/.exec(String(headers.link))?.[1] }
  }

  const first = await read({ limit: 1 })
  const second = await read({ limit: 1, cursor: first.cursor ?? '' })

  const client = { id: maya.id, firstName: 'Maya', lastName: 'Whitcombe' }
  expect(first.body).toMatchObject([
    {
      kind: 'project',
      id: menu.id,
      name: 'Menu',
      project: { id: menu.id, title: 'Menu', inBin: true },
      client,
      deletedBy: 'Freelancer',
      size: 9,
      contents: { files: 1, requests: 0, feedback: 1 },
    },
  ])
  expect(second).toMatchObject({
    body: [
      {
        kind: 'file',
        id: file.id,
        name: 'menu.txt',
        project: { id: project.id, title: 'Spring menu', inBin: false },
        client,
        deletedBy: 'Client',
        size: 9,
        contents: null,
      },
    ],
    cursor: undefined,
  })
  const { deletedAt = '', leavesAt = '' } = second.body[0] ?? {}
  expect(Date.parse(leavesAt) - Date.parse(deletedAt)).toBe(30 * 86_400_000)
})

test('a file is restored only after its project', async ({ api, given }) => {
  const { maya, ada, project, file } = await filledProject(given)
  await api.as(maya).call(files.remove, { params: { id: file.id } })
  await api.as(ada).call(projects.remove, { params: { id: project.id } })

  const early = await api.as(ada).call(bin.restore, fileItem(file.id))
  await api.as(ada).call(bin.restore, projectItem(project.id))
  const list = async () => (await api.as(ada).call(files.list, { params: { id: project.id } })).body
  const without = await list()
  const late = await api.as(ada).call(bin.restore, fileItem(file.id))

  expect(early).toMatchObject({ status: 409, body: { code: 'PROJECT_IN_BIN' } })
  expect(without).toEqual([])
  expect(late.status).toBe(200)
  expect(await list()).toMatchObject([{ id: file.id }])
})

test('restores nothing that was permanently deleted, and leaves no bytes of it', async ({
  ctx,
  testContext,
  api,
  given,
}) => {
  const { maya, ada, project, file } = await filledProject(given)
  const other = await given.file(maya, project)
  await api.as(ada).call(files.remove, { params: { id: other.id } })
  await api.as(ada).call(bin.remove, fileItem(other.id))
  await api.as(ada).call(projects.remove, { params: { id: project.id } })
  await api.as(ada).call(bin.remove, projectItem(project.id))
  await runDueJobs(ctx, testContext.connection, work)

  for (const item of [fileItem(other.id), fileItem(file.id), projectItem(project.id)]) {
    expect(await api.as(ada).call(bin.restore, item)).toMatchObject({ body: { code: 'NOT_IN_BIN' } })
    expect(await api.as(ada).call(bin.remove, item)).toMatchObject({ status: 404 })
  }
  expect((await api.as(ada).call(bin.list)).body).toEqual([])
  for (const { id } of [file, other]) expect(await ctx.storage.getSize(`files/${id}`)).toBeUndefined()
})

test('returns 404 for restoring or permanently deleting an item that is not in the bin', async ({
  api,
  given,
}) => {
  const { ada, project, file } = await filledProject(given)

  for (const item of [fileItem(file.id), projectItem(project.id)]) {
    expect(await api.as(ada).call(bin.restore, item)).toMatchObject({ status: 404 })
    expect(await api.as(ada).call(bin.remove, item)).toMatchObject({ status: 404 })
  }
  expect((await api.as(ada).call(files.list, { params: { id: project.id } })).body).toHaveLength(1)
})

test('nobody else reaches what is in the bin', async ({ api, app, given }) => {
  const { maya, ada, project } = await filledProject(given)
  await api.as(ada).call(projects.remove, { params: { id: project.id } })
  const stranger = api.as(await given.freelancer())
  const item = projectItem(project.id)

  expect((await stranger.call(bin.list)).body).toEqual([])
  for (const endpoint of [bin.restore, bin.remove]) {
    expect(await stranger.send(endpoint, item)).toMatchObject({ status: 404 })
    expect(await api.as(maya).send(endpoint, item)).toMatchObject({ status: 403 })
    expect(await api.as(ada).send(endpoint, fileItem(project.id))).toMatchObject({ status: 404 })
  }
  const headers = { authorization: `Bearer ${ada.token}` }
  for (const path of [`client/${project.id}`, 'project/none', `project/${project.id}%00`])
    expect(await app.inject({ method: 'DELETE', url: `/api/bin/${path}`, headers })).toMatchObject({
      statusCode: 404,
    })
  expect(await api.as(ada).call(bin.restore, item)).toMatchObject({ status: 200 })
})

test('deleting a client removes their things from the bin', async ({ ctx, testContext, api, given }) => {
  const { maya, ada, project, file } = await filledProject(given)
  const menu = await given.project(maya)
  await api.as(ada).call(files.remove, { params: { id: file.id } })
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })

  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  await runDueJobs(ctx, testContext.connection, work)

  expect((await api.as(ada).call(bin.list)).body).toEqual([])
  for (const item of [fileItem(file.id), projectItem(menu.id), projectItem(project.id)])
    expect(await api.as(ada).call(bin.restore, item)).toMatchObject({ status: 404 })
  expect(await ctx.storage.getSize(`files/${file.id}`)).toBeUndefined()
})

test('a project whose client was archived meanwhile comes back archived', async ({ api, given }) => {
  const { maya, ada, project, file } = await filledProject(given)
  await api.as(ada).call(projects.remove, { params: { id: project.id } })
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })

  const { status } = await api.as(ada).call(bin.restore, projectItem(project.id))

  const { body } = await api.as(maya).call(projects.getForClient, { params: { id: project.id } })
  expect([status, body.archivedAt]).toEqual([200, expect.any(String)])
  expect(await api.as(ada).call(files.remove, { params: { id: file.id } })).toMatchObject({
    status: 409,
    body: { code: 'ARCHIVED' },
  })
})

test('a file is not restored while it is deleted for good', async ({ ctx, api, given }) => {
  const { ada, maya, project } = await filledProject(given)
  const item = fileItem((await given.binnedFile(maya, project)).id)

  const { restoring } = await ctx.db.transaction().execute(async (deleting) => {
    const { id } = item.params
    const locked = await lockProject(deleting, ada, { binnedFile: id }, ctx.clock.now())
    await deleteBinnedFile(deleting, locked, id)
    const restoring = api.as(ada).send(bin.restore, item)
    await expect.poll(() => countLockWaits(ctx.db)).toBe(1)
    return { restoring }
  })

  expect(await restoring).toMatchObject({ status: 404, body: { code: 'NOT_IN_BIN' } })
})

test('a project is not deleted for good while it is restored, and keeps its files in the bin', async ({
  ctx,
  api,
  given,
}) => {
  const { ada, maya, project } = await filledProject(given)
  const file = await given.binnedFile(maya, project)
  await api.as(ada).call(projects.remove, { params: { id: project.id } })

  const { deleting } = await ctx.db.transaction().execute(async (restoring) => {
    const locked = await lockProject(restoring, ada, { binnedProject: project.id }, ctx.clock.now(), {
      mayBeArchived: true,
    })
    await restoreProject(restoring, locked)
    const deleting = api.as(ada).send(bin.remove, projectItem(project.id))
    await expect.poll(() => countLockWaits(ctx.db)).toBe(1)
    return { deleting }
  })

  expect(await deleting).toMatchObject({ status: 404, body: { code: 'NOT_IN_BIN' } })
  expect((await api.as(ada).call(bin.list)).body).toMatchObject([{ kind: 'file', id: file.id }])
})

test('a file is not deleted alone while its project is deleted, and comes back with it', async ({
  ctx,
  api,
  given,
}) => {
  const { ada, project, file } = await filledProject(given)

  const { deleting } = await ctx.db.transaction().execute(async (binning) => {
    await putIntoBin(binning, await lockProject(binning, ada, { project: project.id }, ctx.clock.now()))
    const deleting = api.as(ada).send(files.remove, { params: { id: file.id } })
    await expect.poll(() => countLockWaits(ctx.db)).toBe(1)
    return { deleting }
  })

  expect(await deleting).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } })
  expect((await api.as(ada).call(bin.list)).body).toMatchObject([{ kind: 'project', id: project.id }])
  await api.as(ada).call(bin.restore, projectItem(project.id))
  const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
  expect(body.map(({ id }) => id)).toEqual([file.id])
})

/** As deleting the project does. */
async function putIntoBin(trx: Db, project: LockedProject) {
  await trx.updateTable('project').set({ in_bin: true }).where('id', '=', project.id).execute()
  await addToBin(
    trx,
    project,
    { fileId: null, deletedBy: 'Freelancer', deletedById: project.workspaceId },
    new Date(),
  )
}

test('deleting a client, restoring and emptying the bin at the same time do not deadlock', async ({
  ctx,
  api,
  given,
}) => {
  const { maya, ada, project } = await filledProject(given)
  const items = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      if (i % 2) return fileItem((await given.binnedFile(maya, project)).id)
      const { id } = await given.project(maya)
      await api.as(ada).call(projects.remove, { params: { id } })
      return projectItem(id)
    }),
  )
  const later = { ...ctx, clock: { ...ctx.clock, now: () => new Date(Date.now() + 31 * 86_400_000) } }

  const [, deleted, ...replies] = await Promise.all([
    emptyBin(later),
    api.as(ada).call(clients.remove, { params: { id: maya.id } }),
    ...items.map((item, i) => api.as(ada).call(i % 4 < 2 ? bin.restore : bin.remove, item)),
  ])

  expect(deleted.status).toBe(204)
  for (const { status } of replies) expect([200, 204, 404]).toContain(status)
  expect((await api.as(ada).call(bin.list)).body).toEqual([])
})

test('a project in the bin does not keep the chat open', async ({ api, given }) => {
  const { maya, ada, project } = await filledProject(given)
  await given.project(maya, { status: 'Completed' })
  const silence = async () => (await api.as(maya).call(chat.getConversation)).body.silence
  const before = await silence()

  await api.as(ada).call(projects.remove, { params: { id: project.id } })

  expect(before).toBeNull()
  expect(await silence()).not.toBeNull()
})

test('refuses an upload to a project that is deleted meanwhile, and stores nothing', async ({
  ctx,
  api,
  given,
}) => {
  const { maya, ada, project } = await filledProject(given)
  const upload = () =>
    given.file(maya, project, { bytes: Buffer.from('late') }).then(
      () => 'stored',
      ({ code }) => code,
    )
  const together = await Promise.all([
    upload(),
    api.as(ada).call(projects.remove, { params: { id: project.id } }),
  ])
  const late = await upload()
  await api.as(ada).call(bin.restore, projectItem(project.id))

  const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
  expect(late).toBe('PROJECT_NOT_FOUND')
  expect(body).toHaveLength(together[0] === 'stored' ? 2 : 1)
  for (const { id } of body) expect(await ctx.storage.getSize(`files/${id}`)).toBeGreaterThan(0)
})

test('notifies both sides of a deletion and a restoration', async ({ ctx, api, given }) => {
  const { maya, ada, project } = await filledProject(given)
  const heard: [people: string[], topics: readonly string[]][] = []
  const unfollow = ctx.live.subscribe((people, topics) => {
    if (people.some(({ personId }) => personId === ada.id))
      heard.push([people.map(({ personId }) => personId), topics])
  })
  onTestFinished(() => void unfollow())

  await api.as(ada).call(projects.remove, { params: { id: project.id } })
  await api.as(ada).call(bin.restore, projectItem(project.id))
  await api.as(ada).call(projects.remove, { params: { id: project.id } })
  await api.as(ada).call(bin.remove, projectItem(project.id))

  expect(heard).toMatchObject([
    [[ada.id, maya.id], expect.arrayContaining(['projects', 'dashboard', 'bin'])],
    // The client gets the same without what is the freelancer's alone.
    [[ada.id], expect.arrayContaining(['projects', 'files', 'feedback', 'team-notes', 'bin'])],
    [[ada.id, maya.id], {}],
    [[ada.id], ['bin']],
  ])
})
