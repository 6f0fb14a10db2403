import type { Job } from 'graphile-worker'
import { sql } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Db } from '../sql/database.ts'
import { startHeartbeat } from '../sql/heartbeat.ts'

/**
 * A job runner holds an advisory lock under its name while it is connected. The lock is shared, because PostgreSQL may
 * still hold the one of a dead connection when the runner connects again.
 */
const JOB_OWNERS = 0x706a

const HEARTBEAT = { intervalMs: 5_000, timeoutMs: 5_000 }

/** Marks the owner of jobs as alive for as long as the client is connected. */
export function markAlive(client: ClientBase, owner: string) {
  client.query('select pg_advisory_lock_shared($1, hashtext($2))', [JOB_OWNERS, owner]).catch(() => {})
  startHeartbeat(client, HEARTBEAT)
}

/** Releases the jobs of killed processes. Without it, graphile-worker would wait four hours. */
export async function releaseAbandonedJobs(pool: Pool) {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as owner
     where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
    [JOB_OWNERS],
  )
}

/** Makes this attempt the last. The job stays in the queue with its error. */
export async function preventRetry(db: Db, job: Job) {
  await sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${job.id}`.execute(db)
  job.max_attempts = job.attempts
}
