import { sql } from 'kysely'
import { hasFactor } from '../../../platform/http/has-factor.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { instant } from '../../../platform/sql/json.ts'

export async function findFactors(db: Db, personId: string) {
  const { rows } = await sql<StoredFactors>`
    select
      (select created_at from authenticator where freelancer_id = ${personId}) as "appSince",
      (select count(*)::int from recovery_code where freelancer_id = ${personId} and used_at is null) as "recoveryCodesLeft",
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'host', host, 'credentialId', credential_id,
        'transports', transports, 'createdAt', ${instant('created_at')}, 'lastUsedAt', ${instant('last_used_at')}) order by id)
        from passkey where freelancer_id = ${personId}), '[]') as passkeys`.execute(db)
  return rows[0] ?? { appSince: null, recoveryCodesLeft: 0, passkeys: [] }
}

export interface StoredFactors {
  appSince: string | null
  recoveryCodesLeft: number
  passkeys: StoredPasskey[]
}

export interface StoredPasskey {
  id: string
  name: string
  host: string
  credentialId: string
  transports: string[]
  createdAt: string
  lastUsedAt: string | null
}

/** What else is done to the factors of this person waits until the transaction ends. Undefined for a closed account. */
export function lockPerson(trx: Db, personId: string) {
  return trx
    .selectFrom('freelancer')
    .select(['id', 'name', 'email'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The code of `lastStep` has confirmed it, and works no more. */
export async function saveApp(
  db: Db,
  { personId, secret, lastStep, now }: { personId: string; secret: Buffer; lastStep: number; now: Date },
) {
  const row = { secret, last_step: lastStep, created_at: now.toISOString() }
  await db
    .insertInto('authenticator')
    .values({ freelancer_id: personId, ...row })
    .onConflict((conflict) => conflict.column('freelancer_id').doUpdateSet(row))
    .execute()
}

export async function findAppSecret(db: Db, personId: string) {
  const row = await db
    .selectFrom('authenticator')
    .select('secret')
    .where('freelancer_id', '=', personId)
    .executeTakeFirst()
  return row?.secret
}

/** False when the code of this step or of a later one was used before. */
export async function useStep(db: Db, personId: string, step: number) {
  const { numUpdatedRows } = await db
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('freelancer_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteApp(db: Db, personId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('authenticator')
    .where('freelancer_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The codes from before end. */
export async function replaceRecoveryCodes(db: Db, personId: string, sealed: Buffer[], now: Date) {
  await db.deleteFrom('recovery_code').where('freelancer_id', '=', personId).execute()
  const row = { freelancer_id: personId, is_sealed: true, created_at: now.toISOString() }
  await db
    .insertInto('recovery_code')
    .values(sealed.map((hash) => ({ ...row, code_hash: hash })))
    .execute()
}

/** The unused ones. */
export function findRecoveryCodes(db: Db, personId: string) {
  return db
    .selectFrom('recovery_code')
    .select(['code_hash as codeHash', 'is_sealed as isSealed'])
    .where('freelancer_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}

/** False when it was used meanwhile. */
export async function useRecoveryCode(
  db: Db,
  personId: string,
  { codeHash }: { codeHash: Buffer },
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('freelancer_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * What was added since then, or put in the place of something else. Recovery codes alone are no factor, so none stay without one. Returns
 * whether there was anything.
 */
export async function deleteFactorsSince(db: Db, personId: string, since: Date) {
  const { rows } = await sql<{ had: boolean }>`
    with app as (delete from authenticator where freelancer_id = ${personId} and created_at >= ${since} returning 1),
      keys as (delete from passkey where freelancer_id = ${personId} and created_at >= ${since} returning 1),
      codes as (delete from recovery_code where freelancer_id = ${personId} and created_at >= ${since} returning 1)
    select exists (select from app) or exists (select from keys) or exists (select from codes) as had`.execute(
    db,
  )
  await sql`
    delete from recovery_code where freelancer_id = ${personId} and not ${hasFactor(sql`${personId}::uuid`)}`.execute(
    db,
  )
  return rows[0]?.had ?? false
}

/** Returns whether there was one. */
export async function deleteAllFactors(db: Db, personId: string) {
  const { rows } = await sql<{ had: boolean }>`
    with app as (delete from authenticator where freelancer_id = ${personId} returning 1),
      keys as (delete from passkey where freelancer_id = ${personId} returning 1),
      codes as (delete from recovery_code where freelancer_id = ${personId} returning 1),
      browsers as (delete from remembered_browser where freelancer_id = ${personId} returning 1),
      challenges as (delete from factor_challenge where freelancer_id = ${personId} returning 1)
    select exists (select from app) or exists (select from keys) as had`.execute(db)
  return rows[0]?.had ?? false
}

/** The name of a workspace of theirs whose owner requires a second factor. */
export async function findRequiringWorkspace(db: Db, personId: string) {
  const { rows } = await sql<{ name: string }>`
    select coalesce(w.name, o.name) as name from member m join workspace w on w.id = m.workspace_id
      join member om on om.workspace_id = w.id and om.role = 'owner' join freelancer o on o.id = om.person_id
    where m.person_id = ${personId} and w.require_second_factor order by m.opened_at desc limit 1`.execute(db)
  return rows[0]
}

export async function rememberBrowser(
  db: Db,
  { personId, tokenHash, expiresAt }: { personId: string; tokenHash: Buffer; expiresAt: Date },
) {
  const row = { expires_at: expiresAt.toISOString() }
  await db
    .insertInto('remembered_browser')
    .values({ freelancer_id: personId, token_hash: tokenHash, ...row })
    .onConflict((conflict) => conflict.columns(['freelancer_id', 'token_hash']).doUpdateSet(row))
    .execute()
}

/** Whether anybody who is remembered has this token. */
export async function isBrowserKnown(db: Db, tokenHash: Buffer) {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from remembered_browser where token_hash = ${tokenHash}) as known`.execute(db)
  return rows[0]?.known ?? false
}

export async function isRemembered(db: Db, personId: string, tokenHash: Buffer, now: Date) {
  const row = await db
    .selectFrom('remembered_browser')
    .select('expires_at')
    .where('freelancer_id', '=', personId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetBrowsers(db: Db, personId: string) {
  await db.deleteFrom('remembered_browser').where('freelancer_id', '=', personId).execute()
}
