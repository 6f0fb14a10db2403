import { createHash } from 'node:crypto'
import { expect, test } from '../../../test/fixtures.ts'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { manyIds } from '../../platform/sql/ids.ts'
import { enter } from './uploads.service.ts'

test('files that come at the same time get their rows together, each in its project or in none', async ({
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const lin = await given.client(await given.freelancer())
  const [hers, others] = [await given.project(maya), await given.project(lin)]

  const [a, stray, b, c] = await Promise.allSettled([
    come(ctx, maya, hers, 'a.txt'),
    come(ctx, maya, others, 'stray.txt'),
    come(ctx, lin, others, 'b "{,}" \\.txt'),
    come(ctx, maya.freelancer, hers, 'c.txt'),
  ])

  expect(stray).toMatchObject({ status: 'rejected', reason: { code: 'PROJECT_NOT_FOUND' } })
  expect([a, b, c].map((one) => one?.status === 'fulfilled' && JSON.parse(one.value))).toMatchObject([
    { fileName: 'a.txt', uploaderType: 'Client' },
    { fileName: 'b "{,}" \\.txt', uploaderType: 'Client' },
    { fileName: 'c.txt', uploaderType: 'Freelancer' },
  ])
  expect(await transactions(ctx, hers, others)).toHaveLength(1)
})

test('of files that come at the same time, one that cannot be stored fails alone', async ({ ctx, given }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const id = manyIds()
  await come(ctx, maya, project, 'first.txt', id)

  const heard = await Promise.allSettled([
    come(ctx, maya, project, 'a.txt'),
    come(ctx, maya, project, 'the same.txt', id),
    come(ctx, maya, project, 'b.txt'),
  ])

  expect(heard.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await transactions(ctx, project)).toHaveLength(3)
})

test('a file whose project somebody is deleting waits for that alone; no other file waits with it', async ({
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const [leaving, staying] = [await given.project(maya), await given.project(maya)]

  let waiting: Promise<unknown> | undefined
  await ctx.db.transaction().execute(async (other) => {
    await other.deleteFrom('project').where('id', '=', leaving.id).execute()
    waiting = come(ctx, maya, leaving, 'late.txt').catch((error: { code: string }) => error.code)
    expect(JSON.parse(await come(ctx, maya, staying, 'in time.txt'))).toMatchObject({
      fileName: 'in time.txt',
    })
  })

  expect(await waiting).toBe('PROJECT_NOT_FOUND')
})

function come(ctx: AppContext, person: Actor, project: { id: string }, name: string, id = manyIds()) {
  const sha256 = createHash('sha256').update(name).digest()
  return enter(ctx, person, { id, projectId: project.id, name, contentType: 'text/plain', size: 1, sha256 })
}

/** Those that have written the files of these projects. */
async function transactions({ db }: AppContext, ...projects: { id: string }[]) {
  const rows = await db
    .selectFrom('file')
    .select(({ ref }) => ref('xmin' as 'id').as('writer'))
    .where(
      'project_id',
      'in',
      projects.map(({ id }) => id),
    )
    .execute()
  return [...new Set(rows.map(({ writer }) => writer))]
}
