import type { Db } from '../../platform/sql/database.ts'

export async function insertConfirmation(
  db: Db,
  { tokenHash, freelancerId, expiresAt }: { tokenHash: Buffer; freelancerId: string; expiresAt: Date },
) {
  await db
    .insertInto('email_confirmation')
    .values({ token_hash: tokenHash, freelancer_id: freelancerId, expires_at: expiresAt.toISOString() })
    .execute()
}

export async function deleteConfirmation(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('email_confirmation').where('token_hash', '=', tokenHash).execute()
}

/**
 * Confirms the address that this link is for and deletes every link of its account. Undefined when the link does not exist
 * any more. The freelancer's row is locked first, so that concurrent confirmations wait for each other.
 */
export async function confirmAddress(db: Db, tokenHash: Buffer, now: Date) {
  const confirmed = await db
    .updateTable('freelancer')
    .from('email_confirmation')
    .set({ email_confirmed_at: now.toISOString() })
    .whereRef('freelancer.id', '=', 'email_confirmation.freelancer_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .returning(['freelancer.id', 'freelancer.email'])
    .executeTakeFirst()
  if (!confirmed) return undefined
  const used = await db
    .deleteFrom('email_confirmation')
    .where('freelancer_id', '=', confirmed.id)
    .returning('token_hash as tokenHash')
    .execute()
  // A transaction that waited for a concurrent one finds the link deleted.
  return used.some((link) => link.tokenHash.equals(tokenHash)) ? confirmed : undefined
}

export async function deleteExpiredConfirmations(db: Db, freelancerId: string, now: Date) {
  await db
    .deleteFrom('email_confirmation')
    .where('freelancer_id', '=', freelancerId)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}
