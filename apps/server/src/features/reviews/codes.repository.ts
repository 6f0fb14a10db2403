import { reviews } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

/** Replaces the earlier code. False when the review is not open any more. */
export async function saveCode(db: Db, reviewId: string, hash: Buffer, now: Date) {
  const expiresAt = new Date(now.getTime() + reviews.CODE_SECONDS * 1_000).toISOString()
  const { numAffectedRows = 0n } = await sql`
    insert into review_code (review_id, hash, tries_left, expires_at)
    select id, ${hash}, ${reviews.CODE_TRIES}, ${expiresAt}::timestamptz from review where id = ${reviewId} and state = 'open' for share
    on conflict (review_id) do update set hash = excluded.hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/**
 * Counts a try. The right code uses up all tries, so that it works only once. Undefined when there is no valid code.
 */
export async function tryCode(trx: Db, reviewId: string, hash: Buffer, now: Date) {
  const { rows } = await sql<{ isRight: boolean; triesLeft: number }>`
    update review_code set tries_left = case when hash = ${hash} then 0 else tries_left - 1 end
    where review_id = ${reviewId} and tries_left > 0 and expires_at > ${now.toISOString()}
    returning hash = ${hash} as "isRight", tries_left as "triesLeft"`.execute(trx)
  return rows[0]
}

/** Deletes the review's code. With a hash, only if it is the current one. */
export async function deleteCode(db: Db, reviewId: string, hash?: Buffer) {
  await db
    .deleteFrom('review_code')
    .where('review_id', '=', reviewId)
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash as Buffer))
    .execute()
}

export interface CodeRequest {
  freelancerId: string
  clientEmail: string
  isConfirmed: boolean
}

/** Undefined when the review is not open or needs no code. */
export async function findCodeRequest(db: Db, reviewId: string) {
  const { rows } = await sql<CodeRequest>`
    select p.freelancer_id as "freelancerId", c.email as "clientEmail", f.email_confirmed_at is not null as "isConfirmed"
    from review r join project p on p.id = r.project_id join client c on c.id = p.client_id
      join freelancer f on f.id = p.freelancer_id
    where r.id = ${reviewId} and r.state = 'open' and r.needs_code`.execute(db)
  return rows[0]
}

export interface CodeAddressee {
  clientId: string
  firstName: string
  lastName: string
  email: string
  fileId: string
  fileName: string
  version: number
  freelancer: { name: string; email: string; company: string | null }
}

/** The recipient of a code. Undefined when the review is not open any more, or cannot be reached. */
export async function findCodeAddressee(db: Db, reviewId: string) {
  const { rows } = await sql<CodeAddressee>`
    select c.id as "clientId", c.first_name as "firstName", c.last_name as "lastName", c.email,
      r.file_id as "fileId", r.file_name as "fileName", r.version,
      json_build_object('name', f.name, 'email', f.email, 'company', f.company) as freelancer
    from review r join project p on p.id = r.project_id join client c on c.id = p.client_id
      join freelancer f on f.id = p.freelancer_id
    where r.id = ${reviewId} and r.state = 'open' and not p.in_bin and p.archived_at is null`.execute(db)
  return rows[0]
}
