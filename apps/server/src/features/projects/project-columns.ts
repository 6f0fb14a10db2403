import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../platform/sql/json.ts'
import type { Asker } from '../access/reachable.ts'

/** The current day in the time zone of a project or freelancer. */
export const today = (now: RawBuilder<Date>, table: 'p' | 'f') =>
  sql`(${now}::timestamptz at time zone ${sql.ref(`${table}.time_zone`)})::date`

/** Whether "Complete now" has replaced the due date, and nobody has changed it since. */
export const wasCompletedNow = sql<boolean>`(p.status_before_completion is not null and p.due_date = p.completed_on)`

const completion = sql`
  case when p.completed_on is not null then json_build_object('on', p.completed_on,
    'dueDate', case when ${wasCompletedNow} then p.agreed_due_date else p.due_date end) end`

export const clientColumns = sql`c.id, c.first_name as "firstName", c.last_name as "lastName", c.email`
/** Finds the client by its key: under a generic plan a join would read the whole table. */
const clientOfProject = sql`
  (select row_to_json(client) from (select ${clientColumns} from client c where c.id = p.client_id) as client)`

/** A note is shown as long as it is the turn of the side to which it was written. */
export const turnNote = sql`case when p.turn = p.turn_note->>'to' and p.archived_at is null then p.turn_note end`

/** An archived project keeps its turn for later. */
const unlessArchived = (value: RawBuilder<unknown>) => sql`case when p.archived_at is null then ${value} end`

export const waitingUnlessArchived = sql`case when p.archived_at is null then p.waiting else '[]' end`

/** A project `p` as lists show it. */
export const listedColumns = (now: RawBuilder<Date>, client = clientOfProject) => sql`
  p.id, p.title, p.description, p.status, p.due_date as "dueDate",
  ${completion} as completion,
  coalesce(p.overdue_at <= ${now}, false) as overdue, p.time_zone as "timeZone",
  ${instant('p.created_at')} as "createdAt", ${instant('p.archived_at')} as "archivedAt",
  ${unlessArchived(sql`p.turn`)} as turn, ${unlessArchived(sql`p.turn_reason`)} as "turnReason",
  case when p.turn is not null and p.archived_at is null then ${instant('p.turn_since')} end as "turnSince",
  ${turnNote} as "turnNote", ${waitingUnlessArchived} as waiting, ${client} as "Client"`

/** How many days the present turn has lasted. */
const presentDays = (now: RawBuilder<Date>) => sql`
  greatest(0, ${today(sql`coalesce(p.archived_at, ${now})`, 'p')} - (coalesce(p.turn_since, p.created_at) at time zone p.time_zone)::date)`

/** For how many days the project `p` has waited for this side. */
export const daysWaited = (side: projects.Side, now: RawBuilder<Date>) => sql`
  (p.${sql.raw(`${side}_days`)} + case when p.turn = ${sql.lit(side)} then ${presentDays(now)} else 0 end)`

const waitedFor = (side: projects.Side, now: RawBuilder<Date>) => sql`
  json_build_object('days', ${daysWaited(side, now)},
    'turns', p.${sql.raw(`${side}_turns`)} + (p.turn is not distinct from ${sql.lit(side)})::int)`

/** How long the project waited for each side. Days of nobody's turn are not counted while it is completed. */
const waited = (now: RawBuilder<Date>) => sql`
  json_build_object('freelancer', ${waitedFor('freelancer', now)}, 'client', ${waitedFor('client', now)},
    'nobody', json_build_object('days', p.nobody_days + case
      when p.turn is null and p.status <> 'Completed' then ${presentDays(now)} else 0 end),
    'sinceDueDate', ${daysWaited('client', now)} - p.due_date_client_days)`

/** A project `p` as it is shown alone. */
export const projectColumns = (now: RawBuilder<Date>) => sql`
  ${listedColumns(now)}, ${waited(now)} as waited,
  json_build_object('open', p.open_requests, 'answered', p.answered_requests) as requests`

export interface Query extends Asker {
  now: Date
}
