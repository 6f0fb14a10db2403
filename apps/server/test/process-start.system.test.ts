import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { failToStart, startPortico, temporaryFolder } from './portico.ts'
import { startS3 } from './s3.ts'
import { startTwo } from './two-processes.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('refuses a second process before it migrates, and accepts a restart right after kill -9', {
  timeout: 400_000,
}, async () => {
  const { ctx, connection, close } = await createTestContext()
  onTestFinished(close)
  const shared = { DATABASE_URL: urlOf(connection), STORAGE_URL: `file://${await temporaryFolder()}` }
  const first = await startPortico(shared)

  // A second process that migrated would fail on the missing table, or create it again.
  await executeSql(connection, 'alter table kysely_migration rename to renamed')
  expect(await failToStart({ ...shared, DATA_DIR: await temporaryFolder() })).toEqual({
    code: 1,
    complaint: expect.stringMatching(
      `^Another Portico \\(process ${first.pid} on \\S+\\) runs on this database: set REDIS_URL [^.]+\\.\n$`,
    ),
  })
  await executeSql(connection, 'alter table renamed rename to kysely_migration')
  expect(await fetch(`${first.url}/readyz`)).toMatchObject({ status: 200 })

  await first.end('SIGKILL')
  const second = await startPortico({ ...shared, DATA_DIR: first.dataDir })
  expect(await fetch(`${second.url}/readyz`)).toMatchObject({ status: 200 })
  expect(await second.end('SIGTERM')).toBe(0)
  expect(await ctx.db.selectFrom('process').selectAll().execute()).toEqual([])
})

test.for(['a folder', 'S3'])(
  'keeps partial uploads to %s when another process starts',
  {
    timeout: 400_000,
  },
  async (kind) => {
    const s3 = kind === 'S3' ? await startS3() : null
    if (s3) onTestFinished(s3.close)
    const { processes, shared } = await startTwo(s3 ? { STORAGE_URL: s3.url } : {})
    const [first] = processes
    const ada = await uploaderAt(() => first)
    const bytes = randomBytes(3_000_000)
    const form = await ada.beginForm(bytes)
    await form.send(0.5)
    const location = (await ada.beginInPieces(bytes.length)).headers.get('location') ?? ''
    expect((await ada.sendPiece(location, 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
    if (!s3) {
      const drafts = fileURLToPath(`${shared.STORAGE_URL}/drafts`)
      await vi.waitFor(async () => expect(await readdir(drafts)).toHaveLength(1), WAIT_OPTIONS)
    }

    // A form is refused after 30 seconds without progress, and a busy machine may need longer to start a process.
    let share = 0.5
    const sendingOn = setInterval(() => {
      share += 0.001
      form.send(share)
    }, 2_000)
    onTestFinished(() => clearInterval(sendingOn))
    const third = await startPortico(shared)
    clearInterval(sendingOn)
    await form.send(1)

    expect(await form.answer()).toMatchObject({ status: 201 })
    expect((await ada.sendPiece(location, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204)
    expect((await ada.list()).map(({ size }) => size)).toEqual([bytes.length, bytes.length])
    expect(await third.end('SIGTERM')).toBe(0)
  },
)
