import { type dashboard, PLANS } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { type Asker, isArchived, reachableProject } from '../access/reachable.ts'
import { turnNote } from '../projects/project-columns.ts'

const LIST_LENGTH = 5
const clientLimits = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([plan, { clientLimit }]) => [plan, clientLimit])),
)

const clientName = sql`(select first_name || ' ' || last_name from client where id = p.client_id)`

const projectList = (now: RawBuilder<Date>, rows: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(item), '[]') from (
     select p.id, p.title, p.status, p.due_date as "dueDate", coalesce(p.overdue_at <= ${now}, false) as overdue,
       ${clientName} as "clientName"
     from (select id, title, status, due_date, overdue_at, client_id from ${rows}) as p) as item)`

interface Query extends Asker {
  now: Date
}

const reachableProjects = ($: Placeholders<Query>) =>
  sql`project where ${reachableProject('freelancer', $, 'project')}`

/** Whether a project that waits for the client has something for the freelancer, too. */
const alsoForYou = sql`(turn = 'client' and waiting @> '[{"side": "freelancer"}]')`

/** The projects that wait for each side, or `{}`. Reads their index once. */
const waiting = ($: Placeholders<Query>) => sql`
  (select coalesce(json_object_agg(turn, projects), '{}') from (
     select turn, json_build_object('total', count(*), 'alsoForYou', count(*) filter (where ${alsoForYou}), 'projects', json_agg(json_build_object(
       'id', p.id, 'title', p.title, 'clientName', ${clientName},
       'turnReason', p.turn_reason, 'turnSince', ${instant('p.turn_since')}, 'turnNote', ${turnNote},
       'waiting', waiting
     ) order by place) filter (where place <= ${sql.lit(LIST_LENGTH)})) as projects
     from (
       select id, title, client_id, archived_at, turn, turn_reason, turn_since, turn_note, waiting,
         row_number() over (partition by turn order by ${alsoForYou} desc, turn_since, id desc) as place
       from ${reachableProjects($)} and ${isArchived(false, 'project')} and turn is not null
     ) as p group by turn) as side)`

/** Null for who works alone. */
const team = ($: Placeholders<Query>) => sql`(
  select json_build_object('role', m.role, 'sees', m.sees, 'assigned', (
    select count(*)::int from client_member cm join client c on c.id = cm.client_id
    where cm.person_id = m.person_id and cm.workspace_id = m.workspace_id and ${isArchived(false, 'c')}))
  from member m
  where m.workspace_id = ${$.workspaceId} and m.person_id = ${$.personId} and exists (
    select from member other where other.workspace_id = m.workspace_id and other.person_id <> m.person_id))`

/**
 * Archived projects have no `overdue_at`, so deadlines need no further condition, which would keep the planner from
 * using their index.
 */
const createSummaryStatement = (name: string, figures: RawBuilder<unknown>) =>
  statement<Query, { json: Json<dashboard.Summary> }>(
    name,
    ($) =>
      asJson(sql`
    select ${figures},
      ${projectList(
        $.now,
        sql`${reachableProjects($)} and ${isArchived(false, 'project')} order by id desc limit ${sql.lit(LIST_LENGTH)}`,
      )} as "recentProjects",
      ${projectList(
        $.now,
        sql`${reachableProjects($)} and overdue_at > ${$.now}
            order by overdue_at, id limit ${sql.lit(LIST_LENGTH)}`,
      )} as "upcomingDeadlines",
      (select count(*)::int from ${reachableProjects($)} and overdue_at <= ${$.now}) as "overdueProjects",
      exists (select from ${reachableProjects($)} and ${isArchived(true, 'project')}) as "hasArchivedProjects",
      ${waiting($)} as waiting,
      w.time_zone as "timeZone", ${team($)} as team
    from (
      select id, plan, subscription_status, time_zone, (${sql.lit(clientLimits)}::json ->> plan)::int as places,
        (select count(*)::int from client where workspace_id = workspace.id and contact_of is null and ${isArchived(false, 'client')}) as used
      from workspace where id = ${$.workspaceId}
    ) as w`),
    { sharesConnection: true },
  )

const summaryWithPlan = createSummaryStatement(
  'dashboard',
  sql`
  w.plan, w.subscription_status as "subscriptionStatus",
  json_build_object('used', w.used, 'limit', w.places, 'remaining', greatest(w.places - w.used, 0)) as clients`,
)
const summaryWithoutPlan = createSummaryStatement(
  'dashboard_without_plan',
  sql`json_build_object('used', w.used) as clients`,
)

/** Undefined when the account has been deleted. */
export async function findSummary(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  actor: Freelancer,
  now: Date,
) {
  const findSummary = config.hasPlans ? summaryWithPlan : summaryWithoutPlan
  const [found] = await findSummary(db, { ...actor, now })
  return found?.json
}
