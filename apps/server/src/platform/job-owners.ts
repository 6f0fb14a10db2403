import type { ClientBase, Pool } from 'pg'

/** Whoever runs jobs holds an advisory lock under its name for as long as it is connected. */
const JOB_OWNERS = 0x706a

/** Called as the client sends its first LISTEN: the next statement must wait until that is done. */
export function markAlive(client: ClientBase, owner: string) {
  client.once('drain', () => {
    client.query('select pg_advisory_lock($1, hashtext($2))', [JOB_OWNERS, owner]).catch(() => {})
  })
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
