import { sql } from 'kysely'
import type { Job } from '../jobs/jobs.ts'
import type { Rate } from '../limits/counters.ts'
import type { Db } from '../sql/database.ts'

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    deleteOldEmailCounts: Record<never, never>
  }
}

/** A rate limit for one key. */
export interface Allowance extends Rate {
  key: string
}

/**
 * Takes one from every allowance, or from none, and returns the seconds until there is room. Allowances are rows, so that
 * they hold across processes and restarts, and a rollback takes nothing.
 */
export async function takeAllowances(trx: Db, allowances: Allowance[], now: Date): Promise<number> {
  if (allowances.length === 0) return 0
  const keys = allowances.map(({ key }) => key)
  const at = now.toISOString()
  // Rows are locked in the order of their keys, which prevents deadlocks.
  const { rows: taken } = await sql<{ key: string }>`
    insert into email_allowance as stored (key, remaining, ends_at)
    select key, count - 1, ${at}::timestamptz + seconds * interval '1 second'
    from unnest(${keys}::text[], ${allowances.map(({ count }) => count)}::int[],
      ${allowances.map(({ seconds }) => seconds)}::int[]) as wanted (key, count, seconds)
    order by key
    on conflict (key) do update set
      remaining = case when stored.ends_at <= ${at} then excluded.remaining else stored.remaining - 1 end,
      ends_at = case when stored.ends_at <= ${at} then excluded.ends_at else stored.ends_at end
    where stored.ends_at <= ${at} or stored.remaining > 0
    returning key`.execute(trx)
  if (taken.length === keys.length) return 0

  const takenKeys = taken.map(({ key }) => key)
  await sql`update email_allowance set remaining = remaining + 1 where key = any(${takenKeys})`.execute(trx)
  const { rows } = await sql<{ endsAt: string }>`
    select max(ends_at) as "endsAt" from email_allowance
    where key = any(${keys}) and not key = any(${takenKeys})`.execute(trx)
  return Math.max(1, Math.ceil((Date.parse(rows[0]?.endsAt ?? at) - now.getTime()) / 1_000))
}

export const deleteOldEmailCounts: Job<'deleteOldEmailCounts'> = async ({ db, clock }) => {
  // A locked row is in use again.
  await db
    .deleteFrom('email_allowance')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('email_allowance')
        .select('key')
        .where('ends_at', '<', clock.now().toISOString())
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
