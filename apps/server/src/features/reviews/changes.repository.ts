import type { receipts, reviews } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { writableProject } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'
import { isUndoable } from './review-columns.ts'

export interface Parties {
  projectId: string
  freelancerId: string
  clientId: string
}

/**
 * Locks the project of a file or review until the transaction ends, so that nobody else uploads a version, asks or decides
 * meanwhile. A statement of its own, because a statement does not see what was committed while it waited for a lock. Undefined
 * when this person cannot write to it.
 */
export async function lockProject(
  trx: Db,
  { role, id: actorId }: Actor,
  thing: 'file' | 'review',
  id: string,
): Promise<Parties | undefined> {
  const isThere = thing === 'file' ? sql`t.state = 'stored'` : sql`true`
  const { rows } = await sql<Parties>`
    select p.id as "projectId", p.freelancer_id as "freelancerId", p.client_id as "clientId"
    from ${sql.table(thing)} t join project p on p.id = t.project_id
    where t.id = ${id} and ${isThere} and ${writableProject(role, actorId, 'p')} for no key update of p`.execute(
    trx,
  )
  return rows[0]
}

/** The part of the subject of an event about a review `r`. */
const subject = {
  fileId: sql`r.file_id`,
  fileName: sql`r.file_name`,
  version: sql`r.version`,
  reviewId: sql`r.id`,
  round: sql`r.round`,
}
const from = sql`r join project p on p.id = r.project_id`

/** The client's open notes on all versions of a file that are not deleted. */
export async function countOpenNotes(trx: Db, historyId: RawBuilder<unknown>) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from note n join file f on f.id = n.file_id and f.state = 'stored'
    where n.history_id = (${historyId}) and n.state = 'open' and n.author_type = 'Client'`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Inserts a review of the newest version, with the hash of its bytes. False when the file has an open review. */
export async function insertReview(
  trx: Db,
  fileId: string,
  id: string,
  { message, dueDate = null, needsCode = false }: reviews.NewReview,
  now: Date,
) {
  const at = now.toISOString()
  const { rows } = await sql`
    with r as (
      insert into review (id, project_id, history_id, round, file_id, file_name, version, size, sha256,
        message, due_date, needs_code, created_at, state_since)
      select ${id}, f.project_id, f.history_id, coalesce((
          select max(round) from review where history_id = f.history_id
        ), 0) + 1, f.id, f.name, f.version, f.size, f.sha256, ${message ?? null}, ${dueDate}::date, ${needsCode}, ${at}, ${at}
      from file f where f.id = ${fileId} and f.state = 'stored' and f.is_newest
      on conflict (history_id) where state = 'open' do nothing
      returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'freelancer',
      kind: 'review_requested',
      subject: { ...subject, note: sql`r.message`, dueDate: sql`r.due_date` },
      now: at,
      from,
    })})
    select id from r`.execute(trx)
  return rows.length > 0
}

/** False when it is not open. */
export async function withdrawReview(trx: Db, id: string, now: Date) {
  const at = now.toISOString()
  const { rows } = await sql`
    with r as (
      update review set state = 'withdrawn', state_since = ${at} where id = ${id} and state = 'open' returning *
    ), event as (${recordEvent({ id: newId(), by: 'freelancer', kind: 'review_withdrawn', subject, now: at, from })})
    select id from r`.execute(trx)
  return rows.length > 0
}

export interface OpenReview {
  needsCode: boolean
}

/** Undefined when it is not open. Locks it before its code, as the job that makes one does. */
export async function findOpenReview(trx: Db, id: string) {
  const { rows } = await sql<OpenReview>`
    select needs_code as "needsCode" from review where id = ${id} and state = 'open' for no key update`.execute(
    trx,
  )
  return rows[0]
}

/** False when it is not open. */
export async function saveDecision(
  trx: Db,
  id: string,
  {
    decision,
    comment,
    identifiedBy,
    sessionId,
  }: {
    decision: reviews.Decision
    comment: string | null
    identifiedBy: receipts.IdentifiedBy
    sessionId: string
  },
  now: Date,
) {
  const at = now.toISOString()
  const { rows } = await sql`
    with r as (
      update review set state = ${decision}, state_since = ${at}, decided_at = ${at}, comment = ${comment},
        identified_by = ${identifiedBy}, decided_in = ${sessionId}
      where id = ${id} and state = 'open' returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'client',
      kind: 'review_decided',
      subject: { ...subject, decision: sql`r.state`, note: sql`r.comment` },
      now: at,
      from,
    })})
    select id from r`.execute(trx)
  return rows.length > 0
}

export interface UndoableDecision extends OpenReview {
  decision: reviews.Decision
  /** The session that decided. */
  decidedIn: string | null
}

/** Undefined when there is none, or it can no longer be taken back. Locks the review before its code. */
export async function findUndoableDecision(trx: Db, id: string, now: Date) {
  const { rows } = await sql<UndoableDecision>`
    select r.state as decision, r.needs_code as "needsCode", r.decided_in as "decidedIn"
    from review r where r.id = ${id} and ${isUndoable(sql`${now.toISOString()}`)} for no key update of r`.execute(
    trx,
  )
  return rows[0]
}

/** Sets the review to open, or to replaced or withdrawn if its version is no longer the newest or was deleted. */
export async function deleteDecision(trx: Db, id: string, decision: reviews.Decision, now: Date) {
  const at = now.toISOString()
  await sql`
    with r as (
      update review r set state_since = ${at}, decided_at = null, comment = null, identified_by = null, decided_in = null,
        state = coalesce((
          select case when f.is_newest then 'open' else 'replaced' end from file f where f.id = r.file_id and f.state = 'stored'
        ), 'withdrawn')
      where id = ${id} returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'client',
      kind: 'decision_withdrawn',
      subject: { ...subject, decision: sql`${decision}::text` satisfies RawBuilder<unknown> },
      now: at,
      from,
    })})
    select id from r`.execute(trx)
}
