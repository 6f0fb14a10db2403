import { setTimeout as pause } from 'node:timers/promises'
import {
  parseCronItems,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
  type Job as WorkerJob,
} from 'graphile-worker'
import type pg from 'pg'
import type { WorkerContext } from '../context.ts'
import type { EmailKind, EmailWriter } from '../mail/outbox.ts'
import { SendError } from '../mail/send-error.ts'
import {
  type FindEmailBrand,
  type QueuedPayload,
  type RefusedAddresses,
  sendQueued,
} from '../mail/send-queued.ts'
import { preventRetry, releaseAbandonedJobs } from './job-locks.ts'
import type { Job, JobName, JobPayloads } from './jobs.ts'
import { workerOptions } from './worker-options.ts'
import { openPool } from './worker-pool.ts'

export interface Work {
  handlers: { [Name in JobName]: Job<Name> }
  emails: { [Kind in EmailKind]: EmailWriter<Kind> }
  refusedAddresses: RefusedAddresses
  findEmailBrand: FindEmailBrand
  crons?: Cron[]
}

/** A scheduled job: `at` is a crontab expression in UTC. It runs once, however many processes there are. */
export interface Cron {
  at: string
  name: JobName
  payload: JobPayloads[JobName]
}

/** Runs jobs until stopped. Restarts by itself after the database was away. */
export async function startJobs(ctx: WorkerContext, connection: pg.ClientConfig, work: Work) {
  const { log } = ctx
  const taskList = createTasks(ctx, work)
  const stopping = new AbortController()

  let runner = await startRunner()
  const finished = keepRunning()

  return {
    /** Waits ten seconds for jobs in flight. Another process runs again what did not finish. */
    async stop() {
      stopping.abort()
      const timeout = new AbortController()
      await Promise.race([finished, pause(10_000, undefined, { signal: timeout.signal }).catch(() => {})])
      timeout.abort()
    },
  }

  async function startRunner() {
    const pgPool = openPool(connection, ctx)
    const options = workerOptions(pgPool, ctx)
    const firstRead = firstReadSucceeds(options.events)
    try {
      await releaseAbandonedJobs(pgPool)
      const runner = await run(options, taskList, parseCrons(work))
      const releaseTimer = setInterval(() => releaseAbandonedJobs(pgPool).catch(() => {}), 60_000).unref()
      const stop = () => void runner.stop().catch(() => {})
      if (stopping.signal.aborted) stop()
      else stopping.signal.addEventListener('abort', stop, { once: true })
      firstRead.then((succeeded) => succeeded || stop())
      return {
        ended: runner.promise
          .catch((error) => log.warn({ err: error }, 'the job runner failed'))
          .finally(() => {
            clearInterval(releaseTimer)
            return pgPool.end()
          }),
      }
    } catch (error) {
      await pgPool.end()
      throw error
    }
  }

  /** graphile-worker stops when it cannot store the outcome of a job. */
  async function keepRunning() {
    for (let failures = 0; ; ) {
      await runner.ended
      if (stopping.signal.aborted) return
      await pause(Math.min(250 * 2 ** failures, 5_000), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      try {
        runner = await startRunner()
        failures = 0
      } catch (error) {
        failures++
        log.warn({ err: error }, 'jobs cannot run just now')
      }
    }
  }
}

/**
 * Whether the first read of jobs succeeds. graphile-worker caches a failure of it, and then runs no job until it is started
 * again. Later failures are retried.
 */
function firstReadSucceeds(events: WorkerEvents) {
  return new Promise<boolean>((resolve) => {
    events.once('worker:getJob:error', () => resolve(false))
    events.once('worker:getJob:empty', () => resolve(true))
    events.once('job:start', () => resolve(true))
  })
}

/** Runs all jobs that are due, and those that they queue. */
export async function runDueJobs(ctx: WorkerContext, connection: pg.ClientConfig, work: Work) {
  const pgPool = openPool(connection, ctx)
  const tasks = createTasks(ctx, work)
  try {
    // A job that was queued while the last one ended may be left over.
    do await runOnce(workerOptions(pgPool, ctx), tasks)
    while (await hasDueJobs(pgPool))
  } finally {
    await pgPool.end()
  }
}

async function hasDueJobs(pgPool: pg.Pool) {
  const { rows } = await pgPool.query<{ are: boolean }>(
    `select exists (
      select from graphile_worker.jobs where run_at <= now() + interval '1 second' and locked_at is null and attempts < max_attempts
    ) as are`,
  )
  return rows[0]?.are ?? false
}

function createTasks(
  ctx: WorkerContext,
  { handlers, emails, refusedAddresses, findEmailBrand }: Work,
): TaskList {
  const kinds = Object.keys(emails)
  const finished = new Set<string>()
  const task =
    (run: (payload: unknown) => Promise<void>) =>
    async (payload: unknown, { job }: { job: WorkerJob }) => {
      // It ran before, but its outcome could not be stored. A second run would send a second email.
      if (finished.has(job.id)) return
      try {
        await run(payload)
      } catch (error) {
        if (error instanceof SendError && error.isPermanent) await preventRetry(ctx.db, job)
        throw error
      }
      finished.add(job.id)
      const [oldest] = finished
      if (finished.size > 1_000 && oldest) finished.delete(oldest)
    }
  const jobTasks = (Object.entries(handlers) as [JobName, Job<JobName>][]).map(
    ([name, handle]) => [name, task((payload) => handle(ctx, payload as JobPayloads[JobName]))] as const,
  )
  const emailTasks = (Object.entries(emails) as [EmailKind, EmailWriter<EmailKind>][]).map(
    ([kind, write]) =>
      [
        kind,
        task((payload) =>
          sendQueued(ctx, write, payload as QueuedPayload, { kinds, refusedAddresses, findEmailBrand }),
        ),
      ] as const,
  )
  return Object.fromEntries([...jobTasks, ...emailTasks])
}

function parseCrons({ crons = [] }: Work) {
  return parseCronItems(
    crons.map(({ at, name, payload }) => ({
      task: name,
      match: at,
      payload: { ...(payload as object) },
      identifier: name,
    })),
  )
}
