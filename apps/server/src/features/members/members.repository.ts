import type { members, Plan } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer, Role, Sees } from '../../platform/actors.ts'
import { hasFactor } from '../../platform/http/has-factor.ts'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { restrictSessions } from '../access/restrict-sessions.ts'
import { seatsTaken } from './seats.ts'

type Membership = Pick<Freelancer, 'workspaceId' | 'personId'>

export async function findWorkspace(db: Db, { workspaceId, personId }: Membership, now: Date) {
  const { rows } = await sql<StoredWorkspace>`
    select w.id, w.name, w.plan, m.role, m.sees, ${seatsTaken(sql`w.id`, now)} as "membersUsed",
      w.require_second_factor as "requireSecondFactor", m.paused_at as "pausedAt", w.over_members_since as "overSince"
    from workspace w join member m on m.workspace_id = w.id and m.person_id = ${personId}
    where w.id = ${workspaceId}`.execute(db)
  return rows[0]
}

type StoredWorkspace = Omit<members.Workspace, 'memberLimit' | 'pausesAt'> & {
  plan: Plan
  overSince: string | null
}

/** The owner first, then in the order in which they came. */
export async function findMembers(db: Db, workspaceId: string) {
  const { rows } = await sql<members.Member>`
    select f.id, f.name, f.email, m.role, m.sees, m.last_seen_at as "lastSeenAt", (
        select count(*)::int from client_member cm join client c on c.id = cm.client_id
        where cm.person_id = f.id and cm.workspace_id = m.workspace_id and c.archived_at is null
      ) as clients, m.paused_at as "pausedAt", null as invited
    from member m join freelancer f on f.id = m.person_id
    where m.workspace_id = ${workspaceId} order by m.role <> 'owner', m.joined_at, f.id`.execute(db)
  return rows
}

export function findMember(db: Db, { workspaceId, personId }: Membership) {
  return db
    .selectFrom('member')
    .innerJoin('freelancer', 'freelancer.id', 'member.person_id')
    .select([
      'person_id as personId',
      'role',
      'sees',
      'paused_at as pausedAt',
      hasFactor(sql`person_id`).as('hasFactor'),
      'freelancer.name',
      'freelancer.email',
      'freelancer.email_confirmed_at as confirmedAt',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

export async function hasMember(db: Db, workspaceId: string, email: string) {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from member m join freelancer f on f.id = m.person_id
      where m.workspace_id = ${workspaceId} and coalesce(f.email_key, lower(f.email)) = ${emailKey(email)}
    ) as has`.execute(db)
  return rows[0]?.has ?? false
}

interface NewMember extends Membership {
  role: Role
  sees: Sees
  clientIds: string[]
  now: Date
}

/** The workspace is the one that their next login opens. Somebody who is a member already stays what they are. */
export async function insertMember(
  trx: Db,
  { workspaceId, personId, role, sees, clientIds, now }: NewMember,
) {
  const at = now.toISOString()
  await trx
    .insertInto('member')
    .values({ workspace_id: workspaceId, person_id: personId, role, sees, joined_at: at, opened_at: at })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet({ opened_at: at }))
    .execute()
  await sql`
    insert into client_member (client_id, person_id, workspace_id, assigned_at)
    select id, ${personId}, workspace_id, ${now}::timestamptz from client
    where workspace_id = ${workspaceId} and contact_of is null and id = any(${clientIds}::uuid[])
    on conflict do nothing`.execute(trx)
}

/** The session of this member, while the password is still the one that was checked. */
export function memberOwner({ workspaceId, personId, passwordHash }: Membership & { passwordHash?: string }) {
  const isUnchanged = passwordHash === undefined ? sql`true` : sql`f.password_hash = ${passwordHash}`
  return sql<{ id: string; workspaceId: string }>`
    select f.id, m.workspace_id as "workspaceId"
    from freelancer f join member m on m.person_id = f.id and m.workspace_id = ${workspaceId}
    where f.id = ${personId} and ${isUnchanged} for no key update of f`
}

/** What their role is and which clients they reach, from now on in every process. Returns their sessions. */
export async function updateMember(
  trx: Db,
  { workspaceId, personId }: Membership,
  change: { role: Role; sees: Sees },
) {
  await trx
    .updateTable('member')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .execute()
  return restrictSessions(trx, sql`freelancer_id = ${personId} and workspace_id = ${workspaceId}`)
}

export async function setWorkspaceName(trx: Db, id: string, name: string | null) {
  await trx.updateTable('workspace').set({ name }).where('id', '=', id).execute()
}

/** False when it is so already. */
export async function setRequiresFactor(trx: Db, id: string, required: boolean) {
  const { numUpdatedRows } = await trx
    .updateTable('workspace')
    .set({ require_second_factor: required })
    .where('id', '=', id)
    .where('require_second_factor', '<>', required)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The last opened first. */
export async function findWorkspacesOf(db: Db, personId: string) {
  const { rows } = await sql<{ id: string; name: string; role: Role }>`
    select w.id, coalesce(w.name, o.name) as name, m.role from member m join workspace w on w.id = m.workspace_id
      join member om on om.workspace_id = w.id and om.role = 'owner' join freelancer o on o.id = om.person_id
    where m.person_id = ${personId} order by m.opened_at desc, w.id`.execute(db)
  return rows
}

/** The next login opens it. */
export async function markOpened(trx: Db, { workspaceId, personId }: Membership, now: Date) {
  await trx
    .updateTable('member')
    .set({ opened_at: now.toISOString() })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .execute()
}

/** Their sessions in it and the address of their calendar end by foreign keys. */
export async function deleteMember(trx: Db, { workspaceId, personId }: Membership) {
  await trx
    .deleteFrom('member')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .execute()
}
