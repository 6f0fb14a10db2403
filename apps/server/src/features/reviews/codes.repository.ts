import { reviews } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { codeExpiry } from '../access/mailed-codes.ts'
import { isOwnerConfirmed } from '../access/memberships.ts'
import { isUndoable, needsCodeIn } from './review-columns.ts'

export interface CodeOwner {
  /** Any open one of its group, which has the code. */
  reviewId: string
  /** The session that asked for the code. */
  sessionId: string
}

/** The group has one code for each person. */
export interface CodeKey {
  groupId: string
  personId: string
}

/**
 * Replaces the earlier code. False when the session needs none any more, or the client has another address. A change of address
 * locks the client, so it deletes every code for the old one.
 */
export async function saveCode(
  db: Db,
  { reviewId, sessionId }: CodeOwner,
  { email, hash }: { email: string; hash: Buffer },
  now: Date,
) {
  const expiresAt = codeExpiry(now).toISOString()
  const { numAffectedRows = 0n } = await sql`
    insert into review_code (review_id, person_id, email, hash, tries_left, expires_at)
    select r.group_id, c.id, ${email}, ${hash}, ${reviews.CODE_TRIES}, ${expiresAt}::timestamptz
    from review r join project p on p.id = r.project_id join client c on ${isOwner(sessionId)}
    where r.id = ${reviewId} and c.email = ${email} and ${needsCode(sessionId, now)} for key share of c for share of r
    on conflict (review_id, person_id) do update
      set email = excluded.email, hash = excluded.hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Whether the session is of the person `c`, who belongs to the client of the project `p`. */
const isOwner = (sessionId: string) => sql`
  c.id = (select client_id from session where id = ${sessionId}) and coalesce(c.contact_of, c.id) = p.client_id`

/** Whether a session needs a code to decide on the review `r`, or to take its decision back. */
const needsCode = (sessionId: string, now: Date) => sql`
  ((r.state = 'open' or ${isUndoable(sql`${now.toISOString()}`)}) and ${needsCodeIn(sql`${sessionId}::uuid`)})`

/**
 * Counts a try. The right code uses up all tries, so that it works only once. Undefined when there is no valid code.
 */
export async function tryCode(trx: Db, { groupId, personId }: CodeKey, hashes: Buffer[], now: Date) {
  const isRight = sql`hash in (${sql.join(hashes)})`
  const { rows } = await sql<{ isRight: boolean; triesLeft: number }>`
    update review_code set tries_left = case when ${isRight} then 0 else tries_left - 1 end
    where review_id = ${groupId} and person_id = ${personId} and tries_left > 0 and expires_at > ${now.toISOString()}
      and email = (select email from client where id = ${personId})
    returning ${isRight} as "isRight", tries_left as "triesLeft"`.execute(trx)
  return rows[0]
}

/** Deletes the code of a person for a group. With a hash, only if it is the current one. */
export async function deleteCode(db: Db, { groupId, personId }: CodeKey, hash?: Buffer) {
  await db
    .deleteFrom('review_code')
    .where('review_id', '=', groupId)
    .where('person_id', '=', personId)
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash as Buffer))
    .execute()
}

export interface CodeRequest {
  groupId: string
  workspaceId: string
  clientEmail: string
  isConfirmed: boolean
}

/** Undefined when there is nothing to decide, or this session needs no code for it. */
export async function findCodeRequest(db: Db, { reviewId, sessionId }: CodeOwner, now: Date) {
  const { rows } = await sql<CodeRequest>`
    select r.group_id as "groupId", p.workspace_id as "workspaceId", c.email as "clientEmail", ${isOwnerConfirmed(sql`p.workspace_id`)} as "isConfirmed"
    from review r join project p on p.id = r.project_id join client c on ${isOwner(sessionId)}
    where r.id = ${reviewId} and ${needsCode(sessionId, now)}`.execute(db)
  return rows[0]
}

export interface CodeAddressee {
  reviewId: string
  groupId: string
  /** How many files are decided on with it. */
  count: number
  personId: string
  firstName: string
  lastName: string
  email: string
  fileId: string
  fileName: string
  version: number
  freelancer: { name: string; email: string; company: string | null }
}

/** The recipient of a code. Undefined when the session needs none any more, or the review cannot be reached. */
export async function findCodeAddressee(db: Db, { reviewId, sessionId }: CodeOwner, now: Date) {
  const { rows } = await sql<CodeAddressee>`
    select r.id as "reviewId", r.group_id as "groupId", (select count(*)::int from review where group_id = r.group_id) as count,
      c.id as "personId", c.first_name as "firstName", c.last_name as "lastName", c.email,
      r.file_id as "fileId", r.file_name as "fileName", r.version,
      json_build_object('name', f.name, 'email', f.email, 'company', w.name) as freelancer
    from review r join project p on p.id = r.project_id join client c on ${isOwner(sessionId)}
      join workspace w on w.id = p.workspace_id join freelancer f on f.id = c.lead_id
    where r.id = ${reviewId} and ${needsCode(sessionId, now)} and not p.in_bin and p.archived_at is null`.execute(
    db,
  )
  return rows[0]
}
