import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { type EmbeddedPostgres, startPostgres } from '@portico/embedded-postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startProxy } from '../../../test/proxy.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import { SendError } from '../mail/send-error.ts'
import { connect, type Db } from '../sql/database.ts'
import { migrate } from '../sql/migrations.ts'
import { deleteDeadJobs } from './dead-jobs.ts'
import { createJobs } from './jobs.ts'
import { runDueJobs, startJobs, type Work } from './runner.ts'

const SECRET = 'not-for-the-log'
const logLines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
const jobs = createJobs()
let dataDir: string
let postgres: EmbeddedPostgres
let db: Db
let ctx: WorkerContext

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-jobs-'))
  postgres = await startPostgres({ dataDir, name: 'portico', log, throwAway: true })
  db = connect(postgres.connection, log)
  ctx = { db, log, config: { preparedStatements: true, databasePool: 12 } } as WorkerContext
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

test('runs a job once its transaction is committed, and never when it is rolled back', async () => {
  const mail = vi.fn(async () => {})
  const rolledBack = db.transaction().execute(async (trx) => {
    await jobs.add(trx, 'mailFreshLinks', { email: 'nobody' })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow()
  await db.transaction().execute((trx) => jobs.add(trx, 'mailFreshLinks', { email: 'maya' }))

  await runDueJobs(ctx, postgres.connection, work(mail))

  expect(mail.mock.calls).toEqual([[ctx, { email: 'maya' }]])
  expect(await waiting()).toEqual([])
})

test('retries a failed job up to 25 times, and logs the error without the payload', async () => {
  const mail = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the mail server is down'))
  await jobs.add(db, 'mailFreshLinks', { email: SECRET })

  await runDueJobs(ctx, postgres.connection, work(mail))
  expect(await waiting()).toMatchObject([{ attempts: 1, max_attempts: 25, due: false }])
  // The retry delay of a few seconds could pass before the next run on a busy machine.
  await sql`update graphile_worker._private_jobs set run_at = run_at + interval '1 hour'`.execute(db)
  await runDueJobs(ctx, postgres.connection, work(mail))
  expect(mail).toHaveBeenCalledTimes(1)

  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await runDueJobs(ctx, postgres.connection, work(mail))
  expect(mail).toHaveBeenCalledTimes(2)
  expect(await waiting()).toEqual([])
  expect(logLines.join('')).toContain('the mail server is down')
  expect(logLines.join('')).not.toContain(SECRET)
})

test('warns of an address that a mail server refuses, which is nothing for an operator to mend', async () => {
  const refusal = {
    isPermanent: true,
    isUndelivered: true,
    isServerFailing: false,
    refusal: '550 no such user',
  }
  const mail = vi.fn().mockRejectedValue(new SendError('550 no such user', refusal))
  await jobs.add(db, 'mailFreshLinks', { email: 'maya' }, { maxAttempts: 1 })
  logLines.length = 0

  await runDueJobs(ctx, postgres.connection, work(mail))

  const levels = logLines.map((line) => JSON.parse(line)).filter(({ err }) => err)
  expect(levels).toMatchObject([{ level: 40, msg: 'the mail server refused an email for good' }])
})

test('deletes a job that failed for the last time a month ago, and no other', async () => {
  const now = new Date()
  const clock = { now: () => now }
  for (const email of ['dead', 'dead since yesterday', 'failing', 'waiting'])
    await jobs.add(db, 'mailFreshLinks', { email }, { maxAttempts: 3 })
  const change = (email: string, attempts: number, days: number) =>
    sql`
      update graphile_worker._private_jobs
      set attempts = ${attempts}, updated_at = ${new Date(now.getTime() - days * 86_400_000)}
      where payload->>'email' = ${email}`.execute(db)
  await change('dead', 3, 31)
  await change('dead since yesterday', 3, 1)
  await change('failing', 2, 31)
  await change('waiting', 0, 31)

  await deleteDeadJobs({ db, clock })

  const left = (await waiting()).map(({ payload }) => (payload as { email: string }).email)
  expect(left.sort()).toEqual(['dead since yesterday', 'failing', 'waiting'])
})

test('replaces a waiting job that has the same key', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  await jobs.add(db, 'mailFreshLinks', { email: 'first' }, { jobKey: 'maya', runAt: tomorrow })
  await jobs.add(db, 'mailFreshLinks', { email: 'second' }, { jobKey: 'maya', maxAttempts: 3 })

  expect(await waiting()).toMatchObject([{ payload: { email: 'second' }, max_attempts: 3, due: true }])
})

test('starts a new job without polling', async () => {
  const mail = vi.fn(async () => {})
  await start(mail)

  await jobs.add(db, 'mailFreshLinks', { email: 'maya' })

  await vi.waitFor(() => expect(mail).toHaveBeenCalledTimes(1), WAIT_OPTIONS)
})

test('runs jobs although the first read of them fails', async () => {
  const { query } = pg.Client.prototype
  let failures = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args as [{ text?: string } | undefined]
    const fails = failures === 0 && asked?.text?.includes('_private_tasks')
    return fails ? Promise.reject(new Error(`failure ${++failures}`)) : query.apply(this, args as never)
  } as typeof query)
  onTestFinished(() => spy.mockRestore())
  const mail = vi.fn(async () => {})
  await start(mail)

  await jobs.add(db, 'mailFreshLinks', { email: 'maya' })

  await vi.waitFor(() => expect(mail).toHaveBeenCalledTimes(1), WAIT_OPTIONS)
  expect(failures).toBe(1)
})

test('waits for the running job when it stops', async () => {
  const { mail, started, finish } = slowMail()
  const server = await start(mail)
  await jobs.add(db, 'mailFreshLinks', { email: 'maya' })
  await started

  const stopped = server.stop()
  finish()
  await stopped

  expect(await waiting()).toEqual([])
})

test('runs the job of a killed process at the next start, and leaves the job of a running process alone', async () => {
  const { mail, started, finish } = slowMail()
  await start(mail)
  await jobs.add(db, 'mailFreshLinks', { email: 'living' })
  await started
  await jobs.add(db, 'mailFreshLinks', { email: 'killed' }, { runAt: new Date(Date.now() + 60_000) })
  await sql`
    update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'killed-pool'
    where payload->>'email' = 'killed'
  `.execute(db)

  const otherMail = vi.fn(async (_ctx: AppContext, _payload: { email: string }) => {})
  await start(otherMail)

  // Either process may take the job of the killed one.
  const startedJobs = () => [...mail.mock.calls, ...otherMail.mock.calls].map(([, { email }]) => email).sort()
  await vi.waitFor(() => expect(startedJobs()).toEqual(['killed', 'living']), WAIT_OPTIONS)
  finish()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT_OPTIONS)
  expect(startedJobs()).toEqual(['killed', 'living'])
})

test('completes a running job once when the database dies, and runs later jobs', async () => {
  const { mail, started, finish } = slowMail()
  await start(mail)
  await jobs.add(db, 'mailFreshLinks', { email: 'during' })
  await started

  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(logLines.join('')).toContain('starting it again'), WAIT_OPTIONS)
  finish()

  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { ...WAIT_OPTIONS, interval: 200 })
  expect(mail).toHaveBeenCalledTimes(1)
  await jobs.add(db, 'mailFreshLinks', { email: 'after' })
  await vi.waitFor(() => expect(mail).toHaveBeenCalledTimes(2), { ...WAIT_OPTIONS, interval: 200 })
}, 120_000)

test('stops without an unhandled rejection when its listening connection is dead', async () => {
  const escaped = vi.fn()
  process.on('unhandledRejection', escaped)
  onTestFinished(() => void process.off('unhandledRejection', escaped))
  const countReleases = () =>
    logLines.filter((line) => line.includes('Error occurred attempting to UNLISTEN')).length
  const before = countReleases()
  const proxy = await startProxy(postgres.connection)
  const dropped = proxy.dropFrom('LISTEN "jobs:insert"')
  const server = await startJobs(
    ctx,
    proxy.connection,
    work(async () => {}),
  )
  await dropped

  await server.stop()

  // The worker releases the connection when it stops, and again when LISTEN fails.
  await vi.waitFor(() => expect(countReleases() - before).toBeGreaterThan(1), WAIT_OPTIONS)
  await nextLoopTurn()
  expect(escaped).not.toHaveBeenCalled()
}, 120_000)

test('registers cron jobs with the queue', async () => {
  await start(async () => {}, [{ at: '17 3 * * *', name: 'mailFreshLinks', payload: { email: 'nightly' } }])

  await vi.waitFor(async () => {
    const { rows } = await sql`select identifier from graphile_worker._private_known_crontabs`.execute(db)
    expect(rows).toEqual([{ identifier: 'mailFreshLinks' }])
  }, WAIT_OPTIONS)
})

function work(mail: Work['handlers']['mailFreshLinks'], crons: Work['crons'] = []): Work {
  return { handlers: { mailFreshLinks: mail }, emails: {}, crons } as Work
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
