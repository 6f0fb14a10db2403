import type { portals } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import type { PortalUser } from './portals.service.ts'

/** The living sessions that a token reaches: its own, and those of the group that it names. */
const isReached = ({ sessionId, group }: Pick<PortalUser, 'sessionId' | 'group'>, now: Date) => sql<boolean>`
  session.client_id is not null and session.previewed_by is null and session.expires_at > ${now}
  and (session.id = ${sessionId} or session.portal_group = ${group})`

const portalColumns = sql`client.id as "clientId", client.first_name as "firstName", client.last_name as "lastName",
  ${instant('client.archived_at')} as "archivedAt",
  json_build_object('name', freelancer.name, 'email', freelancer.email,
    'role', coalesce(workspace.name, 'Freelancer')) as freelancer`

/** In the order in which they were added. */
export async function findPortals(db: Db, user: PortalUser, now: Date) {
  const { rows } = await sql<portals.ListedPortal>`
    select ${portalColumns}, session.id = ${user.sessionId} as current
    from session join client on client.id = session.client_id join workspace on workspace.id = client.workspace_id
      join freelancer on freelancer.id = client.lead_id
    where ${isReached(user, now)} order by session.id`.execute(db)
  return rows
}

export async function findPortalByLink(db: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<portals.Portal>`
    select ${portalColumns}
    from login_link join client on client.id = login_link.client_id join workspace on workspace.id = client.workspace_id
      join freelancer on freelancer.id = client.lead_id
    where login_link.token_hash = ${tokenHash} and login_link.expires_at > ${now}`.execute(db)
  return rows[0]
}

interface ReachedSession {
  id: string
  clientId: string
  firstName: string
  lastName: string
  looksOnly: boolean
  expiresAt: string
}

/** The session by which the caller's browser is signed in as this person. */
export async function findSessionIn(db: Db, user: PortalUser, clientId: string, now: Date) {
  const { rows } = await sql<ReachedSession>`
    select session.id, client.id as "clientId", client.first_name as "firstName", client.last_name as "lastName",
      client.looks_only as "looksOnly", session.expires_at as "expiresAt"
    from session join client on client.id = session.client_id
    where ${isReached(user, now)} and client.id = ${clientId}`.execute(db)
  return rows[0]
}

/**
 * Moves the sessions that `from` reaches, and that of `to`, to the group of `to`. An older session of the same client is replaced,
 * so it gets a group of its own.
 */
export async function moveGroup(trx: Db, from: PortalUser, to: PortalUser) {
  // Locked in one order, because two tabs may join at the same time.
  await sql`
    with locked as (
      select id from session
      where id in (${from.sessionId}, ${to.sessionId}) or portal_group = ${from.group}
      order by id for no key update
    )
    update session
    set portal_group = case when session.client_id = ${to.personId} and session.id <> ${to.sessionId} then gen_random_uuid()
      else ${to.group}::uuid end
    from locked where locked.id = session.id`.execute(trx)
}

export async function deleteGroup(db: Db, user: PortalUser, now: Date) {
  const { rows } = await sql<{ id: string; clientId: string; workspaceId: string }>`
    delete from session using client where client.id = session.client_id and ${isReached(user, now)}
    returning session.id, client.id as "clientId", client.workspace_id as "workspaceId"`.execute(db)
  return rows
}
