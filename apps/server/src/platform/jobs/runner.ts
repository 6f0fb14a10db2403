import { setTimeout as pause } from 'node:timers/promises'
import { parseCronItems, run, runOnce, type TaskList, type Job as WorkerJob } from 'graphile-worker'
import type pg from 'pg'
import type { WorkerContext } from '../context.ts'
import type { EmailKind, EmailWriter } from '../mail/outbox.ts'
import { type QueuedPayload, sendQueued } from '../mail/send-queued.ts'
import { type Job, type JobName, type JobPayloads, NotAgain } from './jobs.ts'
import { workerOptions } from './options.ts'
import { makeLast, releaseAbandonedJobs } from './owners.ts'
import { openPool } from './pool.ts'

export interface Work {
  handlers: { [Name in JobName]: Job<Name> }
  emails: { [Kind in EmailKind]: EmailWriter<Kind> }
  crons?: Cron[]
}

/** A job that runs by the clock (in UTC, written as in a crontab), once however many processes there are. */
export interface Cron {
  at: string
  name: JobName
  payload: JobPayloads[JobName]
}

/** Runs jobs as they come, whatever happens to the database meanwhile, until stopped. */
export async function startJobs(ctx: WorkerContext, connection: pg.ClientConfig, work: Work) {
  const { log } = ctx
  const taskList = tasksOf(ctx, work)
  const stopping = new AbortController()

  let runner = await begin()
  const over = keepRunning()

  return {
    /** Lets the jobs in flight finish. One that takes too long is run again by whoever starts next. */
    async stop() {
      stopping.abort()
      const enough = new AbortController()
      await Promise.race([over, pause(10_000, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
    },
  }

  async function begin() {
    const pgPool = openPool(connection, log)
    const options = workerOptions(pgPool, ctx)
    try {
      await releaseAbandonedJobs(pgPool)
      const runner = await run(options, taskList, cronsOf(work))
      const sweeping = setInterval(() => releaseAbandonedJobs(pgPool).catch(() => {}), 60_000).unref()
      const stop = () => void runner.stop().catch(() => {})
      if (stopping.signal.aborted) stop()
      else stopping.signal.addEventListener('abort', stop, { once: true })
      return {
        ended: runner.promise
          .catch((error) => log.warn({ err: error }, 'the job runner failed'))
          .finally(() => {
            clearInterval(sweeping)
            return pgPool.end()
          }),
      }
    } catch (error) {
      await pgPool.end()
      throw error
    }
  }

  /** The library stops when it cannot write down how a job ended. Then the next runner takes over. */
  async function keepRunning() {
    for (let failures = 0; ; ) {
      await runner.ended
      if (stopping.signal.aborted) return
      await pause(Math.min(250 * 2 ** failures, 5_000), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      try {
        runner = await begin()
        failures = 0
      } catch (error) {
        failures++
        log.warn({ err: error }, 'jobs cannot run just now')
      }
    }
  }
}

/** Runs what is due now, once, and is done: for tests. */
export async function runDueJobs(ctx: WorkerContext, connection: pg.ClientConfig, work: Work) {
  const pgPool = openPool(connection, ctx.log)
  await runOnce(workerOptions(pgPool, ctx), tasksOf(ctx, work)).finally(() => pgPool.end())
}

function tasksOf(ctx: WorkerContext, { handlers, emails }: Work): TaskList {
  const finished = new Set<string>()
  const task =
    (run: (payload: unknown) => Promise<void>) =>
    async (payload: unknown, { job }: { job: WorkerJob }) => {
      // Done before, but the database was away when that was to be written down: it needs no second email.
      if (finished.has(job.id)) return
      try {
        await run(payload)
      } catch (error) {
        if (error instanceof NotAgain) await makeLast(ctx.db, job)
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
    ([kind, write]) => [kind, task((payload) => sendQueued(ctx, write, payload as QueuedPayload))] as const,
  )
  return Object.fromEntries([...jobTasks, ...emailTasks])
}

function cronsOf({ crons = [] }: Work) {
  return parseCronItems(
    crons.map(({ at, name, payload }) => ({
      task: name,
      match: at,
      payload: { ...(payload as object) },
      identifier: name,
    })),
  )
}
