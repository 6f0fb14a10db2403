import { guestLinks } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor, Side } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { isUsable } from '../access/usable-link.ts'
import { linkColumns } from './link-columns.ts'

interface NewLink {
  id: string
  requestId: string
  tokenHash: Buffer
  madeBy: Side
  note: string | null
  now: Date
  expiresAt: Date
}

/** False when the request has as many working links as it can have. The caller has locked the project. */
export async function insertLink(
  trx: Db,
  { id, requestId, tokenHash, madeBy, note, now, expiresAt }: NewLink,
) {
  // A client is named by their first name, as in “Sam (asked by Maya)”.
  const { numAffectedRows = 0n } = await sql`
    insert into guest_link (id, request_id, token_hash, made_by, maker, note, created_at, expires_at)
    select ${id}, r.id, ${tokenHash}, ${madeBy}, ${
      madeBy === 'client'
        ? sql`(select first_name from client where id = r.client_id)`
        : sql`(select name from freelancer where id = r.workspace_id)`
    }, ${note}, ${now.toISOString()}, ${expiresAt.toISOString()}
    from request r where r.id = ${requestId} and (
      select count(*) from guest_link where request_id = r.id and expires_at > ${now.toISOString()}
    ) < ${guestLinks.MAX_LINKS}`.execute(trx)
  return numAffectedRows > 0n
}

/** The caller has checked that the person reaches the request. */
export async function listLinks(db: Db, requestId: string, page: PageParams) {
  const [found] = await ofRequestStatement(db, { requestId, ...page })
  return found as Page<guestLinks.GuestLink[]>
}

const ofRequestStatement = statement<{ requestId: string } & PageParams, Page<guestLinks.GuestLink[]>>(
  'links_of_request',
  ($) =>
    pageOf(
      {
        columns: linkColumns,
        from: sql`guest_link l join request r on r.id = l.request_id join project p on p.id = r.project_id
          where l.request_id = ${$.requestId}`,
        idColumn: 'l.id',
      },
      $,
    ),
)

const ofProjectStatements = forEachSide((side) =>
  statement<Asker & { projectId: string; now: Date } & PageParams, Page<guestLinks.LinkOfProject[]>>(
    `${side}_guest_links`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<guestLinks.LinkOfProject>(
        {
          columns: sql`${linkColumns}, json_build_object('id', r.id, 'title', r.title) as request`,
          from: sql`guest_link l join request r on r.id = l.request_id
            where r.project_id = p.id and ${isUsable($.now)}`,
          idColumn: 'l.id',
        },
        $,
      )}) as page
      where p.id = ${$.projectId} and ${reachableProject(side, $, 'p')}`,
  ),
)

/** The links of all requests that work, or do once the project is not archived any more; undefined when this person cannot reach the project. */
export async function listLinksOfProject(
  db: Db,
  actor: Actor,
  projectId: string,
  params: { now: Date } & PageParams,
) {
  const [found] = await ofProjectStatements[actor.side](db, { ...actor, projectId, ...params })
  return found
}

/** False when the request has no such link. */
export async function deleteLink(trx: Db, { requestId, id }: { requestId: string; id: string }) {
  const { numDeletedRows } = await trx
    .deleteFrom('guest_link')
    .where('id', '=', id)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
