import { type Plan, planNames } from '@portico/contract'
import { sql } from 'kysely'
import type { Role } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'

export interface ActiveMember {
  personId: string
  role: Role
  pausedAt: string | null
}

/** The owner first, then in the order in which they came. */
export async function findActivity(db: Db, workspaceId: string) {
  const { rows } = await sql<ActiveMember>`
    select person_id as "personId", role, paused_at as "pausedAt" from member
    where workspace_id = ${workspaceId} order by role <> 'owner', joined_at, person_id`.execute(db)
  return rows
}

/** Those that may have too many members, somebody paused, or room again. */
export async function findUnsettled({ db, config }: Pick<AppContext, 'db' | 'config'>) {
  const limitOf = (plan: Plan) => limitsOfPlan(config, plan).memberLimit
  const limit = sql`case plan ${sql.join(
    planNames.map(
      (plan) => sql`when ${sql.lit(plan)} then ${sql.lit(String(limitOf(plan)))}::double precision`,
    ),
    sql` `,
  )} end`
  const { rows } = await sql<{ id: string }>`
    select id from workspace where over_members_since is not null
    union select workspace_id from member where paused_at is not null
    union
    select id from (
      select workspace_id as id, count(*) as members from member group by workspace_id having count(*) > 1
    ) as team join workspace using (id) where members > ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findOverSince(db: Db, workspaceId: string) {
  const row = await db
    .selectFrom('workspace')
    .select('over_members_since as since')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  return row?.since ?? null
}

export async function setOverSince(db: Db, workspaceId: string, since: Date | null) {
  await db
    .updateTable('workspace')
    .set({ over_members_since: since?.toISOString() ?? null })
    .where('id', '=', workspaceId)
    .execute()
}

export async function setPaused(db: Db, workspaceId: string, personIds: string[], at: Date | null) {
  await db
    .updateTable('member')
    .set({ paused_at: at?.toISOString() ?? null })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', 'in', personIds)
    .execute()
}

/** What they began in their sessions and is no session of theirs. */
export async function deletePreviewsOf(db: Db, workspaceId: string, personIds: string[]) {
  await sql`
    delete from session where previewed_by in (
      select id from session where workspace_id = ${workspaceId} and freelancer_id = any(${personIds}::uuid[])
    )`.execute(db)
}

/** Clients with whom only paused members work are worked with by the owner too, so that somebody is notified of them. */
export async function assignOwner(db: Db, workspaceId: string, now: Date) {
  await sql`
    insert into client_member (client_id, person_id, workspace_id, assigned_at)
    select c.id, o.person_id, c.workspace_id, ${now}::timestamptz
    from client c join member o on o.workspace_id = c.workspace_id and o.role = 'owner'
    where c.workspace_id = ${workspaceId} and c.contact_of is null and not exists (
      select from client_member cm join member m on m.workspace_id = cm.workspace_id and m.person_id = cm.person_id
      where cm.client_id = c.id and m.paused_at is null
    )
    on conflict do nothing`.execute(db)
}

/** Undefined when the workspace is closed. */
export async function findOwnerToMail(db: Db, workspaceId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    email: string
    workspaceName: string
    plan: Plan
    overSince: string | null
    /** The names of those who are paused. */
    paused: string[]
  }>`
    select f.id, f.name, f.email, coalesce(w.name, f.name) as "workspaceName", w.plan, w.over_members_since as "overSince",
      array(
        select pf.name from member p join freelancer pf on pf.id = p.person_id
        where p.workspace_id = w.id and p.paused_at is not null order by p.joined_at
      ) as paused
    from workspace w join member m on m.workspace_id = w.id and m.role = 'owner' join freelancer f on f.id = m.person_id
    where w.id = ${workspaceId}`.execute(db)
  return rows[0]
}
