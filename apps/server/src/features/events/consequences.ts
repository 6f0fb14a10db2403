import { requests } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'

/**
 * Call it when versions of a file were added, deleted or restored: a version that is no longer the newest cannot be decided on, and
 * one in the bin cannot be seen. A choice is between exactly the files that were shown, so all of it is over; of other reviews
 * that were asked for together, the others go on.
 */
export async function closeOutdatedReviews(trx: Db, { id }: LockedProject, now: Date) {
  const { rows } = await sql<{ id: string }>`
    with outdated as (
      select r.id, r.group_id, r.is_choice, case
        when exists (select from file f where f.id = r.file_id and f.state = 'stored') then 'replaced' else 'withdrawn' end as state
      from review r
      where r.project_id = ${id} and r.state = 'open'
        and not exists (select from file f where f.id = r.file_id and f.state = 'stored' and f.is_newest)
    )
    update review r set state_since = ${now.toISOString()},
      state = coalesce((select state from outdated where outdated.id = r.id), 'replaced')
    where r.project_id = ${id} and r.state = 'open' and (
      r.id in (select id from outdated) or r.is_choice and r.group_id in (select group_id from outdated))
    returning r.id`.execute(trx)
  for (const review of rows) await showReview(trx, review)
}

/** Copies the newest review of a version into the row of the file, so that lists need not look for it. */
export async function showReview(trx: Db, { id }: { id: string }) {
  await sql`
    update file f set review = jsonb_build_object('id', r.id, 'round', r.round, 'state', r.state, 'dueDate', r.due_date)
    from review r where r.id = ${id} and f.id = r.file_id and not exists (
      select from review newer
      where newer.file_id = r.file_id and newer.history_id = r.history_id and newer.round > r.round
    )`.execute(trx)
}

/**
 * Call it when notes on a file have changed, or versions of it were added, deleted or restored: counts the open notes that wait for
 * each side. The freelancer settles those of the client, and the client can only reply to those of the freelancer.
 */
export async function countWaitingNotes(trx: Db, { id }: { id: string }) {
  await sql`
    with waiting as (
      select count(*) filter (where n.author_type = 'Client') as for_freelancer,
        count(*) filter (where n.author_type = 'Freelancer' and (
          select author_type from note_reply where note_id = n.id order by number desc limit 1) is distinct from 'Client') as for_client
      from note n join file v on v.id = n.file_id
      where n.history_id = (select history_id from file where id = ${id}) and n.state = 'open' and v.state = 'stored'
    ), counted as (
      select f.id, case when f.state = 'stored' and f.is_newest then w.for_freelancer else 0 end as for_freelancer,
        case when f.state = 'stored' and f.is_newest then w.for_client else 0 end as for_client
      from file f, waiting w where f.history_id = (select history_id from file where id = ${id}) and f.state in ('stored', 'binned')
    )
    update file f set notes_for_freelancer = counted.for_freelancer, notes_for_client = counted.for_client
    from counted where f.id = counted.id
      and (f.notes_for_freelancer, f.notes_for_client) is distinct from (counted.for_freelancer, counted.for_client)`.execute(
    trx,
  )
}

/**
 * Call it when files were deleted: a request whose only answers they were is open again. A text, or that there is nothing to give, is
 * an answer too.
 */
export async function reopenUnanswered(trx: Db, { id }: LockedProject, fileIds: string[], now: Date) {
  await sql`
    update request r set state = 'open', state_since = ${now.toISOString()}, remind_on = ${firstReminderDay(now, sql`r.client_id`)}
    where r.project_id = ${id} and r.state = 'answered'
      and r.id in (select request_id from file where id = any(${fileIds}::uuid[]))
      and not exists (select from request_answer where request_id = r.id)
      and not exists (select from file f where f.request_id = r.id and f.state = 'stored')`.execute(trx)
}

/** Call it when files were restored from the bin: the request that they answer is answered as before. */
export async function answerAgain(trx: Db, { id }: LockedProject, fileIds: string[], now: Date) {
  await sql`
    update request r set state = 'answered', state_since = ${now.toISOString()}, remind_on = null
    where r.project_id = ${id} and r.state = 'open' and not r.sent_back
      and r.id in (select request_id from file where id = any(${fileIds}::uuid[]))`.execute(trx)
}

/** A request that is not accepted is answered from now on, or still. */
export async function markAnswered(trx: Db, { id }: { id: string }, now: Date) {
  await sql`
    update request set state = 'answered', sent_back = false, reason = null, remind_on = null,
      state_since = case when state = 'open' then ${now.toISOString()} else state_since end
    where id = ${id}`.execute(trx)
}

/** Call it when files were gathered for a request that is reminded of: the next reminder is tomorrow, if they are not sent by then. */
export async function remindOfUnsent(trx: Db, { id }: { id: string }, now: Date) {
  await sql`
    update request r set remind_on = least(remind_on, ${localDay(now, sql`r.client_id`)} + 1)
    where id = ${id} and remind_on is not null`.execute(trx)
}

/** A client is reminded of an open request on each of `REMINDER_DAYS`. The job that reminds them moves the day on. */
export const firstReminderDay = (now: Date, clientId: RawBuilder<unknown>) => sql<string>`
  (${localDay(now, clientId)} + ${sql.lit(Math.min(...requests.REMINDER_DAYS))})`

const localDay = (now: Date, clientId: RawBuilder<unknown>) => sql`
  (${now.toISOString()}::timestamptz at time zone (
    select coalesce(c.time_zone, w.time_zone) from client c join workspace w on w.id = c.workspace_id where c.id = ${clientId}
  ))::date`

/** The columns of a project that is brought back: its turn, which nobody saw meanwhile, begins later by the days in between. */
export const broughtBack = (now: Date) => ({
  archived_at: null,
  archived_with_client: false,
  turn_since: sql<string>`case when archived_at is null then turn_since
    else coalesce(turn_since, created_at) + make_interval(days => greatest(0,
      (${now.toISOString()}::timestamptz at time zone time_zone)::date - (archived_at at time zone time_zone)::date)) end`,
})
