import type { Db } from '../../platform/db.ts'

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

/** Uses up every link of the account that this one is for, and answers whose it was. Of two at once one finds it. */
export async function takeConfirmations(db: Db, tokenHash: Buffer, now: Date) {
  const taken = await db
    .deleteFrom('email_confirmation')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .returning('freelancer_id as freelancerId')
    .executeTakeFirst()
  if (taken)
    await db.deleteFrom('email_confirmation').where('freelancer_id', '=', taken.freelancerId).execute()
  return taken?.freelancerId
}

export async function deleteExpiredConfirmations(db: Db, freelancerId: string, now: Date) {
  await db
    .deleteFrom('email_confirmation')
    .where('freelancer_id', '=', freelancerId)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}

export function markConfirmed(db: Db, freelancerId: string, now: Date) {
  return db
    .updateTable('freelancer')
    .set({ email_confirmed_at: now.toISOString() })
    .where('id', '=', freelancerId)
    .returning('email')
    .executeTakeFirstOrThrow()
}
