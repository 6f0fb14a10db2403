import { EventEmitter } from 'node:events'
import { type LogLevel, type RunnerOptions, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { WorkerContext } from '../context.ts'
import { SendError } from '../mail/send-error.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { connectionsOfJobs } from '../sql/connection-counts.ts'
import { markAlive } from './job-locks.ts'

/** Jobs that a process runs at once. */
const MAX_CONCURRENCY = 3

/** New jobs arrive by LISTEN; polling every ten seconds finds retries. */
export function workerOptions(
  pgPool: Pool,
  { log, config, metrics }: Pick<WorkerContext, 'log' | 'config' | 'metrics'>,
): RunnerOptions & { events: WorkerEvents } {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ client, workerPool }) => markAlive(client, workerPool.id))
  reportJobs(events, log, metrics)

  return {
    pgPool,
    events,
    logger: new WorkerLogger(() => (level, message, meta) => {
      // `reportJobs` logs these without the payload.
      if (meta.failure || meta.success) return
      log[LOG_LEVELS[level]]({ worker: message }, 'the job runner says')
    }),
    // We decide when to stop.
    noHandleSignals: true,
    noPreparedStatements: !config.preparedStatements,
    concurrency: Math.min(MAX_CONCURRENCY, connectionsOfJobs(config.databasePool)),
    pollInterval: 10_000,
    preset: {
      worker: {
        // With batching, a database that is away when a job ends would cause an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  }
}

function reportJobs(events: WorkerEvents, log: Logger, metrics: Metrics | null) {
  events.on('job:success', ({ job }) => {
    metrics?.countJob(job.task_identifier, 'done')
    log.debug({ job: job.task_identifier, id: job.id, attempt: job.attempts }, 'job done')
  })
  events.on('job:error', ({ job, error }) => {
    const { id, task_identifier, attempts, max_attempts } = job
    const facts = { job: task_identifier, id, attempt: attempts, of: max_attempts, err: error }
    metrics?.countJob(task_identifier, attempts < max_attempts ? 'retry' : 'failed')
    if (attempts < max_attempts) log.warn(facts, 'job failed; it will be tried again')
    // The freelancer is shown that the address is refused; an operator can do nothing about it.
    else if (isAboutOneAddress(error)) log.warn(facts, 'the mail server refused an email for good')
    else log.error(facts, 'job failed for the last time')
  })
}

const isAboutOneAddress = (error: unknown) => error instanceof SendError && !error.isServerFailing

const LOG_LEVELS = {
  error: 'warn',
  warning: 'warn',
  info: 'debug',
  debug: 'debug',
} as const satisfies Record<LogLevel, string>
