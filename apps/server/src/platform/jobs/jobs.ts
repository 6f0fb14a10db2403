import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../sql/database.ts'

/** Each job and what it is told: ids, never secrets, for payloads are stored. Features add theirs with `declare module`. */
export interface JobPayloads extends Record<never, object> {}
export type JobName = keyof JobPayloads & string

/** Whatever cuts a job off, it is run again: it must stand being run more than once. */
export type Job<Name extends JobName> = (ctx: AppContext, payload: JobPayloads[Name]) => Promise<void>

/** Thrown by a job that would fail the same way for ever: it is not tried again. */
export class NotAgain extends Error {}

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
  /** A job that still waits under the same key is replaced. */
  jobKey?: string
  runAt?: Date
  maxAttempts?: number
  /** Many of these may be due at once: whatever else is goes before them. */
  canWait?: boolean
}

/** Each failure makes the next wait longer, up to six hours: four days in all. */
const MAX_ATTEMPTS = 25

export function createJobs(): Jobs {
  return {
    add: addJob,
  }
}

/** For jobs of every name; whoever asks for a job or an email does so through `Jobs` or `Outbox`. */
export async function addJob(
  db: Db,
  name: string,
  payload: object,
  { jobKey, runAt, maxAttempts = MAX_ATTEMPTS, canWait = false }: JobOptions = {},
) {
  await sql`
        select from graphile_worker.add_job(
          ${name}::text,
          payload := ${JSON.stringify(payload)}::json,
          run_at := ${runAt ?? null}::timestamptz,
          max_attempts := ${maxAttempts}::int,
          job_key := ${jobKey ?? null}::text,
          priority := ${canWait ? 1 : 0}::int
        )
      `.execute(db)
}
