import type { accounts, clients } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'

export interface LinkRow {
  id: string
  tokenHash: Buffer
  clientId: string
  expiresAt: Date
}

/** For a link that the freelancer is shown. */
export async function insertHandedOutLink(db: Db, { id, tokenHash, clientId, expiresAt }: LinkRow) {
  await db
    .insertInto('login_link')
    .values({
      id,
      token_hash: tokenHash,
      client_id: clientId,
      origin: 'handed_out',
      expires_at: expiresAt.toISOString(),
    })
    .execute()
}

/** For a link that is only mailed. Returns the client's freelancer. Inserts only while this is the client's address. A change of address locks the client, so it deletes every link to the old one. */
export async function insertMailedLink(
  db: Db,
  email: string,
  { id, tokenHash, clientId, expiresAt }: LinkRow,
) {
  const { rows } = await sql<{ workspaceId: string }>`
    with addressee as (
      select id, workspace_id from client where id = ${clientId} and email = ${email} for key share
    ), inserted as (
      insert into login_link (id, token_hash, client_id, origin, expires_at)
      select ${id}, ${tokenHash}, addressee.id, 'mailed', ${expiresAt} from addressee
    )
    select workspace_id as "workspaceId" from addressee`.execute(db)
  return rows[0]?.workspaceId
}

/** Whose link it is that does not work any more, because it has expired or its client is gone. */
export async function findOwnerOfDeadLink(db: Db, tokenHash: Buffer) {
  const { rows } = await sql<{ personId: string; workspaceId: string }>`
    select c.id as "personId", c.workspace_id as "workspaceId" from login_link l join client c on c.id = l.client_id
    where l.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Returns how many there were. */
export async function deleteLinks(db: Db, clientId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('login_link')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const myLinksStatement = statement<{ clientId: string; now: Date } & PageParams, Page<clients.LoginLink[]>>(
  'my_links',
  ($) =>
    pageOf(
      {
        columns: sql`id, origin, ${instant('created_at')} as "createdAt", ${instant('expires_at')} as "expiresAt",
          ${instant('last_opened_at')} as "lastOpenedAt"`,
        from: sql`login_link where client_id = ${$.clientId} and expires_at > ${$.now}`,
        idColumn: 'login_link.id',
      },
      $,
    ),
)

export async function listLinks(db: Db, clientId: string, now: Date, page: PageParams) {
  const [found] = await myLinksStatement(db, { clientId, now, ...page })
  return found as Page<clients.LoginLink[]>
}

/** False when the client has no such link. */
export async function deleteLinkOf(db: Db, clientId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('login_link')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteLink(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('login_link').where('token_hash', '=', tokenHash).execute()
}

/** Those that nobody opened: the client's page says when a link was opened last. Returns how many there were. */
export async function deleteExpired(db: Db, now: Date, limit: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from login_link where token_hash in (
      select token_hash from login_link where expires_at < ${now} and last_opened_at is null limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

export interface LinkOwner {
  id: string
  /** The client, whose contact they may be. */
  clientId: string
  workspaceId: string
  firstName: string
  lastName: string
  looksOnly: boolean
  /** The client has never logged in. */
  isNew: boolean
  knownBy: accounts.LinkOrigin
}

/** Locks client and link. A reset, a new address and a deletion lock the client first too, so a revoked link opens no session. */
export function selectLinkOwner(tokenHash: Buffer, now: Date) {
  return sql<LinkOwner>`
    select client.id, coalesce(client.contact_of, client.id) as "clientId", client.workspace_id as "workspaceId", client.first_name as "firstName", client.last_name as "lastName",
      client.looks_only as "looksOnly", client.last_seen_at is null as "isNew", login_link.origin as "knownBy"
    from client join login_link on login_link.client_id = client.id
    where token_hash = ${tokenHash} and expires_at > ${now}
    for no key update of client for key share of login_link`
}

export async function lockScope(db: Db, clientId: string) {
  await sql`select from client where id = ${clientId} for no key update`.execute(db)
}

export async function recordOpening(db: Db, tokenHash: Buffer, clientId: string, now: Date) {
  await db
    .updateTable('login_link')
    .set({ last_opened_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
  await db
    .updateTable('client')
    .set({
      last_seen_at: now.toISOString(),
      // From now on they get emails as everybody does.
      unsent_invitation: sql`nullif(unsent_invitation, 'never')`,
    })
    .where('id', '=', clientId)
    .execute()
}

export async function setTimeZone(db: Db, clientId: string, timeZone: string) {
  await db
    .updateTable('client')
    .set({ time_zone: timeZone })
    .where('id', '=', clientId)
    .where('time_zone', 'is distinct from', timeZone)
    .execute()
}
