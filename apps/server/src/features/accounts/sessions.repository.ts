import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/db.ts'

interface NewSession {
  id: string
  person: Pick<Actor, 'role' | 'id'>
  expiresAt: Date
}

export async function insertSession(db: Db, { id, person, expiresAt }: NewSession) {
  await db
    .insertInto('session')
    .values({
      id,
      freelancer_id: person.role === 'freelancer' ? person.id : null,
      client_id: person.role === 'client' ? person.id : null,
      expires_at: expiresAt.toISOString(),
    })
    .execute()
}

/** A trigger keeps the id and tells every process. */
export async function deleteSession(db: Db, id: string) {
  await db.deleteFrom('session').where('id', '=', id).execute()
}

/** False when the session has ended meanwhile. */
export async function extendSession(db: Db, id: string, expiresAt: Date) {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ expires_at: expiresAt.toISOString() })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteExpired(db: Db, now: Date) {
  await db.deleteFrom('session').where('expires_at', '<', now.toISOString()).execute()
  await db.deleteFrom('ended_session').where('expires_at', '<', now.toISOString()).execute()
}
