import { guestLinks } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor, Side } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { isUsable, worksUntil } from '../access/usable-link.ts'
import { isWorking, linkColumns, makerIdOf } from './link-columns.ts'

interface NewLink {
  id: string
  requestId: string
  tokenHash: Buffer
  madeBy: Side
  makerId: string
  note: string | null
  message: string | null
  mailedTo: string | null
  now: Date
  expiresAt: Date
}

/** False when the request has as many working links as it can have. The caller has locked the project. */
export async function insertLink(
  trx: Db,
  { id, requestId, tokenHash, madeBy, makerId, note, message, mailedTo, now, expiresAt }: NewLink,
) {
  // A client is named by their first name, as in “Sam (asked by Maya)”.
  const { numAffectedRows = 0n } = await sql`
    insert into guest_link (id, request_id, token_hash, made_by, maker_id, maker, note, message, mailed_to, created_at, expires_at)
    select ${id}, r.id, ${tokenHash}, ${madeBy}, ${makerId}, ${
      madeBy === 'client'
        ? sql`(select first_name from client where id = ${makerId})`
        : sql`(select name from freelancer where id = ${makerId})`
    }, ${note}, ${message}, ${mailedTo}, ${now.toISOString()}, ${expiresAt.toISOString()}
    from request r where r.id = ${requestId} and (
      select count(*) from guest_link where request_id = r.id and expires_at > ${now.toISOString()}
    ) < ${guestLinks.MAX_LINKS}`.execute(trx)
  return numAffectedRows > 0n
}

/** The email was not queued. */
export async function setUnmailed(trx: Db, id: string) {
  await trx.updateTable('guest_link').set({ mailed_to: null }).where('id', '=', id).execute()
}

/** Whether emails may be sent on behalf of this account. */
export async function isSenderConfirmed(db: Db, workspaceId: string) {
  const found = await db
    .selectFrom('member')
    .innerJoin('freelancer', 'freelancer.id', 'member.person_id')
    .select('freelancer.id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export interface LinkToMail {
  workspaceId: string
  email: string
  madeBy: Side
  maker: string
  message: string | null
  title: string
  worksUntil: string
  freelancer: { name: string; email: string; company: string | null }
  /** Who made it, if it was this side; its company is the client’s. */
  client: { name: string; email: string; company: string | null }
}

/** Undefined when it does not work any more, was made with another secret, or is not to be mailed. */
export async function findLinkToMail(db: Db, id: string, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<LinkToMail>`
    select p.workspace_id as "workspaceId", l.mailed_to as email, l.made_by as "madeBy", l.maker, l.message, r.title, ${worksUntil(sql`p.time_zone`)} as "worksUntil",
      json_build_object('name', f.name, 'email', f.email, 'company', w.name) as freelancer,
      json_build_object('name', person.first_name || ' ' || person.last_name, 'email', person.email, 'company', c.company) as client
    from guest_link l
    join request r on r.id = l.request_id
    join project p on p.id = r.project_id
    join workspace w on w.id = p.workspace_id
    join client c on c.id = p.client_id
    join freelancer f on f.id = c.lead_id
    join client person on person.id = case l.made_by when 'client' then ${makerIdOf} else c.id end
    where l.id = ${id} and l.token_hash = ${tokenHash} and l.mailed_to is not null
      and ${isWorking(sql`${now.toISOString()}`)}`.execute(db)
  return rows[0]
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
