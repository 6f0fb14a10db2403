import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'

/** The current day in the time zone of a project or freelancer. */
export const today = (now: RawBuilder<Date>, table: 'p' | 'f') =>
  sql`(${now}::timestamptz at time zone ${sql.ref(`${table}.time_zone`)})::date`

/** A project is not completed before its due date. The statements that write check it, so that no race gets past it. */
export const isNotCompletedEarly = (
  status: RawBuilder<string | null>,
  dueDate: RawBuilder<unknown>,
  today: RawBuilder<unknown>,
) => sql`(${status} is distinct from 'Completed' or ${dueDate} is null or ${dueDate} <= ${today})`

/** "Complete now" has replaced the due date, and nobody has changed it since. */
export const wasCompletedNow = sql<boolean>`(p.status_before_completion is not null and p.due_date = p.completed_on)`

const completion = sql`
  case when p.completed_on is not null then json_build_object('on', p.completed_on,
    'dueDate', case when ${wasCompletedNow} then p.agreed_due_date else p.due_date end) end`

export const clientColumns = sql`c.id, c.first_name as "firstName", c.last_name as "lastName", c.email`
/** Finds the client by its key: under a generic plan a join would read the whole table. */
const clientOfProject = sql`
  (select row_to_json(client) from (select ${clientColumns} from client c where c.id = p.client_id) as client)`

/** It is shown as long as it is the turn of the side that it was written to. */
export const turnNote = sql`case when p.turn = p.turn_note->>'to' then p.turn_note end`

/** A project `p` as lists show it. */
export const listedColumns = (now: RawBuilder<Date>, client = clientOfProject) => sql`
  p.id, p.title, p.description, p.status, p.due_date as "dueDate",
  ${completion} as completion,
  coalesce(p.overdue_at <= ${now}, false) as overdue, p.time_zone as "timeZone",
  ${instant('p.created_at')} as "createdAt", ${instant('p.archived_at')} as "archivedAt",
  p.turn, p.turn_reason as "turnReason", case when p.turn is not null then ${instant('p.turn_since')} end as "turnSince",
  ${turnNote} as "turnNote", ${client} as "Client"`

/** The days for which a project has waited for each side. */
const waited = (now: RawBuilder<Date>) => sql`
  (select json_build_object(
     'freelancer', json_build_object('days', p.freelancer_days + case when p.turn = 'freelancer' then days else 0 end,
       'turns', p.freelancer_turns + (p.turn is not distinct from 'freelancer')::int),
     'client', json_build_object('days', p.client_days + case when p.turn = 'client' then days else 0 end,
       'turns', p.client_turns + (p.turn is not distinct from 'client')::int),
     'nobody', json_build_object('days', p.nobody_days
       + case when p.turn is null and p.status <> 'Completed' and p.archived_at is null then days else 0 end))
   from (select greatest(0, ${today(now, 'p')}
     - (coalesce(p.turn_since, p.created_at) at time zone p.time_zone)::date) as days) as present)`

/** A project `p` as it is shown alone. */
export const projectColumns = (now: RawBuilder<Date>) => sql`${listedColumns(now)}, ${waited(now)} as waited`

export interface Query {
  actorId: string
  now: Date
}
