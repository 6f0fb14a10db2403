import { sql } from 'kysely'
import type { AppContext } from '../context.ts'

declare module './jobs.ts' {
  interface JobPayloads {
    deleteDeadJobs: Record<never, never>
  }
}

/** An operator has this time to read the error of a job that failed for the last time. */
const KEPT_MS = 30 * 86_400_000
const JOBS_PER_BATCH = 1_000

/** Deletes jobs that failed for the last time a month ago. */
export async function deleteDeadJobs({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  let deleted: number
  do {
    const { rows } = await sql<{ deleted: number }>`
      select count(*)::int as deleted from (
        select graphile_worker.complete_jobs(array_agg(id)) from (
          select id from graphile_worker.jobs
          where attempts >= max_attempts and locked_at is null and updated_at < ${before}
          limit ${JOBS_PER_BATCH}
        ) as dead having count(*) > 0
      ) as done`.execute(db)
    deleted = rows[0]?.deleted ?? 0
  } while (deleted === JOBS_PER_BATCH)
}
