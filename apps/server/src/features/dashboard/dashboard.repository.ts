import { type dashboard, PLANS } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { statement } from '../../platform/sql/statement.ts'

const LISTED = 5
const limits = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([plan, { clientLimit }]) => [plan, clientLimit])),
)

const listed = (now: RawBuilder<Date>, rows: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(item), '[]') from (
     select p.id, p.title, p.status, p.due_date as "dueDate", coalesce(p.overdue_at <= ${now}, false) as overdue,
       (select name from mine where mine.id = p.client_id) as "clientName"
     from (${rows}) as p) as item)`

const summary = statement<{ id: string; now: Date }, { json: Json<dashboard.Summary> }>(
  'dashboard',
  ($) =>
    asJson(sql`
    with mine as materialized (
      select id, first_name || ' ' || last_name as name from client where freelancer_id = ${$.id}
    )
    select f.plan, f.subscription_status as "subscriptionStatus",
      json_build_object('used', f.used, 'limit', f.places, 'remaining', greatest(f.places - f.used, 0)) as clients,
      ${listed(
        $.now,
        sql`select * from project where freelancer_id = f.id order by id desc limit ${sql.lit(LISTED)}`,
      )} as "recentProjects",
      ${listed(
        $.now,
        sql`select * from project where freelancer_id = f.id and overdue_at > ${$.now}
            order by overdue_at, id limit ${sql.lit(LISTED)}`,
      )} as "upcomingDeadlines",
      (select count(*)::int from project where freelancer_id = f.id and overdue_at <= ${$.now}) as "overdueProjects",
      f.time_zone as "timeZone"
    from (
      select id, plan, subscription_status, time_zone, (${sql.lit(limits)}::json ->> plan)::int as places,
        (select count(*)::int from mine) as used
      from freelancer where id = ${$.id}
    ) as f`),
  { sharesConnection: true },
)

/** Undefined when there is no such freelancer any more. */
export async function findSummary(db: Db, { id }: Freelancer, now: Date) {
  const [found] = await summary(db, { id, now })
  return found?.json
}
