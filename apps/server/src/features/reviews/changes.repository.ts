import type { receipts, reviews } from '@portico/contract'
import { sql } from 'kysely'
import type { ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { showReview } from '../events/consequences.ts'
import { isUndoable } from './review-columns.ts'

/** The row of a review, for its events. */
export interface ReviewRow {
  id: string
  groupId: string
  isChoice: boolean
  historyId: string
  fileId: string
  fileName: string
  version: number
  round: number
  state: reviews.ReviewState
  message: string | null
  dueDate: string | null
  comment: string | null
  needsCode: boolean
  /** The session that decided. */
  decidedIn: string | null
}

const row = sql`
  r.id, r.group_id as "groupId", r.is_choice as "isChoice", r.history_id as "historyId", r.file_id as "fileId", r.file_name as "fileName", r.version, r.round, r.state, r.message,
  r.due_date as "dueDate", r.comment, r.needs_code as "needsCode", r.decided_in as "decidedIn"`

/** The client's open notes on all versions of a file that are not deleted. */
export async function countOpenNotes(trx: Db, historyId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from note n join file f on f.id = n.file_id and f.state = 'stored'
    where n.history_id = ${historyId} and n.state = 'open' and n.author_type = 'Client'`.execute(trx)
  return rows[0]?.count ?? 0
}

/** A version that may be asked about; undefined when it was deleted meanwhile. */
export async function findVersion(trx: Db, project: LockedProject, fileId: string) {
  return trx
    .selectFrom('file')
    .select(['history_id as historyId', 'is_newest as isNewest', 'name'])
    .where('id', '=', fileId)
    .where('project_id', '=', project.id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
}

/** What is asked about one file. */
interface Asked extends reviews.NewReview {
  id: string
  groupId: string
  isChoice: boolean
  /** The member who asks. */
  askedBy: string
}

/** Inserts a review of the newest version, with the hash of its bytes. Undefined when the file has an open review. */
export async function insertReview(
  trx: Db,
  project: LockedProject,
  fileId: string,
  { id, groupId, isChoice, askedBy, message, dueDate = null, needsCode = false }: Asked,
  now: Date,
) {
  const at = now.toISOString()
  const { rows } = await sql<ReviewRow>`
    insert into review as r (id, group_id, is_choice, project_id, history_id, round, file_id, file_name, version, size, sha256,
      message, due_date, needs_code, asked_by, created_at, state_since)
    select ${id}, ${groupId}, ${isChoice}, f.project_id, f.history_id, coalesce((
        select max(round) from review where history_id = f.history_id
      ), 0) + 1, f.id, f.name, f.version, f.size, f.sha256, ${message ?? null}, ${dueDate}::date, ${needsCode}, ${askedBy}, ${at}, ${at}
    from file f where f.id = ${fileId} and f.project_id = ${project.id} and f.state = 'stored' and f.is_newest
    on conflict (history_id) where state = 'open' do nothing
    returning ${row}`.execute(trx)
  const [review] = rows
  if (review) await showReview(trx, review)
  return review
}

/** The reviews of a group, in the order in which they were asked for: all of them, whatever their state. */
export async function findGroup(trx: Db, project: LockedProject, id: string) {
  const { rows } = await sql<ReviewRow>`
    select ${row} from review r
    where r.group_id = (select group_id from review where id = ${id}) and r.project_id = ${project.id}
    order by r.id for no key update`.execute(trx)
  return rows
}

/**
 * The reviews of a group that were decided together. Empty when there are none, or they can no longer be taken back. Locks them
 * before their code, as the job that makes one does.
 */
export async function findUndoableDecision(trx: Db, project: LockedProject, id: string, now: Date) {
  const { rows } = await sql<ReviewRow & { state: reviews.Outcome }>`
    select ${row} from review r
    where r.group_id = (select group_id from review where id = ${id}) and r.project_id = ${project.id}
      and ${isUndoable(sql`${now.toISOString()}`)}
    order by r.id for no key update`.execute(trx)
  return rows
}

export async function setWithdrawn(trx: Db, review: ReviewRow, now: Date) {
  await trx
    .updateTable('review')
    .set({ state: 'withdrawn', state_since: now.toISOString() })
    .where('id', '=', review.id)
    .execute()
  await showReview(trx, review)
}

interface Decision {
  outcome: reviews.Outcome
  comment: string | null
  /** Null for changes, which are on no receipt. */
  identifiedBy: receipts.IdentifiedBy | null
  by: Pick<ClientUser, 'sessionId' | 'personId'>
}

export async function saveDecision(
  trx: Db,
  review: ReviewRow,
  { outcome, comment, identifiedBy, by }: Decision,
  now: Date,
) {
  const at = now.toISOString()
  await trx
    .updateTable('review')
    .set({
      state: outcome,
      state_since: at,
      decided_at: at,
      comment,
      identified_by: identifiedBy,
      decided_in: by.sessionId,
      decided_by: by.personId,
    })
    .where('id', '=', review.id)
    .execute()
  await showReview(trx, review)
}

/** Sets the reviews to open. The caller then closes those whose version is no longer the newest. */
export async function deleteDecision(trx: Db, reviews: readonly ReviewRow[], now: Date) {
  for (const { id } of reviews) {
    await trx
      .updateTable('review')
      .set({
        state: 'open',
        state_since: now.toISOString(),
        decided_at: null,
        comment: null,
        identified_by: null,
        decided_in: null,
        decided_by: null,
      })
      .where('id', '=', id)
      .execute()
    await showReview(trx, { id })
  }
}
