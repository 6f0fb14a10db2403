import { sql } from 'kysely'
import type { Db } from '../sql/database.ts'
import { instant } from '../sql/json.ts'

export const JOB_STATES = ['waiting', 'due', 'running', 'failed', 'dead'] as const
export type JobState = (typeof JOB_STATES)[number]

interface ListedJob {
  id: string
  name: string
  state: JobState
  attempts: number
  maxAttempts: number
  runAt: string
  error: string | null
}

interface Filter {
  state?: JobState
  name?: string
  limit: number
  now: Date
}

/** Of the jobs of graphile-worker, the oldest first. Payloads are left out, because those of emails hold texts. */
export async function listJobs(db: Db, { state, name, limit, now }: Filter) {
  const { rows } = await sql<ListedJob & { total: string }>`
    select id::text, name, state, attempts, max_attempts as "maxAttempts", ${instant('run_at')} as "runAt", error,
      count(*) over () as total
    from (
      select id, task_identifier as name, attempts, max_attempts, run_at, last_error as error,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'dead'
          when attempts > 0 then 'failed' when run_at > ${now}::timestamptz then 'waiting' else 'due' end as state
      from graphile_worker.jobs
    ) as job
    where (${state ?? null}::text is null or state = ${state ?? null}) and (${name ?? null}::text is null or name = ${name ?? null})
    order by id limit ${limit}`.execute(db)
  const jobs = rows.map(({ total: _, ...job }) => job)
  return { jobs, total: Number(rows[0]?.total ?? 0) }
}

/** The jobs with these ids, or all that are dead. */
interface Chosen {
  ids: string[]
  name: string | null
}

const isChosen = ({ ids, name }: Chosen) =>
  ids.length > 0
    ? sql<boolean>`id = any(${ids}::bigint[])`
    : sql<boolean>`attempts >= max_attempts and (${name}::text is null or task_identifier = ${name})`

const isDead = sql`attempts >= max_attempts and locked_at is null`

/** Returns the ids of those that had failed and do not run. */
export async function retryJobs(db: Db, chosen: Chosen, now: Date) {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where ${isChosen(chosen)} and attempts > 0 and locked_at is null),
      run_at := ${now}::timestamptz, attempts := 0)`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countChosen(db: Db, chosen: Chosen) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where ${isChosen(chosen)} and ${isDead}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns the ids of those that were dead. */
export async function purgeJobs(db: Db, chosen: Chosen) {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where ${isChosen(chosen)} and ${isDead}))`.execute(db)
  return rows.map(({ id }) => id)
}
