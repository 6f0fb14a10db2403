import type { Job } from 'graphile-worker'
import { sql } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Db } from '../sql/database.ts'
import { startHeartbeat } from '../sql/heartbeat.ts'

/**
 * Whoever runs jobs holds an advisory lock under its name for as long as it is connected. It is shared, for PostgreSQL
 * may take a while to believe that the line before this one is dead.
 */
const JOB_OWNERS = 0x706a

const HEARTBEAT_MS = 5_000

/** Marks the owner of jobs as alive for as long as the client is connected. */
export function markAlive(client: ClientBase, owner: string) {
  client.query('select pg_advisory_lock_shared($1, hashtext($2))', [JOB_OWNERS, owner]).catch(() => {})
  startHeartbeat(client, HEARTBEAT_MS)
}

/** A process that was killed leaves its jobs taken, and by itself the queue would wait four hours before it believes that. */
export async function releaseAbandonedJobs(pool: Pool) {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as owner
     where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
    [JOB_OWNERS],
  )
}

/** This attempt is its last. It stays in the queue with its reason, as all do whose attempts are used up. */
export async function makeLast(db: Db, job: Job) {
  await sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${job.id}`.execute(db)
  job.max_attempts = job.attempts
}
