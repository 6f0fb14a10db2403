import { bin, clients, files, projects } from '@portico/contract'
import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import type { AppContext } from '../../platform/context.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'
import { deleteRemovedProjects, emptyBin } from './expiry.service.ts'

test('deletes items and their bytes after 30 days in the bin', async ({ ctx, testContext, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const [project, binnedProject] = [await given.project(maya), await given.project(maya)]
  const earlier = await given.file(maya, project)
  const loose = await given.file(maya, project, { versionOf: earlier.id })
  const inside = await given.file(maya, binnedProject)
  await api.as(ada).call(files.remove, { params: { id: loose.id }, querystring: { versions: 'all' } })
  await api.as(ada).call(projects.remove, { params: { id: binnedProject.id } })
  const inBin = async () => (await ctx.db.selectFrom('bin_item').select('id').execute()).length

  await emptyBin(inDays(ctx, 29))
  const early = await inBin()
  await emptyBin(inDays(ctx, 31))
  await runDueJobs(ctx, testContext.connection, work)

  expect([early, await inBin()]).toEqual([2, 0])
  for (const { id } of [earlier, loose, inside])
    expect(await ctx.storage.getSize(`files/${id}`)).toBeUndefined()
  expect(await ctx.db.selectFrom('project').select('id').execute()).toEqual([{ id: project.id }])
})

test('a concurrent restoration and expiry either restore or delete the whole item', async ({
  ctx,
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const projectOfFiles = await given.project(maya)
  const things = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const project = i % 2 ? await given.project(maya) : projectOfFiles
      const file = await given.file(maya, project)
      const kind = i % 2 ? ('project' as const) : ('file' as const)
      const id = kind === 'project' ? project.id : file.id
      if (kind === 'project') await api.as(ada).call(projects.remove, { params: { id } })
      else await api.as(ada).call(files.remove, { params: { id } })
      return { kind, id, project, file }
    }),
  )

  const [, ...restored] = await Promise.all([
    emptyBin(inDays(ctx, 31)),
    ...things.map(({ kind, id }) => api.as(ada).call(bin.restore, { params: { kind, id } })),
  ])
  await emptyBin(inDays(ctx, 31))

  for (const [i, { project, file }] of things.entries()) {
    const isRestored = restored[i]?.status === 200
    const list = await api.as(maya).call(files.list, { params: { id: project.id } })
    const ids = list.status === 200 ? list.body.map(({ id }) => id) : []
    expect(ids.includes(file.id)).toBe(isRestored)
  }
  expect((await api.as(ada).call(bin.list)).body).toEqual([])
})

test('lists a large bin in pages, and empties it in batches', async ({ ctx, api, given }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const project = await given.project(maya)
  const stays = await given.file(maya, project)
  const big = await given.project(maya)
  await insertFiles(ctx, big.id, 2_500)
  await api.as(ada).call(projects.remove, { params: { id: big.id } })
  await sql`
    with f as (
      insert into file (id, project_id, uploader_type, name, content_type, size, sha256, state)
      select gen_random_uuid(), ${project.id}, 'Client', 'a.txt', 'text/plain', 1, sha256('a'), 'binned'
      from generate_series(1, 2500) returning id
    )
    insert into bin_item (id, workspace_id, project_id, file_id, deleted_by, deleted_at)
    select id, ${ada.id}, ${project.id}, id, 'Client', now() from f`.execute(ctx.db)

  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const { body, headers } = await api.as(ada).call(bin.list, { querystring: { limit: 200, cursor } })
    for (const { id } of body) ids.add(id)
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  await emptyBin(inDays(ctx, 31))

  expect(ids.size).toBe(2501)
  expect(await ctx.db.selectFrom('bin_item').select('id').execute()).toEqual([])
  expect(await ctx.db.selectFrom('project').select('id').where('id', '=', big.id).execute()).toEqual([])
  const { body } = await api.as(ada).call(files.list, { params: { id: project.id } })
  expect(body.map(({ id }) => id)).toEqual([stays.id])
})

test('deleting a client while the files of their project are deleted in batches does not deadlock', async ({
  ctx,
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const { id } = await given.project(maya)
  await insertFiles(ctx, id, 3_000)
  await api.as(ada).call(projects.remove, { params: { id } })
  await api.as(ada).call(bin.remove, { params: { kind: 'project', id } })

  const [deleted] = await Promise.all([
    api.as(ada).call(clients.remove, { params: { id: maya.id } }),
    deleteRemovedProjects(ctx),
  ])

  expect(deleted.status).toBe(204)
})

function insertFiles({ db }: AppContext, projectId: string, count: number) {
  return sql`
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256)
    select gen_random_uuid(), ${projectId}, 'Client', 'a.txt', 'text/plain', 1, sha256('a')
    from generate_series(1, ${count}::int)`.execute(db)
}

/** Sessions do not live that long, so only the job's clock is ahead. */
function inDays(ctx: AppContext, days: number): AppContext {
  return { ...ctx, clock: { ...ctx.clock, now: () => new Date(Date.now() + days * 86_400_000) } }
}
