import { VERSION } from '@portico/contract'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { checkParts } from '../http/check-parts.ts'
import { connectionCounts } from '../sql/database.ts'
import { inTransaction } from '../sql/in-transaction.ts'
import type { Metrics } from './metrics.ts'

/** What is read when somebody asks: versions, parts, connections to the database, and jobs. */
export function addGauges(metrics: Metrics, ctx: AppContext) {
  metrics.addGauge(
    { name: 'portico_info', help: 'Always 1; its label is the version.', labels: ['version'] },
    () => [{ labels: { version: VERSION }, value: 1 }],
  )
  metrics.addGauge(
    { name: 'portico_part_up', help: 'Whether a part that Portico needs works: 1 or 0.', labels: ['part'] },
    async () =>
      Object.entries(await checkParts(ctx)).map(([part, isUp]) => ({
        labels: { part },
        value: Number(isUp),
      })),
  )
  metrics.addGauge(
    {
      name: 'portico_database_connections',
      help: 'Connections of the pool to the database: in use or idle.',
      labels: ['state'],
    },
    () => {
      const { total, idle } = connectionCounts(ctx.db)
      return [
        { labels: { state: 'used' }, value: total - idle },
        { labels: { state: 'idle' }, value: idle },
      ]
    },
  )
  metrics.addGauge(
    { name: 'portico_database_waiting', help: 'Queries that wait for a connection to the database.' },
    () => [{ value: connectionCounts(ctx.db).waiting }],
  )
  metrics.addGauge(
    {
      name: 'portico_jobs',
      help: 'Jobs in the database by state: due, running, scheduled, retry (failed before) or dead (given up).',
      labels: ['job', 'state'],
    },
    async () =>
      (await countJobs(ctx)).map(({ job, state, count }) => ({ labels: { job, state }, value: count })),
  )
  metrics.addGauge(
    { name: 'portico_jobs_waiting_seconds', help: 'How long the job that is due for longest has waited.' },
    async () => [{ value: Math.max(0, ...(await countJobs(ctx)).map(({ waiting }) => waiting)) }],
  )
}

/** Without the names of the parts of a job, so that a queue of many emails is a few rows. */
function countJobs({ db }: AppContext) {
  return inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = '2s'`.execute(trx)
    const { rows } = await sql<{ job: string; state: string; count: number; waiting: number }>`
      select task_identifier as job, state, count(*)::int as count,
        coalesce(max(extract(epoch from now() - run_at)) filter (where state = 'due'), 0)::float as waiting
      from (
        select task_identifier, run_at, case
          when attempts >= max_attempts and locked_at is null then 'dead'
          when locked_at is not null then 'running'
          when run_at <= now() then 'due'
          when attempts > 0 then 'retry'
          else 'scheduled'
        end as state
        from graphile_worker.jobs
      ) as job
      group by task_identifier, state`.execute(trx)
    return rows
  })
}
