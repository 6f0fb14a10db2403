import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn, storedEmailKey } from '../../platform/sql/email-keys.ts'

/** How long a link that no longer works can say why. */
const EXPLAINED_MS = 90 * 86_400_000

interface NewUndo {
  id: string
  freelancerId: string
  /** The address before the change. */
  email: string
  tokenHash: Buffer
  /** When the change was asked for. */
  requestedAt: string
  expiresAt: Date
}

export async function insertUndo(
  db: Db,
  { id, freelancerId, email, tokenHash, requestedAt, expiresAt }: NewUndo,
) {
  await db
    .insertInto('email_undo')
    .values({
      id,
      freelancer_id: freelancerId,
      email,
      email_key: storedEmailKey(email),
      token_hash: tokenHash,
      requested_at: requestedAt,
      expires_at: expiresAt.toISOString(),
    })
    .execute()
}

/** For the email to the address before. */
export function findUndo(db: Db, id: string) {
  return db
    .selectFrom('email_undo')
    .innerJoin('freelancer', 'freelancer.id', 'freelancer_id')
    .select(['email_undo.email', 'name', 'time_zone as timeZone'])
    .where('email_undo.id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Whether another account can get this address back by undoing a change. Call it after the address was written: that waited for a
 * change at the same time.
 */
export async function isReserved(db: Db, { id, email }: { id: string; email: string }, now: Date) {
  const found = await db
    .selectFrom('email_undo')
    .select('id')
    .where(emailKeyColumn, '=', emailKey(email))
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('freelancer_id', '<>', id)
    .executeTakeFirst()
  return found !== undefined
}

export async function knowsUndo(db: Db, tokenHash: Buffer) {
  const found = await db
    .selectFrom('email_undo')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found !== undefined
}

/** Locks the account of a link, and then the link. Undefined when there is no such link. */
export async function lockUndo(trx: Db, tokenHash: Buffer) {
  const account = await trx
    .selectFrom('freelancer')
    .innerJoin('email_undo', 'freelancer_id', 'freelancer.id')
    .select(['freelancer.id', 'freelancer.name', 'freelancer.email', 'time_zone as timeZone'])
    .where('token_hash', '=', tokenHash)
    .forNoKeyUpdate('freelancer')
    .executeTakeFirst()
  const undo = await trx
    .selectFrom('email_undo')
    .select([
      'id',
      'email',
      'requested_at as requestedAt',
      'expires_at as expiresAt',
      'undone_at as undoneAt',
    ])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
  return undo && { ...undo, account }
}

/** Marks a change and all since as undone; true when there were others. The ids grow with time. */
export async function markUndone(trx: Db, freelancerId: string, id: string, now: Date) {
  const undone = await trx
    .updateTable('email_undo')
    .set({ undone_at: now.toISOString() })
    .where('freelancer_id', '=', freelancerId)
    .where('id', '>=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .execute()
  return undone.length > 1
}

/** Also changes that were never confirmed. */
export async function deleteOld(db: Db, now: Date) {
  const explained = new Date(now.getTime() - EXPLAINED_MS)
  await sql`delete from email_change where expires_at < ${now}`.execute(db)
  await sql`delete from email_undo where expires_at < ${explained}`.execute(db)
}
