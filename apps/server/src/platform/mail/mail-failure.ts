import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db } from '../sql/database.ts'

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    retryOneEmail: Record<never, never>
  }
}

/** Mail servers restart now and then, which is not worth a warning. */
const MAIL_FAILING_AFTER_MS = 15 * 60_000

/** Since when the mail server has taken no emails. Null while it takes them. All processes share it. */
export async function findMailFailure(db: Db) {
  const failure = await db.selectFrom('mail_failure').select('since').executeTakeFirst()
  return failure ? failure.since : null
}

export async function recordMailFailure({ db, clock, log }: AppContext) {
  const now = clock.now()
  await db
    .insertInto('mail_failure')
    .values({ since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const since = await findMailFailure(db)
  if (since && isMailFailing(since, now)) log.error({ since }, 'the mail server takes no emails')
}

export function isMailFailing(since: string, now: Date) {
  return now.getTime() - Date.parse(since) >= MAIL_FAILING_AFTER_MS
}

/** The mail server has answered. The emails that wait for their next attempt are tried now. */
export async function endMailFailure({ db, log }: AppContext, kinds: string[]) {
  const { numDeletedRows } = await db.deleteFrom('mail_failure').executeTakeFirst()
  if (numDeletedRows === 0n) return
  log.info('the mail server takes emails again')
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
    from graphile_worker.jobs
    where task_identifier = any(${kinds}) and locked_at is null and attempts between 1 and max_attempts - 1
    having count(*) > 0`.execute(db)
}

/** Delays between attempts grow to hours, so one waiting email is tried every few minutes. It does not count as an attempt. */
export async function retryOneEmail({ db }: AppContext, kinds: string[]) {
  await sql`
    select graphile_worker.reschedule_jobs(array[id], run_at := now(), attempts := attempts - 1)
    from (
      select id, attempts from graphile_worker.jobs
      where exists (select from mail_failure)
        and task_identifier = any(${kinds}) and locked_at is null and attempts between 1 and max_attempts - 1
      order by run_at limit 1
    ) as waiting`.execute(db)
}
