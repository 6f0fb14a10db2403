import { reviews } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'
import { personName } from '../access/person-name.ts'

const undo = sql`make_interval(secs => ${sql.lit(reviews.UNDO_SECONDS)})`

/** Whether the review `r` is the last round. */
export const isNewestRound = sql`
  not exists (select from review newer where newer.history_id = r.history_id and newer.round > r.round)`

/**
 * Each approval that is taken back writes two receipts. They are kept for ever, and mailed to the client in one email
 * when the project is deleted.
 */
const MAX_RECEIPTS = 40

/** Whether the client may still take back the decision on the review `r` and on those of its group that were decided with it. */
export const isUndoable = (now: RawBuilder<unknown>) => sql`
  coalesce(r.decided_at > ${now}::timestamptz - ${undo}, false)
  and not exists (
    select from review part join review newer on newer.history_id = part.history_id and newer.round > part.round
    where part.group_id = r.group_id and part.decided_at is not null)
  and (select count(*) from receipt where review_id = r.group_id) < ${sql.lit(MAX_RECEIPTS)}`

/**
 * Whether a client approves the review `r`, or takes the approval back, with a code in this session. To ask for changes, or to
 * take that back, needs none: nothing is settled by it.
 */
export const needsCodeIn = (sessionId: RawBuilder<unknown>) => sql`
  (r.state <> 'changes_requested' and r.decided_in is distinct from ${sessionId}
    and (r.needs_code or coalesce((select known_by = 'handed_out' from session where id = ${sessionId}), false)))`

export const groupKind = sql`case when r.is_choice then 'one' else 'each' end`

interface ReviewReader {
  /** The session of a client; null for the freelancer. */
  sessionId: RawBuilder<unknown> | null
  now: RawBuilder<unknown>
}

/** Old rows are of the founder, who has the id of the workspace. */
const member = (id: RawBuilder<unknown>) => sql`json_build_object('id', ${id}, 'name', ${personName(id)})`

/** A review `r` on a project `p` as the contract shows it to this reader. */
export const reviewColumns = ({ sessionId, now }: ReviewReader) => sql`
  r.id, r.project_id as "projectId", r.file_id as "fileId", r.file_name as "fileName", r.version, r.size, r.round, r.state,
  r.message, r.due_date as "dueDate",
  r.state = 'open' and coalesce(r.due_date < (${now}::timestamptz at time zone p.time_zone)::date, false) as overdue,
  ${sessionId ? needsCodeIn(sessionId) : sql`r.needs_code`} as "needsCode", ${instant('r.created_at')} as "createdAt",
  ${member(sql`coalesce(r.asked_by, p.workspace_id)`)} as "askedBy",
  case when r.is_choice or exists (select from review part where part.group_id = r.group_id and part.id <> r.id)
    then json_build_object('id', r.group_id, 'kind', ${groupKind},
      'count', (select count(*) from review part where part.group_id = r.group_id)) end as "group",
  case when r.decided_at is not null then json_build_object(
    'decision', r.state, 'comment', r.comment, 'decidedBy', ${personName(sql`coalesce(r.decided_by, p.client_id)`)}, 'decidedAt', ${instant('r.decided_at')},
    'receiptId', (
      select case when receipt->>'decision' = 'approved' then id end from receipt
      where review_id = r.group_id order by number desc limit 1
    ),
    'undoSeconds', case when ${isUndoable(now)}
      then ceil(extract(epoch from r.decided_at + ${undo} - ${now}::timestamptz))::int else 0 end
  ) end as decision`
