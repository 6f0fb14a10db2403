import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { isAlive, startPortico } from '../../test/portico.ts'
import { WAIT_OPTIONS } from '../../test/wait-options.ts'
import { findLauncher, waysFor } from './postgres/launch.ts'
import { type PostgresOptions, startPostgres } from './postgres.ts'

// Making a database takes a second; the tests that are not about that start from a copy.
let ready = ''
beforeAll(async () => {
  ready = await mkdtemp(join(tmpdir(), 'portico-postgres-'))
  const postgres = await startPostgres({ dataDir: ready, log: quiet, throwAway: true })
  await postgres.stop()
})
afterAll(() => rm(ready, { recursive: true }))

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

test('keeps what was written, for one user with a password, on a socket only', async () => {
  const dataDir = await temporaryFolder('with a space, "quotes" and a comma')
  const first = await start({ dataDir })
  await ask(first.connection, 'create table kept as select 42 as answer')
  expect(
    await ask(first.connection, `select lower('ÀÉ') as low, current_setting('is_superuser') as super`),
  ).toEqual([{ low: 'àé', super: 'off' }])
  expect(await ask(first.connection, `select current_setting('listen_addresses') as tcp`)).toEqual([
    { tcp: '' },
  ])
  await expect(ask({ ...first.connection, password: 'guess' }, 'select 1')).rejects.toThrow('password')
  await expect(ask({ ...first.connection, user: 'postgres' }, 'select 1')).rejects.toThrow('pg_hba.conf')
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
  const socketFolder = first.connection.host ?? ''
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
  await first.stop()
  expect(existsSync(socketFolder)).toBe(false)

  const second = await start({ dataDir })
  expect(await ask(second.connection, 'select * from kept')).toEqual([{ answer: 42 }])
})

test('has what search and case-blind addresses may need', async () => {
  const { connection } = await start({ dataDir: await folderWithDatabase() })
  for (const extension of ['citext', 'pg_trgm', 'unaccent'])
    await ask(connection, `create extension ${extension}`)
  expect(await ask(connection, `select unaccent('café') as plain`)).toEqual([{ plain: 'cafe' }])
})

test('is started again when it dies, and answers at the same address', async () => {
  const postgres = await start({ dataDir: await folderWithDatabase() })
  await ask(postgres.connection, 'create table kept as select 42 as answer')
  const before = postgres.pid() ?? 0
  process.kill(before, 'SIGKILL')

  await vi.waitFor(
    async () => expect(await ask(postgres.connection, 'select * from kept')).toEqual([{ answer: 42 }]),
    WAIT_OPTIONS,
  )
  expect(postgres.pid()).not.toBe(before)
})

test('is not started again once it is to stop, however it ended', async () => {
  const postgres = await start({ dataDir: await folderWithDatabase() })
  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await postgres.stop()
  expect(postgres.pid()).toBeUndefined()
})

test('a server that outlived its Portico is ended before the next one starts', async () => {
  const portico = await startPortico()
  const pid = (await portico.postgresPid()) ?? 0
  await portico.end('SIGKILL')
  expect(isAlive(pid)).toBe(true)

  const next = await start({ dataDir: portico.dataDir })

  expect(next.pid()).not.toBe(pid)
  expect(await ask(next.connection, 'select count(*)::int as clients from client')).toEqual([{ clients: 0 }])
})

test('a note of a server whose number is somebody else by now is not believed', async () => {
  const dataDir = await folderWithDatabase()
  const first = await start({ dataDir })
  const note = join(dataDir, 'postgres/cluster/postmaster.pid')
  const [, ...rest] = (await readFile(note, 'utf8')).split('\n')
  await first.stop()
  await writeFile(note, [process.pid, ...rest].join('\n'))

  const second = await start({ dataDir })
  expect(await ask(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a first start that was killed half-way leaves nothing that is taken for a database', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres.new-killed/cluster/base'), { recursive: true })

  const { connection } = await start({ dataDir })
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('where the path is too long for a socket, it lies elsewhere, and goes with the server', async () => {
  const { connection, stop } = await start({ dataDir: await folderWithDatabase('deep'.repeat(30)) })
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect(existsSync(connection.host ?? '')).toBe(false)
})

test('a database of another PostgreSQL is refused in one sentence', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true })
  await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')

  await expect(startPostgres({ dataDir, log: quiet })).rejects.toThrow(
    `The database in ${join(dataDir, 'postgres')} was made by PostgreSQL 17; this Portico brings PostgreSQL 18.`,
  )
})

// Root's two ways down leave files of different owners; the same folder must do for both.
const [unshare, setpriv] = waysFor(0)
test.runIf(process.getuid?.() === 0 && unshare && setpriv)(
  'as root, either way down opens what the other made',
  async () => {
    const dataDir = await temporaryFolder()
    for (const way of [unshare, setpriv, unshare]) {
      const { connection, stop } = await start({ dataDir, launcher: findLauncher(dataDir, way && [way]) })
      await ask(connection, 'create table if not exists kept as select 42 as answer')
      expect(await ask(connection, 'select * from kept')).toEqual([{ answer: 42 }])
      await stop()
    }
  },
)

test('where nothing may run, one sentence says what to do', () => {
  expect(() => findLauncher(tmpdir(), [])).toThrow(
    /^The embedded PostgreSQL does not run .*set DATABASE_URL\.$/,
  )
})

async function temporaryFolder(inside = '') {
  const folder = await mkdtemp(join(tmpdir(), 'portico-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, inside), { recursive: true, mode: 0o700 })
  return join(folder, inside)
}

async function folderWithDatabase(inside = '') {
  const folder = await temporaryFolder(inside)
  await cp(ready, folder, { recursive: true })
  return folder
}

async function start(options: Omit<PostgresOptions, 'log'>) {
  const postgres = await startPostgres({ log: quiet, throwAway: true, ...options })
  onTestFinished(postgres.stop)
  return postgres
}

async function ask(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
