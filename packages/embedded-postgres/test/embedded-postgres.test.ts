import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findLauncher, methodsFor } from '../src/launcher.ts'
import { type PostgresOptions, startPostgres } from '../src/start.ts'

const WAIT_OPTIONS = { timeout: 60_000, interval: 20 }

const log = { debug() {}, info() {}, warn() {}, error() {} }

// Creating a database takes a second; most tests start from a copy.
let template = ''
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  const postgres = await startPostgres({ dataDir: template, name: 'portico', log, throwAway: true })
  await postgres.stop()
})
afterAll(() => rm(template, { recursive: true }))

test('keeps its data, and admits one user with a password through a socket only', async () => {
  const dataDir = await temporaryFolder('with a space, "quotes" and a comma')
  const first = await start({ dataDir })
  await query(first.connection, 'create table kept as select 42 as answer')
  expect(
    await query(first.connection, `select lower('ÀÉ') as low, current_setting('is_superuser') as super`),
  ).toEqual([{ low: 'àé', super: 'off' }])
  expect(await query(first.connection, `select current_setting('listen_addresses') as tcp`)).toEqual([
    { tcp: '' },
  ])
  await expect(query({ ...first.connection, password: 'guess' }, 'select 1')).rejects.toThrow('password')
  await expect(query({ ...first.connection, user: 'postgres' }, 'select 1')).rejects.toThrow('pg_hba.conf')
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
  const socketFolder = first.connection.host
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
  await first.stop()
  expect(existsSync(socketFolder)).toBe(false)

  const second = await start({ dataDir })
  expect(await query(second.connection, 'select * from kept')).toEqual([{ answer: 42 }])
})

test('has the extensions for search and case-insensitive addresses', async () => {
  const { connection } = await start({ dataDir: await folderWithDatabase() })
  for (const extension of ['citext', 'pg_trgm', 'unaccent'])
    await query(connection, `create extension ${extension}`)
  expect(await query(connection, `select unaccent('café') as plain`)).toEqual([{ plain: 'cafe' }])
})

test('restarts the server at the same address when it dies', async () => {
  const postgres = await start({ dataDir: await folderWithDatabase() })
  await query(postgres.connection, 'create table kept as select 42 as answer')
  const before = postgres.pid() ?? 0
  process.kill(before, 'SIGKILL')

  await vi.waitFor(
    async () => expect(await query(postgres.connection, 'select * from kept')).toEqual([{ answer: 42 }]),
    WAIT_OPTIONS,
  )
  expect(postgres.pid()).not.toBe(before)
})

test('does not restart a server that dies while it is stopped', async () => {
  const postgres = await start({ dataDir: await folderWithDatabase() })
  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await postgres.stop()
  expect(postgres.pid()).toBeUndefined()
})

test('stops a server that outlived its process before it starts the next one', async () => {
  const dataDir = await folderWithDatabase()
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)}
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const postgres = await startPostgres({ dataDir: process.argv[1], name: 'portico', log, throwAway: true })
    process.stdout.write(String(postgres.pid()))
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir])
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const pid = Number(output)
  expect(process.kill(pid, 0)).toBe(true)

  const next = await start({ dataDir })

  expect(next.pid()).not.toBe(pid)
  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('ignores a pid file whose process id was reused', async () => {
  const dataDir = await folderWithDatabase()
  const first = await start({ dataDir })
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
  await first.stop()
  await writeFile(pidFile, [process.pid, ...rest].join('\n'))

  const second = await start({ dataDir })
  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('deletes the remains of a killed first start', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres.new-killed/cluster/base'), { recursive: true })

  const { connection } = await start({ dataDir })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('puts the socket into the temporary folder when the path is too long, and removes it', async () => {
  const { connection, stop } = await start({ dataDir: await folderWithDatabase('deep'.repeat(30)) })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect(existsSync(connection.host)).toBe(false)
})

test('refuses the database of another major version', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true })
  await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')

  await expect(startPostgres({ dataDir, name: 'portico', log })).rejects.toMatchObject({
    code: 'OTHER_VERSION',
    message: `The database in ${join(dataDir, 'postgres')} was made by PostgreSQL 17`,
  })
})

// Root's two methods leave files of different owners; the same folder has to work with both.
const [unshare, setpriv] = methodsFor(0)
test.runIf(process.getuid?.() === 0 && unshare && setpriv)(
  'opens as root a cluster that its other launcher created',
  async () => {
    const dataDir = await temporaryFolder()
    for (const method of [unshare, setpriv, unshare]) {
      const launcher = findLauncher(dataDir, method && [method])
      const { connection, stop } = await start({ dataDir, launcher })
      await query(connection, 'create table if not exists kept as select 42 as answer')
      expect(await query(connection, 'select * from kept')).toEqual([{ answer: 42 }])
      await stop()
    }
  },
)

test('refuses to start where no method works', () => {
  expect(() => findLauncher(tmpdir(), [])).toThrow(expect.objectContaining({ code: 'NOT_ALLOWED' }))
})

async function temporaryFolder(inside = '') {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, inside), { recursive: true, mode: 0o700 })
  return join(folder, inside)
}

async function folderWithDatabase(inside = '') {
  const folder = await temporaryFolder(inside)
  await cp(template, folder, { recursive: true })
  return folder
}

async function start(options: Omit<PostgresOptions, 'log' | 'name'>) {
  const postgres = await startPostgres({ name: 'portico', log, throwAway: true, ...options })
  onTestFinished(postgres.stop)
  return postgres
}

async function query(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
