import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGiven } from '../../../test/given.ts'
import { installedContext, type StorageKind, storageKinds } from '../../../test/storage-kinds.ts'
import type { AppContext } from '../../platform/context.ts'
import type { StoredObject } from '../../platform/storage/storage.ts'
import { deleteAbandonedUploads } from './abandoned-uploads.ts'
import { cleanUpFiles, putBackFromTrash } from './clean-up.service.ts'
import { adoptStorage } from './installation.service.ts'
import { surveyTrash } from './orphans.service.ts'

const HOUR_SECONDS = 3_600
/** The size in bytes of a file that `given.file` uploads. */
const FILE_BYTES = 9
const none = { moved: [], removed: [], putBack: [], lost: [] }

describe.for(storageKinds)('the clean-up of %s storage', (kind) => {
  test('keeps files newer than a restored database for 48 hours, then in the trash for 30 days', async () => {
    const { ctx, clock, files } = await installation(kind, 3)
    const [before, newer] = files
    await forgetRows(ctx, [newer])

    const atOnce = await cleanUpFiles(ctx)
    clock.forward({ seconds: 47 * HOUR_SECONDS })
    const early = await cleanUpFiles(ctx)
    clock.forward({ seconds: 2 * HOUR_SECONDS })
    const late = await cleanUpFiles(ctx)
    const inTrash = await surveyTrash(ctx)
    clock.forward({ days: 30 })
    const nearlyOver = await cleanUpFiles(ctx)
    clock.forward({ days: 1 })
    const over = await cleanUpFiles(ctx)

    expect([atOnce, early]).toEqual([none, none])
    expect(late).toEqual({ ...none, moved: [newer] })
    expect(inTrash).toMatchObject({ files: 1, other: [{ key: newer, size: FILE_BYTES }] })
    expect(nearlyOver).toEqual(none)
    expect(over).toEqual({ ...none, removed: [newer] })
    expect(await keysIn(ctx.storage.trash.list())).toEqual([])
    expect(await ctx.storage.getSize(before)).toBe(FILE_BYTES)
  })

  test('puts back files that a row needs, and files that the operator chose', async () => {
    const { ctx, clock, files } = await installation(kind, 2)
    const rows = await forgetRows(ctx, files)
    clock.forward({ days: 2, seconds: HOUR_SECONDS })
    await cleanUpFiles(ctx)
    const gone = await ctx.storage.getSize(files[0])
    await ctx.db.insertInto('file').values(rows[0]).execute()

    const byRow = await cleanUpFiles(ctx)
    const asked = await putBackFromTrash(ctx, (await surveyTrash(ctx)).other)

    expect(gone).toBeUndefined()
    expect(byRow).toEqual({ ...none, putBack: [files[0]] })
    expect(asked).toEqual([files[1]])
    for (const key of files) expect(await ctx.storage.getSize(key)).toBe(FILE_BYTES)
    clock.reset()
    expect(await cleanUpFiles(ctx), 'what was put back counts as stored just now').toEqual(none)
  })

  test('moves nothing and logs an error when more than 20 files and 1 % have no row', async () => {
    const { ctx, clock, files } = await installation(kind, 22)
    const complain = vi.spyOn(ctx.log, 'error')
    const rows = await forgetRows(ctx, files.slice(1))
    clock.forward({ days: 3 })

    const stopped = await cleanUpFiles(ctx)
    await ctx.db.insertInto('file').values(rows[0]).execute()
    const allowed = await cleanUpFiles(ctx)

    expect(stopped).toEqual(none)
    expect(complain).toHaveBeenCalledExactlyOnceWith(
      { files: 22, withoutRow: 21 },
      expect.stringContaining('too many have no row'),
    )
    expect(allowed.moved).toHaveLength(20)
  })

  test('touches nothing when the marker is missing or names another installation', async () => {
    const { ctx, clock, files } = await installation(kind, 2)
    const complain = vi.spyOn(ctx.log, 'error')
    await forgetRows(ctx, files)
    clock.forward({ days: 3 })
    await ctx.storage.writeMarker(JSON.stringify({ installation: newId() }), { replace: true })

    const refused = await cleanUpFiles(ctx)
    const unmarked = await cleanUpFiles({
      ...ctx,
      storage: { ...ctx.storage, readMarker: async () => undefined },
    })
    await adoptStorage(ctx)
    const adopted = await cleanUpFiles(ctx)
    clock.forward({ days: 1, seconds: 60 })
    const dayLater = await cleanUpFiles(ctx)

    expect([refused, unmarked]).toEqual([none, none])
    expect(complain.mock.calls).toEqual([
      [expect.stringContaining('belongs to installation')],
      [expect.stringContaining('has no portico-installation.json')],
    ])
    expect(adopted, 'nothing for a day after an adoption').toEqual(none)
    expect(dayLater.moved).toEqual(files)
  })
})

test('moves more than 20 files when they are less than 1 % of all', async () => {
  const { ctx, clock } = await installation('local', 0)
  const ids = Array.from({ length: 2_121 }, () => newId())
  await insertRows(ctx, ids.slice(21))
  clock.forward({ days: 3 })

  const { moved } = await cleanUpFiles(withStored(ctx, ids))

  expect(moved).toHaveLength(21)
})

test('moves at most 1,000 objects per run', async () => {
  const { ctx, clock } = await installation('local', 0)
  const ids = Array.from({ length: 1_100 }, () => newId())
  await insertRows(ctx, ids)
  clock.forward({ days: 3 })
  // Thumbnails of files whose rows have none.
  const stored = ids.flatMap((id) => [id, `${id}.thumbnail`])

  const { moved } = await cleanUpFiles(withStored(ctx, stored))

  expect(moved).toHaveLength(1_000)
})

test('does not empty the trash of more than 20 files that are more than 1 % of all', async () => {
  const { ctx, clock } = await installation('local', 1)
  for (let day = 1; day <= 21; day++) {
    const key = `files/${newId()}`
    await ctx.storage.put(key, Buffer.from('x'))
    await ctx.storage.trash.add(key, '2026-01-01')
  }
  clock.forward({ days: 3 })

  const stopped = await cleanUpFiles(ctx)
  const { due } = await surveyTrash(ctx)
  await putBackFromTrash(ctx, due.slice(0, 1))
  const { removed } = await cleanUpFiles(ctx)

  expect(stopped).toEqual(none)
  expect(removed).toHaveLength(20)
})

test('leaves other programs’ files, recent files and unfinished uploads, and reports lost files', async () => {
  const { ctx, clock, files } = await installation('local', 2)
  const complain = vi.spyOn(ctx.log, 'error')
  const [lost = '', stored = ''] = files
  await ctx.storage.remove(lost)
  const folder = join(ctx.config.dataDir, 'uploads/files', stored.slice('files/'.length, 'files/'.length + 5))
  for (const name of ['.DS_Store', '.nfs0001']) await writeFile(join(folder, name), 'x')
  const id = newId()
  await ctx.storage.put(`files/${id}`, Buffer.from('moved, its row is still to come'))
  await unfinished(ctx, id)
  clock.forward({ days: 3 })

  const result = await cleanUpFiles({ ...ctx, storage: ctx.storage })

  expect(result).toEqual({ ...none, lost: [lost] })
  expect(complain).toHaveBeenCalledExactlyOnceWith({ count: 1, lost: [lost] }, 'files whose bytes are gone')
  expect(await ctx.storage.getSize(`files/${id}`)).toBeGreaterThan(0)
})

test('moves the bytes of an upload to the trash that a restored database lists as unfinished', async () => {
  const { ctx, clock, files } = await installation('local', 2)
  const [key] = files
  await ctx.db
    .updateTable('file')
    .set({ state: 'receiving', sha256: null, expires_at: clock.now().toISOString() })
    .where('id', '=', key.slice('files/'.length))
    .execute()
  clock.forward({ days: 3 })

  await deleteAbandonedUploads(ctx)
  const { moved, removed } = await cleanUpFiles(ctx)

  expect({ moved, removed }).toEqual({ moved: [key], removed: [] })
  const { other } = await surveyTrash(ctx)
  expect(other).toMatchObject([{ key, size: FILE_BYTES }])
})

/** Uploads so many files, and returns their keys. */
async function installation(kind: StorageKind, count: number) {
  const testContext = await installedContext(kind)
  onTestFinished(testContext.close)
  const given = createGiven(testContext.ctx)
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const files: string[] = []
  for (let i = 0; i < count; i++) files.push(`files/${(await given.file(maya, project)).id}`)
  return { ...testContext, files: files as [string, string, ...string[]] }
}

/** Deletes the rows without queueing the deletion of their bytes, as in a restored older database. */
async function forgetRows({ db }: AppContext, keys: string[]) {
  return db.transaction().execute(async (trx) => {
    const ids = keys.map((key) => key.slice('files/'.length))
    const deleted = await trx.deleteFrom('file').where('id', 'in', ids).returningAll().execute()
    const rows = deleted.map(({ history_id, ...row }) => row)
    return rows as [(typeof rows)[0], ...typeof rows]
  })
}

async function insertRows(ctx: AppContext, ids: string[]) {
  const given = createGiven(ctx)
  const { id: project_id } = await given.project(await given.client(await given.freelancer()))
  const row = { project_id, uploader_type: 'Client', name: 'a', content_type: 'a/b', size: '1' } as const
  const rows = ids.map((id) => ({ ...row, id, sha256: Buffer.alloc(32), created_at: '2099-01-01T00:00:00Z' }))
  await ctx.db.insertInto('file').values(rows).execute()
}

async function unfinished(ctx: AppContext, id: string) {
  const given = createGiven(ctx)
  const { id: project_id } = await given.project(await given.client(await given.freelancer()))
  const row = { id, project_id, uploader_type: 'Client', name: 'a', content_type: 'a/b', size: '1' } as const
  await ctx.db
    .insertInto('file')
    .values({ ...row, state: 'receiving', expires_at: '2099-01-01T00:00:00Z' })
    .execute()
}

/** A storage that claims to have these files, because storing so many would take too long. */
function withStored(ctx: AppContext, names: string[]): AppContext {
  async function* list(): AsyncGenerator<StoredObject> {
    for (const name of names) yield { key: `files/${name}`, storedAt: new Date(), size: 1 }
  }
  return { ...ctx, storage: { ...ctx.storage, list, getSize: async () => 1 } }
}

async function keysIn(items: AsyncIterable<{ key: string }>) {
  const keys: string[] = []
  for await (const { key } of items) keys.push(key)
  return keys
}
