import { type dashboard, PLANS, type projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { isArchived, reachableClient, reachableProject } from '../clients/reachable.ts'
import { turnNote } from '../projects/project-columns.ts'

const LIST_LENGTH = 5
const clientLimits = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([plan, { clientLimit }]) => [plan, clientLimit])),
)

const projectList = (now: RawBuilder<Date>, rows: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(item), '[]') from (
     select p.id, p.title, p.status, p.due_date as "dueDate", coalesce(p.overdue_at <= ${now}, false) as overdue,
       (select name from reachable_client where reachable_client.id = p.client_id) as "clientName"
     from (${rows}) as p) as item)`

interface Query {
  actorId: string
  now: Date
}

const reachableProjects = ($: Placeholders<Query>) =>
  sql`project where ${reachableProject('freelancer', $.actorId, 'project')}`

/** The projects of `waiting` that wait for this side. */
const turnsOf = (side: projects.Side) => sql`
  json_build_object(
    'total', (select count(*)::int from waiting where turn = ${sql.lit(side)}),
    'projects', (select coalesce(json_agg(item), '[]') from (
      select p.id, p.title, (select name from reachable_client where reachable_client.id = p.client_id) as "clientName",
        p.turn_reason as "turnReason", ${instant('p.turn_since')} as "turnSince", ${turnNote} as "turnNote"
      from (
        select id, turn_since as since from waiting where turn = ${sql.lit(side)}
        order by turn_since, id desc limit ${sql.lit(LIST_LENGTH)}
      ) as w join project p on p.id = w.id
      order by w.since, w.id desc
    ) as item))`

/** What is archived has no `overdue_at`, so deadlines need no condition that would lead the planner away from their index. */
const summaryStatement = statement<Query, { json: Json<dashboard.Summary> }>(
  'dashboard',
  ($) =>
    asJson(sql`
    with reachable_client as materialized (
      select id, first_name || ' ' || last_name as name from client
      where ${reachableClient('freelancer', $.actorId)} and ${isArchived(false, 'client')}
    ), waiting as materialized (
      select id, turn, turn_since from ${reachableProjects($)} and turn is not null and ${isArchived(false, 'project')}
    )
    select f.plan, f.subscription_status as "subscriptionStatus",
      json_build_object('used', f.used, 'limit', f.places, 'remaining', greatest(f.places - f.used, 0)) as clients,
      ${projectList(
        $.now,
        sql`select * from ${reachableProjects($)} and ${isArchived(false, 'project')} order by id desc limit ${sql.lit(LIST_LENGTH)}`,
      )} as "recentProjects",
      ${projectList(
        $.now,
        sql`select * from ${reachableProjects($)} and overdue_at > ${$.now}
            order by overdue_at, id limit ${sql.lit(LIST_LENGTH)}`,
      )} as "upcomingDeadlines",
      (select count(*)::int from ${reachableProjects($)} and overdue_at <= ${$.now}) as "overdueProjects",
      exists (select from ${reachableProjects($)} and ${isArchived(true, 'project')}) as "hasArchivedProjects",
      ${turnsOf('freelancer')} as "yourTurn", ${turnsOf('client')} as "waitingForClients",
      f.time_zone as "timeZone"
    from (
      select id, plan, subscription_status, time_zone, (${sql.lit(clientLimits)}::json ->> plan)::int as places,
        (select count(*)::int from client where freelancer_id = freelancer.id and ${isArchived(false, 'client')}) as used
      from freelancer where id = ${$.actorId}
    ) as f`),
  { sharesConnection: true },
)

/** Undefined when the account has been deleted. */
export async function findSummary(db: Db, { id: actorId }: Freelancer, now: Date) {
  const [found] = await summaryStatement(db, { actorId, now })
  return found?.json
}
