import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { fileKey } from '../src/features/files/keys.ts'
import { openConnection } from '../src/platform/backup/one-connection.ts'
import { describeSchema } from '../src/platform/sql/describe-schema.ts'
import { runCommand } from './command.ts'
import { createTestContext } from './context.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'
import { temporaryFolder } from './portico.ts'
import { startS3 } from './s3.ts'

const failed = (attempt: Promise<unknown>): Promise<Failure> =>
  attempt.catch((error) => error) as Promise<Failure>

interface Failure {
  stdout: string
  stderr: string
}

test('a backup made while others write restores every table and file, ends access and sends no emails', async () => {
  const { ctx, connection, given, client, project } = await usedPortico()
  const freelancer = client.freelancer
  const review = await given.file(freelancer, project)
  await ctx.db.updateTable('unread').set({ mail_due: new Date().toISOString() }).execute()
  const to = await temporaryFolder()
  const source = { DATABASE_URL: urlOf(connection), DATA_DIR: ctx.config.dataDir }
  const busy = new AbortController()
  const writing = (async () => {
    while (!busy.signal.aborted) await given.file(freelancer, project)
  })()

  const made = await runCommand(['backup', '--to', to, '--json'], source).finally(() => busy.abort())
  await writing
  const { name, isVerified, files } = JSON.parse(made.stdout)
  const target = await emptyTarget()
  const restored = JSON.parse((await runCommand(['restore', join(to, name), '--json'], target.env)).stdout)

  expect(await readdir(to)).toEqual([name])
  expect({ isVerified, wrong: files.wrongCount }).toEqual({ isVerified: true, wrong: 0 })
  expect(restored).toMatchObject({ hasFiles: true, needsStorage: false, files: files.files, wrong: [] })
  expect(restored.ended.sessions).toBeGreaterThan(0)
  const copy = await openConnection(target.connection)
  const original = await openConnection(connection)
  try {
    expect(await describeSchema(copy.db)).toBe(await describeSchema(original.db))
    expect(await copy.db.selectFrom('session').selectAll().execute()).toEqual([])
    expect(
      await copy.db.selectFrom('unread').where('mail_due', 'is not', null).selectAll().execute(),
    ).toEqual([])
    const jobs = await copy.client.query('select task_identifier as name from graphile_worker.jobs')
    expect(jobs.rows.map(({ name }) => name).filter((name) => /^mail|sendPush/.test(name))).toEqual([])
    const person = copy.db.selectFrom('freelancer').select(['email', 'password_hash'])
    expect(await person.execute()).toEqual(
      await original.db.selectFrom('freelancer').select(['email', 'password_hash']).execute(),
    )
  } finally {
    await copy.close()
    await original.close()
  }
  expect((await runCommand(['files', 'verify', '--json'], target.env)).stdout).toContain('"wrong": []')
  expect(await readFile(pathOf(target.uploads, review.id))).toEqual(
    await readFile(pathOf(join(ctx.config.dataDir, 'uploads'), review.id)),
  )
})

test('a restore overwrites nothing without --replace', async () => {
  const { source, archive } = await backedUp()
  const other = await usedPortico()
  const env = { DATABASE_URL: urlOf(other.connection), DATA_DIR: other.ctx.config.dataDir }
  const emails = () => other.ctx.db.selectFrom('freelancer').select('email').execute()
  const before = await emails()

  const refused = await failed(runCommand(['restore', archive], env))
  const unchanged = await emails()
  await runCommand(['restore', archive, '--replace'], env)

  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database has accounts, and nothing was changed/),
  })
  expect(unchanged).toEqual(before)
  expect(await emails()).toEqual(await source.ctx.db.selectFrom('freelancer').select('email').execute())
  expect((await runCommand(['files', 'verify', '--json'], env)).stdout).toContain('"wrong": []')
})

test('an archive that is cut, changed, of a newer version or none leaves the database as it was', async () => {
  const { source, archive } = await backedUp()
  const whole = await readFile(archive)
  const at = (text: string) => whole.indexOf(text)
  const folder = await temporaryFolder()
  const change = (position: number) => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8((bytes[position] ?? 0) ^ 1, position)
    return bytes
  }
  const changes: Record<string, [Buffer, RegExp]> = {
    cut: [whole.subarray(0, whole.length - 8_192), /cut off|missing|end/],
    half: [whole.subarray(0, whole.length / 2), /cut off|missing|end/],
    short: [whole.subarray(0, 100), /cut off|missing|end/],
    'a file': [change(at(`files/${source.file.id}`) + 512), /changed or damaged|damaged/],
    'a name': [change(at('tables/client/') + 3), /./],
    'a manifest': [change(at('"tables": {') + 40), /./],
    newer: [
      Buffer.from(whole.toString('latin1').replace('"format": 1', '"format": 2'), 'latin1'),
      /made by a newer Portico/,
    ],
    none: [randomBytes(20_000), /not a whole archive|not a backup/],
    empty: [Buffer.alloc(0), /empty/],
  }
  const target = await emptyTarget()

  for (const [name, [bytes, message]] of Object.entries(changes)) {
    const path = join(folder, `${name}.tar`)
    await writeFile(path, bytes)
    const refused = await failed(runCommand(['restore', path], target.env))

    expect(refused, name).toMatchObject({ code: 1, stderr: expect.stringMatching(message) })
    expect(refused.stderr, name).not.toContain('    at ')
    expect(await tablesOf(target.connection), name).toEqual([])
  }
  const notVerified = await failed(runCommand(['verify', join(folder, 'a file.tar')], target.env))
  expect(notVerified).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged/) })
  // The half-filled storage does not prevent another attempt.
  expect((await runCommand(['restore', archive], target.env)).stdout).toContain('It can be started now.')
})

test('an encrypted backup in a bucket opens with its passphrase only, and old ones are found by name', async () => {
  const { ctx, connection } = await usedPortico()
  const s3 = await startS3()
  onTestFinished(s3.close)
  const source = { DATABASE_URL: urlOf(connection), DATA_DIR: ctx.config.dataDir, BACKUP_URL: s3.url }
  const secret = { BACKUP_PASSPHRASE: 'correct horse battery' }

  const { name } = JSON.parse((await runCommand(['backup', '--json'], { ...source, ...secret })).stdout)
  const without = await failed(runCommand(['verify'], source))
  const wrong = await failed(
    runCommand(['verify', name], { ...source, BACKUP_PASSPHRASE: 'another passphrase' }),
  )
  const right = await runCommand(['verify'], { ...source, ...secret })

  expect(name).toMatch(/^portico-[\da-f]{8}-\d{8}T\d{6}Z\.tar\.age$/)
  expect(without.stderr).toContain('is encrypted: set BACKUP_PASSPHRASE')
  expect(wrong.stderr).toContain('The passphrase is not the one')
  expect(right.stdout).toContain(`${name} restores.`)
})

test('a file that was damaged is named, and the backup has the others', async () => {
  const { ctx, connection, file } = await usedPortico()
  const path = pathOf(join(ctx.config.dataDir, 'uploads'), file.id)
  await writeFile(path, randomBytes((await stat(path)).size))
  const to = await temporaryFolder()
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: ctx.config.dataDir }

  const made = await failed(runCommand(['backup', '--to', to, '--json'], env))
  const target = await emptyTarget()
  const restored = await runCommand(['restore', join(to, JSON.parse(made.stdout).name), '--json'], target.env)

  expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining('1 files are lost or damaged') })
  expect(JSON.parse(made.stdout)).toMatchObject({ isVerified: true, files: { wrong: [file.id] } })
  expect(JSON.parse(restored.stdout)).toMatchObject({ missing: 1, wrong: [file.id] })
})

async function usedPortico() {
  const context = await createTestContext()
  onTestFinished(context.close)
  const given = createGiven(context.ctx)
  const client = await given.client(await given.freelancer())
  const project = await given.project(client)
  const file = await given.file(client, project)
  return { ...context, given, client, project, file }
}

async function backedUp() {
  const source = await usedPortico()
  const to = await temporaryFolder()
  const env = { DATABASE_URL: urlOf(source.connection), DATA_DIR: source.ctx.config.dataDir }
  const made = await runCommand(['backup', '--to', to, '--no-verify', '--json'], env)
  return { source, archive: join(to, JSON.parse(made.stdout).name) }
}

async function emptyTarget() {
  const { connection, drop } = await createDatabase(null)
  onTestFinished(drop)
  const dataDir = await temporaryFolder()
  return {
    connection,
    env: { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir },
    uploads: join(dataDir, 'uploads'),
  }
}

const pathOf = (uploads: string, id: string) =>
  join(uploads, 'files', id.slice(0, 5), fileKey(id).slice('files/'.length))

async function tablesOf(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`))
      .rows
  } finally {
    await client.end()
  }
}
