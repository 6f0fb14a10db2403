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

/** A project `p` as the contract shows it. */
export const projectColumns = (now: RawBuilder<Date>, client = clientOfProject) => sql`
  p.id, p.title, p.description, p.status, p.due_date as "dueDate",
  ${completion} as completion,
  coalesce(p.overdue_at <= ${now}, false) as overdue, p.time_zone as "timeZone",
  ${instant('p.created_at')} as "createdAt", ${instant('p.archived_at')} as "archivedAt", ${client} as "Client"`

export interface Query {
  actorId: string
  now: Date
}
