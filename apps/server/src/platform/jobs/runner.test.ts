import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type EmbeddedPostgres, startPostgres } from '@portico/embedded-postgres'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startProxy } from '../../../test/proxy.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import { connect, type Db } from '../sql/database.ts'
import { migrate } from '../sql/migrations.ts'
import { createJobs } from './jobs.ts'
import { runDueJobs, startJobs, type Work } from './runner.ts'

const SECRET = 'not-for-the-log'
const written: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
const jobs = createJobs()
let dataDir: string
let postgres: EmbeddedPostgres
let db: Db
let ctx: WorkerContext

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-jobs-'))
  postgres = await startPostgres({ dataDir, name: 'portico', log, throwAway: true })
  db = connect(postgres.connection, log)
  ctx = { db, log, config: { preparedStatements: true } } as WorkerContext
  await migrate(postgres.connection, log)
})
afterAll(async () => {
  await db.destroy()
  await postgres.stop()
  await rm(dataDir, { recursive: true })
})

const stops: (() => Promise<void>)[] = []
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

test('a job runs once its transaction is committed, and never when that is rolled back', async () => {
  const mail = vi.fn(async () => {})
  const undone = db.transaction().execute(async (trx) => {
    await jobs.add(trx, 'mailFreshLinks', { email: 'nobody' })
    throw new Error('on second thoughts')
  })
  await expect(undone).rejects.toThrow()
  await db.transaction().execute((trx) => jobs.add(trx, 'mailFreshLinks', { email: 'maya' }))

  await runDueJobs(ctx, postgres.connection, work(mail))

  expect(mail.mock.calls).toEqual([[ctx, { email: 'maya' }]])
  expect(await waiting()).toEqual([])
})

test('a job that fails waits and is tried again for days; the log says so without its payload', async () => {
  const mail = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the mail server is down'))
  await jobs.add(db, 'mailFreshLinks', { email: SECRET })

  await runDueJobs(ctx, postgres.connection, work(mail))
  expect(await waiting()).toMatchObject([{ attempts: 1, max_attempts: 25, due: false }])
  // Its few seconds may be over before a busy machine looks again.
  await sql`update graphile_worker._private_jobs set run_at = run_at + interval '1 hour'`.execute(db)
  await runDueJobs(ctx, postgres.connection, work(mail))
  expect(mail).toHaveBeenCalledTimes(1)

  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await runDueJobs(ctx, postgres.connection, work(mail))
  expect(mail).toHaveBeenCalledTimes(2)
  expect(await waiting()).toEqual([])
  expect(written.join('')).toContain('the mail server is down')
  expect(written.join('')).not.toContain(SECRET)
})

test('a waiting job is replaced by one with the same key', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  await jobs.add(db, 'mailFreshLinks', { email: 'first' }, { jobKey: 'maya', runAt: tomorrow })
  await jobs.add(db, 'mailFreshLinks', { email: 'second' }, { jobKey: 'maya', maxAttempts: 3 })

  expect(await waiting()).toMatchObject([{ payload: { email: 'second' }, max_attempts: 3, due: true }])
})

test('a running server hears of a new job at once', async () => {
  const mail = vi.fn(async () => {})
  await start(mail)

  await jobs.add(db, 'mailFreshLinks', { email: 'maya' })

  await vi.waitFor(() => expect(mail).toHaveBeenCalledTimes(1), WAIT_OPTIONS)
})

test('stopping waits for the job in flight', async () => {
  const { mail, started, finish } = slowMail()
  const server = await start(mail)
  await jobs.add(db, 'mailFreshLinks', { email: 'maya' })
  await started

  const stopped = server.stop()
  finish()
  await stopped

  expect(await waiting()).toEqual([])
})

test('the job of a killed process is run at the next start, that of a living one is left alone', async () => {
  const { mail, started, finish } = slowMail()
  await start(mail)
  await jobs.add(db, 'mailFreshLinks', { email: 'living' })
  await started
  await jobs.add(db, 'mailFreshLinks', { email: 'killed' }, { runAt: new Date(Date.now() + 60_000) })
  await sql`
    update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'pool-of-the-dead'
    where payload->>'email' = 'killed'
  `.execute(db)

  const another = vi.fn(async (_ctx: AppContext, _payload: { email: string }) => {})
  await start(another)

  // Either of the two may be the one that looks first.
  const begun = () => [...mail.mock.calls, ...another.mock.calls].map(([, { email }]) => email).sort()
  await vi.waitFor(() => expect(begun()).toEqual(['killed', 'living']), WAIT_OPTIONS)
  finish()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT_OPTIONS)
  expect(begun()).toEqual(['killed', 'living'])
})

test('the database dies while a job runs: nothing ends, nothing is done twice, and jobs go on', async () => {
  const { mail, started, finish } = slowMail()
  await start(mail)
  await jobs.add(db, 'mailFreshLinks', { email: 'during' })
  await started

  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(written.join('')).toContain('starting it again'), WAIT_OPTIONS)
  finish()

  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { ...WAIT_OPTIONS, interval: 200 })
  expect(mail).toHaveBeenCalledTimes(1)
  await jobs.add(db, 'mailFreshLinks', { email: 'after' })
  await vi.waitFor(() => expect(mail).toHaveBeenCalledTimes(2), { ...WAIT_OPTIONS, interval: 200 })
}, 120_000)

test('stopped while listening begins on a line that is dead: it ends, and takes nothing with it', async () => {
  const escaped = vi.fn()
  process.on('unhandledRejection', escaped)
  onTestFinished(() => void process.off('unhandledRejection', escaped))
  const letGo = () => written.filter((line) => line.includes('Error occurred attempting to UNLISTEN')).length
  const before = letGo()
  const proxy = await startProxy(postgres.connection)
  const silenced = proxy.dropFrom('LISTEN "jobs:insert"')
  const server = await startJobs(
    ctx,
    proxy.connection,
    work(async () => {}),
  )
  await silenced

  await server.stop()

  // It lets go of the line when it stops, and again when it hears that listening failed.
  await vi.waitFor(() => expect(letGo() - before).toBeGreaterThan(1), WAIT_OPTIONS)
  await turnOfTheLoop()
  expect(escaped).not.toHaveBeenCalled()
}, 120_000)

test('what runs by the clock is known to the queue', async () => {
  await start(async () => {}, [{ at: '17 3 * * *', name: 'mailFreshLinks', payload: { email: 'nightly' } }])

  await vi.waitFor(async () => {
    const { rows } = await sql`select identifier from graphile_worker._private_known_crontabs`.execute(db)
    expect(rows).toEqual([{ identifier: 'mailFreshLinks' }])
  }, WAIT_OPTIONS)
})

function work(mail: Work['handlers']['mailFreshLinks'], crons: Work['crons'] = []): Work {
  return { handlers: { mailFreshLinks: mail } as Work['handlers'], emails: {} as Work['emails'], crons }
}

async function start(mail: Work['handlers']['mailFreshLinks'], crons?: Work['crons']) {
  const server = await startJobs(ctx, postgres.connection, work(mail, crons))
  stops.push(() => server.stop())
  return server
}

function slowMail() {
  const gate = new EventTarget()
  const started = once(gate, 'started')
  const finished = once(gate, 'finish')
  const mail = vi.fn(async (_ctx: AppContext, _payload: { email: string }) => {
    gate.dispatchEvent(new Event('started'))
    await finished
  })
  return { mail, started, finish: () => gate.dispatchEvent(new Event('finish')) }
}

async function waiting() {
  const { rows } = await sql<{ payload: unknown; attempts: number; max_attempts: number; due: boolean }>`
    select payload, attempts, max_attempts, run_at <= updated_at as due from graphile_worker._private_jobs
  `.execute(db)
  return rows
}
