import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import { hasFactor } from '../../platform/http/has-factor.ts'
import type { Db } from '../../platform/sql/database.ts'
import { deleteLoginChallenges } from './factors/challenges.repository.ts'

/** Undefined for a closed account. */
export function findPassword(db: Db, { personId }: Freelancer) {
  return db
    .selectFrom('freelancer')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', personId)
    .executeTakeFirst()
}

/** The caller has locked the account, and checked what lets the person in. */
export function lockedOwner(id: string) {
  return sql<{ id: string; workspaceId: string }>`
    select person_id as id, workspace_id as "workspaceId" from (${chosenMembership(sql`${id}::uuid`)}) as m`
}

/**
 * Finds an account while this is its password, with the workspace that it chose last, and locks it: a change that runs at the same time
 * comes before or after.
 */
export function passwordOwner({ id, passwordHash }: { id: string; passwordHash: string }) {
  return sql<{ id: string; workspaceId: string }>`
    select f.id, m.workspace_id as "workspaceId" from freelancer f, lateral (${chosenMembership(sql`f.id`)}) as m
    where f.id = ${id} and f.password_hash = ${passwordHash} for no key update of f`
}

/** In the workspace that the person chose last. */
const chosenMembership = (personId: RawBuilder<unknown>) => sql`
  select person_id, workspace_id from member where person_id = ${personId} order by opened_at desc, workspace_id limit 1`

/**
 * False when `current` is no longer the password. Ends what was begun with it: reset links, an open change of the address, and logins
 * that need a second step.
 */
export async function replacePassword(
  db: Db,
  id: string,
  { current, next }: { current?: string; next: string },
) {
  const { numUpdatedRows } = await db
    .updateTable('freelancer')
    .set({ password_hash: next })
    .where('id', '=', id)
    .$if(current !== undefined, (query) => query.where('password_hash', '=', current ?? ''))
    .executeTakeFirst()
  await db.deleteFrom('password_reset').where('freelancer_id', '=', id).execute()
  await deleteLoginChallenges(db, id)
  await db.deleteFrom('email_change').where('freelancer_id', '=', id).execute()
  return numUpdatedRows > 0n
}

export async function replaceReset(db: Db, freelancerId: string, tokenHash: Buffer, expiresAt: Date) {
  const row = { token_hash: tokenHash, expires_at: expiresAt.toISOString() }
  await db
    .insertInto('password_reset')
    .values({ freelancer_id: freelancerId, ...row })
    .onConflict((conflict) => conflict.column('freelancer_id').doUpdateSet(row))
    .execute()
}

export function findReset(db: Db, tokenHash: Buffer, now: Date) {
  return readReset(db, tokenHash, now, sql``)
}

/**
 * Finds the account of a reset link and locks both until the transaction ends, in the same order as a change of password.
 * The second of two concurrent resets finds the link used.
 */
export function lockReset(db: Db, tokenHash: Buffer, now: Date) {
  return readReset(db, tokenHash, now, sql`for no key update of freelancer for update of password_reset`)
}

async function readReset(db: Db, tokenHash: Buffer, now: Date, lock: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string; name: string; email: string; hasFactor: boolean }>`
    select freelancer.id, freelancer.name, freelancer.email, ${hasFactor(sql`freelancer.id`)} as "hasFactor"
    from freelancer join password_reset on password_reset.freelancer_id = freelancer.id
    where token_hash = ${tokenHash} and expires_at > ${now} ${lock}`.execute(db)
  return rows[0]
}
