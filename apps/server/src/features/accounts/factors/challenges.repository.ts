import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../../platform/actors.ts'
import type { Db } from '../../../platform/sql/database.ts'
import type { Tables } from '../../../tables.ts'

type Purpose = Tables['factor_challenge']['purpose']

interface NewChallenge {
  tokenHash: Buffer
  purpose: Purpose
  freelancerId?: string
  sessionId?: string
  device?: Buffer | null
  secret?: Buffer
  toSign?: string
  expiresAt: Date
}

export async function insertChallenge(
  db: Db,
  { tokenHash, purpose, freelancerId, sessionId, device, secret, toSign, expiresAt }: NewChallenge,
) {
  await db
    .insertInto('factor_challenge')
    .values({
      token_hash: tokenHash,
      purpose,
      freelancer_id: freelancerId ?? null,
      session_id: sessionId ?? null,
      device: device ?? null,
      secret: secret ?? null,
      to_sign: toSign ?? null,
      expires_at: expiresAt.toISOString(),
    })
    .execute()
}

/** Challenges of one person. A password that is right creates one each time it is sent. */
const MAX_CHALLENGES = 50

export async function deleteOldestChallenges(db: Db, freelancerId: string) {
  await sql`
    delete from factor_challenge where token_hash in (
      select token_hash from factor_challenge where freelancer_id = ${freelancerId}
      order by expires_at desc, token_hash offset ${MAX_CHALLENGES}
    )`.execute(db)
}

interface LoginChallengeQuery {
  tokenHash: Buffer
  /** The hash of the id of the browser that answers. */
  device: Buffer | null
  now: Date
}

/** A login in which the password was right, answered by the browser that sent it. */
export function findLoginChallenge(db: Db, query: LoginChallengeQuery) {
  return readLoginChallenge(db, query, sql``)
}

/**
 * Locks both until the transaction ends, in the order of a change of password, which ends the challenge. The second of two
 * concurrent answers finds it used.
 */
export function lockLoginChallenge(db: Db, query: LoginChallengeQuery) {
  return readLoginChallenge(db, query, sql`for no key update of freelancer for update of factor_challenge`)
}

async function readLoginChallenge(
  db: Db,
  { tokenHash, device, now }: LoginChallengeQuery,
  lock: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ id: string; name: string; email: string; toSign: string | null }>`
    select freelancer.id, name, email, to_sign as "toSign"
    from freelancer join factor_challenge on factor_challenge.freelancer_id = freelancer.id
    where token_hash = ${tokenHash} and purpose = 'login' and device is not distinct from ${device}
      and factor_challenge.expires_at > ${now} ${lock}`.execute(db)
  return rows[0]
}

/** A login by a passkey alone, which is answered once. Undefined when it was answered, or comes from another browser. */
export async function takePasskeyChallenge(trx: Db, { tokenHash, device, now }: LoginChallengeQuery) {
  const { rows } = await sql<{ toSign: string }>`
    delete from factor_challenge
    where token_hash = ${tokenHash} and purpose = 'passkey_login' and device is not distinct from ${device}
      and expires_at > ${now}
    returning to_sign as "toSign"`.execute(trx)
  return rows[0]
}

interface SessionChallengeQuery {
  tokenHash: Buffer
  purpose: Purpose
  now: Date
}

type SessionPerson = Pick<Freelancer, 'personId' | 'sessionId'>

/** A challenge that was given to this session for this purpose. */
export function findSessionChallenge(
  db: Db,
  { tokenHash, purpose, now }: SessionChallengeQuery,
  person: SessionPerson,
) {
  return db
    .selectFrom('factor_challenge')
    .select(['secret', 'to_sign as toSign'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('freelancer_id', '=', person.personId)
    .where('session_id', '=', person.sessionId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function deleteChallenge(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('factor_challenge').where('token_hash', '=', tokenHash).execute()
}

/** The logins that were begun with a password that is no longer theirs. */
export async function deleteLoginChallenges(db: Db, freelancerId: string) {
  await db
    .deleteFrom('factor_challenge')
    .where('freelancer_id', '=', freelancerId)
    .where('purpose', '=', 'login')
    .execute()
}

export async function deleteExpiredChallenges(db: Db, now: Date) {
  const expiresAt = now.toISOString()
  await db.deleteFrom('factor_challenge').where('expires_at', '<=', expiresAt).execute()
  await db.deleteFrom('remembered_browser').where('expires_at', '<=', expiresAt).execute()
}
