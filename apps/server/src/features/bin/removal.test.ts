import { activity, bin, clients, projects, search } from '@portico/contract'
import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { insertHistory } from '../../../test/message-history.ts'
import type { AppContext } from '../../platform/context.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'
import { closeAccount } from '../accounts/close-account.service.ts'
import { deleteMessages } from '../chat/conversations/removal.repository.ts'
import { contents, deleteContents, deleteFilesOfProject } from './expiry.repository.ts'
import { deleteRemoved, deleteRemovedProjects } from './expiry.service.ts'

const FULL = { project: 1, file: 20, feedback: 1_500, request: 1_500, event: 1_500, message: 11_000 }
const EMPTY = { project: 0, file: 0, feedback: 0, request: 0, event: 0, message: 0 }

test('nobody reaches anything of a deleted client at once, and a job deletes it in batches', async ({
  ctx,
  testContext,
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const id = await insertMuch(ctx, maya)
  const other = await given.project(maya)
  await api.as(ada).call(projects.remove, { params: { id: other.id } })

  const removed = await api.as(ada).call(clients.remove, { params: { id: maya.id } })

  expect(removed.status).toBe(204)
  expect(await countRows(ctx, maya, id)).toEqual(FULL)
  expect((await api.as(ada).call(projects.list)).body).toEqual([])
  expect((await api.as(ada).call(activity.notifications)).body).toEqual([])
  expect((await api.as(ada).call(bin.list)).body).toEqual([])
  const { body } = await api.as(ada).call(search.search, { querystring: { q: 'plenty' } })
  expect(body.results).toEqual([])
  await runDueJobs(ctx, testContext.connection, work)
  expect(await countRows(ctx, maya, id)).toEqual(EMPTY)
})

test('a project that cannot be deleted does not block the deletion of others', async ({
  api,
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const [approved, other] = [await given.project(maya), await given.project(maya)]
  const review = await given.review(maya.freelancer, await given.file(maya.freelancer, approved))
  await given.decision(maya, review)
  for (const { id } of [approved, other]) {
    await api.as(maya.freelancer).call(projects.remove, { params: { id } })
    await api.as(maya.freelancer).call(bin.remove, { params: { kind: 'project', id } })
  }
  const queue = () => Promise.reject(new Error('The receipts are too large.'))

  const run = deleteRemovedProjects({ ...ctx, outbox: { ...ctx.outbox, queue } })

  await expect(run).rejects.toThrow('too large')
  const left = await ctx.db
    .selectFrom('project')
    .select('id')
    .where('id', 'in', [approved.id, other.id])
    .execute()
  expect(left).toEqual([{ id: approved.id }])
})

test('closes an account at once, and continues its deletion after an interruption', async ({
  ctx,
  api,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const ben = await given.client(await given.freelancer())
  const othersProject = await given.project(ben)
  const id = await insertMuch(ctx, maya)

  await closeAccount(ctx, maya.freelancer)

  expect(await countRows(ctx, maya, id)).toEqual(FULL)
  for (const actor of [maya, maya.freelancer])
    expect((await api.as(actor).send(projects.list)).status).toBe(401)
  await deleteFilesOfProject(ctx.db, id, 10)
  for (const content of contents) await deleteContents(ctx.db, content, id, 10)
  await deleteMessages(ctx.db, maya.id, 10)
  await Promise.all([deleteRemoved(ctx), deleteRemoved(ctx)])
  expect(await countRows(ctx, maya, id)).toEqual(EMPTY)
  expect((await api.as(ben.freelancer).call(projects.get, { params: { id: othersProject.id } })).status).toBe(
    200,
  )
})

/** A project with more of everything than one batch, and a long conversation. */
async function insertMuch(ctx: AppContext, maya: TestClient) {
  const { id } = await ctx.db
    .insertInto('project')
    .values({
      id: sql`gen_random_uuid()`,
      workspace_id: maya.freelancer.id,
      client_id: maya.id,
      title: 'Plenty',
      description: 'Plenty',
      status: 'Pending',
      time_zone: 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const many = sql`generate_series(1, ${FULL.feedback}::int) n`
  await sql`
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256)
    select gen_random_uuid(), ${id}, 'Client', 'plenty', 'text/plain', 1, sha256('a')
    from generate_series(1, ${FULL.file}::int)`.execute(ctx.db)
  await sql`
    insert into feedback (id, project_id, client_id, message)
    select gen_random_uuid(), ${id}, ${maya.id}, 'plenty' from ${many}`.execute(ctx.db)
  await sql`
    insert into request (id, project_id, workspace_id, client_id, position, title, kind, state_since, created_at)
    select gen_random_uuid(), ${id}, ${maya.freelancer.id}, ${maya.id}, n, 'plenty', 'text', now(), now() from ${many}`.execute(
    ctx.db,
  )
  await sql`
    insert into event (id, workspace_id, client_id, project_id, kind, actor_type, actor_name, subject, created_at,
      for_freelancer, for_client)
    select gen_random_uuid(), ${maya.freelancer.id}, ${maya.id}, ${id}, 'project_changed', 'client', 'Maya', '{}', now(), true, false
    from ${many}`.execute(ctx.db)
  await insertHistory(ctx, maya, FULL.message)
  return id
}

async function countRows({ db }: AppContext, client: TestClient, projectId: string) {
  const count = (table: string, column: string, id: string) =>
    sql`(select count(*)::int from ${sql.table(table)} where ${sql.ref(column)} = ${id}) as ${sql.ref(table)}`
  const counts = [
    count('project', 'id', projectId),
    ...['file', 'feedback', 'request'].map((table) => count(table, 'project_id', projectId)),
    count('event', 'scope_id', projectId),
    count('message', 'client_id', client.id),
  ]
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0]
}
