import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/db.ts'

export async function findPasswordHash(db: Db, { id }: Freelancer) {
  const row = await db
    .selectFrom('freelancer')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.password_hash
}

/** A reset link asked for before is of no use any more. */
export async function setPassword(db: Db, id: string, passwordHash: string) {
  await db.updateTable('freelancer').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  await db.deleteFrom('password_reset').where('freelancer_id', '=', id).execute()
}

export async function replaceReset(db: Db, freelancerId: string, tokenHash: Buffer, expiresAt: Date) {
  const row = { token_hash: tokenHash, expires_at: expiresAt.toISOString() }
  await db
    .insertInto('password_reset')
    .values({ freelancer_id: freelancerId, ...row })
    .onConflict((conflict) => conflict.column('freelancer_id').doUpdateSet(row))
    .execute()
}

/** Uses the link up and answers whose it was. */
export function takeReset(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .deleteFrom('password_reset')
    .using('freelancer')
    .whereRef('freelancer.id', '=', 'password_reset.freelancer_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .returning(['freelancer.id', 'freelancer.name', 'freelancer.email'])
    .executeTakeFirst()
}
