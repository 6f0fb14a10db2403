import type { members } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { instant } from '../../platform/sql/json.ts'
import { isOpen, seatsTaken } from './seats.ts'

interface NewInvitation extends Omit<members.NewInvitation, 'clientIds'> {
  id: string
  workspaceId: string
  /** Undefined: those that the unanswered one has, or none. */
  clientIds: string[] | undefined
  invitedBy: string
  now: Date
  expiresAt: Date
}

/**
 * Inserts an invitation, or renews the unanswered one to the same address. Undefined when the team is full. The caller has locked the
 * workspace, so that two at the same time do not both take the last place.
 */
export async function saveInvitation(trx: Db, invitation: NewInvitation, memberLimit: number) {
  const { id, workspaceId, email, role, sees, clientIds, invitedBy, now, expiresAt } = invitation
  const key = emailKey(email)
  const { rows } = await sql<{ id: string }>`
    insert into member_invitation
      (id, workspace_id, email, email_key, role, sees, client_ids, invited_by, invited_at, expires_at)
    select ${id}::uuid, ${workspaceId}::uuid, ${email}::text, ${key}::text, ${role}::text, ${sees}::text, coalesce(${clientIds ?? null}::uuid[], '{}'),
      ${invitedBy}::uuid, ${now}::timestamptz, ${expiresAt}::timestamptz
    where ${seatsTaken(sql`${workspaceId}`, now, key)} < ${memberLimit}::double precision
    on conflict (workspace_id, email_key) where accepted_at is null and withdrawn_at is null
    do update set email = excluded.email, role = excluded.role, sees = excluded.sees,
      client_ids = coalesce(${clientIds ?? null}::uuid[], member_invitation.client_ids),
      invited_by = excluded.invited_by, invited_at = excluded.invited_at, expires_at = excluded.expires_at
    returning id`.execute(trx)
  return rows[0]?.id
}

/** The open ones, as members to come. */
export async function findInvitations(db: Db, workspaceId: string, now: Date, onlyId?: string) {
  const { rows } = await sql<members.Member>`
    select i.id, null as name, i.email, i.role, i.sees, null as "lastSeenAt", (
        select count(*)::int from client c
        where c.id = any(i.client_ids) and c.workspace_id = i.workspace_id and c.contact_of is null and c.archived_at is null
      ) as clients, null as "pausedAt",
      json_build_object('at', ${instant('i.invited_at')}, 'until', ${instant('i.expires_at')}) as invited
    from member_invitation i
    where i.workspace_id = ${workspaceId} and ${isOpen(now)} and ${onlyId ? sql`i.id = ${onlyId}` : sql`true`}
    order by i.invited_at, i.id`.execute(db)
  return rows
}

/** How many of these clients the workspace has. */
export async function countClientsOf(db: Db, workspaceId: string, ids: string[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client
    where workspace_id = ${workspaceId} and contact_of is null and id = any(${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** The address that was invited; undefined when it is not open. */
export async function withdrawOpen(trx: Db, workspaceId: string, id: string, now: Date) {
  const { rows } = await sql<{ email: string }>`
    update member_invitation i set withdrawn_at = ${now}
    where i.id = ${id} and i.workspace_id = ${workspaceId} and ${isOpen(now)} returning email`.execute(trx)
  return rows[0]
}

export async function insertLink(db: Db, invitationId: string, tokenHash: Buffer) {
  await db
    .insertInto('member_invitation_link')
    .values({ token_hash: tokenHash, invitation_id: invitationId })
    .execute()
}

export async function deleteLink(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('member_invitation_link').where('token_hash', '=', tokenHash).execute()
}

export interface StoredInvitation
  extends Pick<members.Invitation, 'state' | 'email' | 'role' | 'until' | 'invitedBy'> {
  id: string
  emailKey: string
  sees: members.Sees
  clientIds: string[]
  workspaceId: string
  workspaceName: string
  inviterEmail: string | null
  /** The person who has an account with the invited address. */
  accountId: string | null
}

const selectInvitation = (now: Date) => sql`
  select i.id, i.email, i.email_key as "emailKey", i.role, i.sees, i.client_ids as "clientIds", i.workspace_id as "workspaceId",
    i.expires_at as until, coalesce(w.name, o.name) as "workspaceName", by.name as "invitedBy", by.email as "inviterEmail",
    account.id as "accountId",
    case when i.accepted_at is not null then 'accepted' when i.withdrawn_at is not null then 'withdrawn'
      when i.expires_at <= ${now} then 'expired' else 'open' end as state
  from member_invitation i join workspace w on w.id = i.workspace_id
    join member m on m.workspace_id = w.id and m.role = 'owner' join freelancer o on o.id = m.person_id
    left join freelancer by on by.id = i.invited_by
    left join freelancer account on coalesce(account.email_key, lower(account.email)) = i.email_key`

export async function findInvitation(db: Db, id: string, now: Date) {
  const { rows } = await sql<StoredInvitation>`${selectInvitation(now)} where i.id = ${id}`.execute(db)
  return rows[0]
}

export async function findInvitationOfLink(db: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<StoredInvitation>`
    ${selectInvitation(now)} join member_invitation_link l on l.invitation_id = i.id where l.token_hash = ${tokenHash}`.execute(
    db,
  )
  return rows[0]
}

export async function markAccepted(trx: Db, id: string, personId: string, now: Date) {
  await trx
    .updateTable('member_invitation')
    .set({ accepted_at: now.toISOString(), accepted_by: personId })
    .where('id', '=', id)
    .execute()
}

/** False when it was confirmed before. */
export async function confirmEmailOf(trx: Db, personId: string, now: Date) {
  const { numUpdatedRows } = await trx
    .updateTable('freelancer')
    .set({ email_confirmed_at: now.toISOString() })
    .where('id', '=', personId)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
