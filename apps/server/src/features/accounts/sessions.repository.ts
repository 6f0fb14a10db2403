import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/db.ts'

interface NewSession {
  id: string
  person: Person
  userAgent: string | null
  now: Date
  expiresAt: Date
}
type Person = Pick<Actor, 'role' | 'id'>

export async function insertSession(db: Db, { id, person, userAgent, now, expiresAt }: NewSession) {
  await db
    .insertInto('session')
    .values({
      id,
      freelancer_id: person.role === 'freelancer' ? person.id : null,
      client_id: person.role === 'client' ? person.id : null,
      user_agent: userAgent,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute()
}

/** A trigger keeps the id and tells every process. */
export async function deleteSession(db: Db, id: string) {
  await db.deleteFrom('session').where('id', '=', id).execute()
}

const owner = { freelancer: 'freelancer_id', client: 'client_id' } as const

export function findSessions(db: Db, { role, id }: Person) {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where(owner[role], '=', id)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Notes that these sessions were in use just now, and their clients with them. */
export async function markSeen(db: Db, ids: string[], now: Date) {
  const seen = { last_seen_at: now.toISOString() }
  await db.updateTable('session').set(seen).where('id', 'in', ids).execute()
  await db
    .updateTable('client')
    .set(seen)
    .where('id', 'in', (eb) => eb.selectFrom('session').select('client_id').where('id', 'in', ids))
    .execute()
}

/** Answers the ids of those that it ended. */
export async function deleteSessions(
  db: Db,
  { role, id }: Person,
  { only, except }: { only?: string; except?: string },
) {
  const ended = await db
    .deleteFrom('session')
    .where(owner[role], '=', id)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return ended.map((session) => session.id)
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
