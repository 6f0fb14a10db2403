import type { Db } from '../../platform/db.ts'

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

export async function deleteLinks(db: Db, clientId: string) {
  await db.deleteFrom('login_link').where('client_id', '=', clientId).execute()
}

export async function deleteLink(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('login_link').where('token_hash', '=', tokenHash).execute()
}

/** Finds the client of a link that is alive, and notes that it was opened and they were here. */
export async function openLink(db: Db, tokenHash: Buffer, now: Date) {
  const client = await db
    .updateTable('login_link')
    .from('client')
    .set({ last_opened_at: now.toISOString() })
    .whereRef('client.id', '=', 'login_link.client_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .returning(['client.id', 'client.first_name as firstName', 'client.last_name as lastName'])
    .executeTakeFirst()
  if (!client) return undefined
  await db
    .updateTable('client')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', client.id)
    .execute()
  return client
}
