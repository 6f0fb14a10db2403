import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey, emailKeyColumn, storedEmailKey } from '../../platform/sql/email-keys.ts'

interface EmailChange {
  id: string
  freelancerId: string
  email: string
  tokenHash: Buffer
  now: Date
  expiresAt: Date
}

/** Takes the place of an open change. */
export async function replaceChange(
  db: Db,
  { freelancerId, id, email, tokenHash, now, expiresAt }: EmailChange,
) {
  const times = { requested_at: now.toISOString(), expires_at: expiresAt.toISOString() }
  const row = { id, email, token_hash: tokenHash, ...times }
  await db
    .insertInto('email_change')
    .values({ freelancer_id: freelancerId, ...row })
    .onConflict((conflict) => conflict.column('freelancer_id').doUpdateSet(row))
    .execute()
}

/** Undefined when no change is open. */
export function extendChange(
  db: Db,
  freelancerId: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
) {
  return db
    .updateTable('email_change')
    .set({ expires_at: expiresAt.toISOString() })
    .where('freelancer_id', '=', freelancerId)
    .where('expires_at', '>', now.toISOString())
    .returning(['id', 'email'])
    .executeTakeFirst()
}

export async function deleteChange(db: Db, freelancerId: string) {
  await db.deleteFrom('email_change').where('freelancer_id', '=', freelancerId).execute()
}

/** For the email to the new address. `isTaken` when another account has it. */
export async function findChange(db: Db, id: string, now: Date) {
  const change = await db
    .selectFrom('email_change')
    .innerJoin('freelancer', 'freelancer.id', 'freelancer_id')
    .select(['freelancer_id as freelancerId', 'name', 'email_change.email'])
    .where('email_change.id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!change) return
  const owner = await db
    .selectFrom('freelancer')
    .select('id')
    .where(emailKeyColumn, '=', emailKey(change.email))
    .executeTakeFirst()
  return { ...change, isTaken: owner !== undefined }
}

/**
 * Locks the account of a link, and then its open change, until the transaction ends. Undefined when the link does not work, as for
 * the second of two that run at the same time.
 */
export async function lockChange(trx: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<LockedChange>`
    select freelancer.id, freelancer.name, freelancer.email as before, email_change.email, requested_at as "requestedAt"
    from freelancer join email_change on freelancer_id = freelancer.id
    where token_hash = ${tokenHash} and expires_at > ${now}
    for no key update of freelancer for update of email_change`.execute(trx)
  return rows[0]
}

interface LockedChange {
  id: string
  name: string
  /** The address that the account has. */
  before: string
  /** The one that it is to have. */
  email: string
  requestedAt: string
}

/**
 * Both addresses were reached by a link, so the new one is confirmed. What was mailed to the one before ends: links to reset the
 * password, to confirm it or to change it.
 */
export async function setEmail(trx: Db, id: string, email: string, now: Date) {
  await trx
    .updateTable('freelancer')
    .set({
      email,
      email_key: storedEmailKey(email),
      email_confirmed_at: now.toISOString(),
      email_refusal: null,
      has_former_email_links: false,
    })
    .where('id', '=', id)
    .execute()
  for (const table of ['password_reset', 'email_confirmation', 'email_change'] as const)
    await trx.deleteFrom(table).where('freelancer_id', '=', id).execute()
}
