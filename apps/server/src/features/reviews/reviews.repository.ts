import type { reviews } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { groupKind, isNewestRound, reviewColumns } from './review-columns.ts'

interface ListParams extends Asker, PageParams {
  sessionId: string
  id: string
  now: Date
}

const ofFileStatements = forEachSide((side) =>
  statement<ListParams, Page<reviews.Review[]>>(
    `${side}_reviews_of_file`,
    ($) => sql`
      select page.json, page.next
      from file f join project p on p.id = f.project_id, lateral (${pageOf<reviews.Review>(
        {
          columns: reviewColumns({
            sessionId: side === 'client' ? sql`${$.sessionId}::uuid` : null,
            now: $.now,
          }),
          from: sql`review r where r.history_id = f.history_id`,
          idColumn: 'r.id',
        },
        $,
      )}) as page
      where f.id = ${$.id} and f.state = 'stored' and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The reviews of all versions of a file, newest first; undefined when this person cannot reach it. */
export async function listReviewsOfFile(db: Db, actor: Actor, id: string, now: Date, page: PageParams) {
  const [found] = await ofFileStatements[actor.side](db, { ...actor, id, now, ...page })
  return found
}

/** Whether the review is open, or is the last round, asks for changes and its file still exists. */
const waits = sql`
  (r.state = 'open' or r.state = 'changes_requested' and ${isNewestRound}
    and exists (select from file f where f.history_id = r.history_id and f.state = 'stored'))`

const waitingStatements = forEachSide((side) =>
  statement<ListParams, Page<reviews.Review[]>>(
    `${side}_waiting_reviews`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<reviews.Review>(
        {
          columns: reviewColumns({
            sessionId: side === 'client' ? sql`${$.sessionId}::uuid` : null,
            now: $.now,
          }),
          from: sql`review r where r.project_id = p.id and ${waits}`,
          idColumn: 'r.id',
        },
        $,
      )}) as page
      where p.id = ${$.id} and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** Undefined when this person cannot reach the project. */
export async function listWaitingReviews(db: Db, actor: Actor, id: string, now: Date, page: PageParams) {
  const [found] = await waitingStatements[actor.side](db, { ...actor, id, now, ...page })
  return found
}

/** The caller has checked that the person reaches the review. */
export async function readReview(db: Db, actor: Actor, id: string, now: Date): Promise<Json<reviews.Review>> {
  const reader = readerOf(actor, now)
  const { rows } = await asJson<reviews.Review>(
    sql`select ${reviewColumns(reader)} from review r join project p on p.id = r.project_id where r.id = ${id}`,
  ).execute(db)
  return (rows[0] as { json: Json<reviews.Review> }).json
}

/** The project of a review; undefined when this person cannot reach it. */
export async function findProjectOfReview(db: Db, actor: Actor, id: string) {
  const { rows } = await sql<{ projectId: string }>`
    select p.id as "projectId" from review r join project p on p.id = r.project_id
    where r.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows[0]?.projectId
}

/** The reviews that were asked for together with this one. Undefined when this person cannot reach it. */
export async function readGroup(db: Db, actor: Actor, id: string, now: Date) {
  const { rows } = await asJson<reviews.ReviewGroup>(sql`
    select r.group_id as id, r.project_id as "projectId", ${groupKind} as kind, (
        select json_agg(item) from (
          select ${reviewColumns(readerOf(actor, now))} from review r where r.group_id = asked.group_id order by r.id
        ) as item
      ) as reviews
    from review asked join review r on r.id = asked.group_id join project p on p.id = r.project_id
    where asked.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`).execute(db)
  return (rows[0] as { json: Json<reviews.ReviewGroup> } | undefined)?.json
}

const readerOf = ({ side, sessionId }: Actor, now: Date) => ({
  sessionId: side === 'client' ? sql`${sessionId}::uuid` : null,
  now: sql`${now.toISOString()}`,
})
