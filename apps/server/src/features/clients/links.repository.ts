import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

export interface LinkRow {
  tokenHash: Buffer
  clientId: string
  expiresAt: Date
}

export async function insertLink(db: Db, { tokenHash, clientId, expiresAt }: LinkRow) {
  await db
    .insertInto('login_link')
    .values({ token_hash: tokenHash, client_id: clientId, expires_at: expiresAt.toISOString() })
    .execute()
}

/**
 * Only while this is the client's address. Whoever changes it locks the client: such a link is made before, and ends with the
 * others, or not at all.
 */
export async function insertLinkTo(db: Db, email: string, { tokenHash, clientId, expiresAt }: LinkRow) {
  const { numAffectedRows } = await sql`
    insert into login_link (token_hash, client_id, expires_at)
    select ${tokenHash}, id, ${expiresAt} from client where id = ${clientId} and email = ${email}
    for key share`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteLinks(db: Db, clientId: string) {
  await db.deleteFrom('login_link').where('client_id', '=', clientId).execute()
}

export async function deleteLink(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('login_link').where('token_hash', '=', tokenHash).execute()
}

export interface LinkOwner {
  id: string
  firstName: string
  lastName: string
}

/**
 * Finds the client of a valid link and locks both. A reset of access, a changed address and a deletion lock the client
 * first too, so that a revoked link opens nothing.
 */
export function linkOwner(tokenHash: Buffer, now: Date) {
  return sql<LinkOwner>`
    select client.id, client.first_name as "firstName", client.last_name as "lastName"
    from client join login_link on login_link.client_id = client.id
    where token_hash = ${tokenHash} and expires_at > ${now}
    for no key update of client for key share of login_link`
}

/** Notes that a link was opened, and that its client was here. */
export async function markOpened(db: Db, tokenHash: Buffer, clientId: string, now: Date) {
  await db
    .updateTable('login_link')
    .set({ last_opened_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
  await db.updateTable('client').set({ last_seen_at: now.toISOString() }).where('id', '=', clientId).execute()
}
