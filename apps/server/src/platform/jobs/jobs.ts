import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../sql/database.ts'

/** The payload of each job. Payloads are stored, so they carry ids and no secrets. Features add theirs with `declare module`. */
export interface JobPayloads extends Record<never, object> {}
export type JobName = keyof JobPayloads & string

/** A job that was interrupted is run again, so it must be safe to run more than once. */
export type Job<Name extends JobName> = (ctx: AppContext, payload: JobPayloads[Name]) => Promise<void>

export interface Jobs {
  /** Queues a job in the caller's transaction: it runs once that is committed, and never if it is rolled back. */
  add<Name extends JobName>(
    db: Db,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>
}

interface JobOptions {
  /** Replaces a waiting job with the same key. */
  jobKey?: string
  runAt?: Date
  maxAttempts?: number
  /** Runs after every other job that is due. */
  lowPriority?: boolean
  /** Jobs of one queue run one after the other. */
  queue?: string
}

/** With the growing delays between attempts, about four days. */
const MAX_ATTEMPTS = 25

export function createJobs(): Jobs {
  return {
    add: addJob,
  }
}

/** Untyped, for `Jobs` and `Outbox`. Features use those. */
export async function addJob(
  db: Db,
  name: string,
  payload: object,
  { jobKey, runAt, maxAttempts = MAX_ATTEMPTS, lowPriority: canWait = false, queue }: JobOptions = {},
) {
  await sql`
        select from graphile_worker.add_job(
          ${name}::text,
          payload := ${JSON.stringify(payload)}::json,
          queue_name := ${queue ?? null}::text,
          run_at := ${runAt ?? null}::timestamptz,
          max_attempts := ${maxAttempts}::int,
          job_key := ${jobKey ?? null}::text,
          priority := ${canWait ? 1 : 0}::int
        )
      `.execute(db)
}
