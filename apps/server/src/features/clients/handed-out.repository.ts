import type { clients } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { reachableClient, reachableProject } from '../access/reachable.ts'
import { isUsable } from '../access/usable-link.ts'

/** The login links of all clients that work and whose address the freelancer was shown. */
const loginLinks = (actorId: unknown, now: RawBuilder<unknown>) => sql`
  login_link l join client c on c.id = l.client_id
  where ${reachableClient('freelancer', actorId, 'c')} and l.origin = 'handed_out' and l.expires_at > ${now}`

/** The links of guests that work, or do once their project is not archived any more. */
const guestLinks = (actorId: unknown, now: RawBuilder<unknown>) => sql`
  request_link l join request r on r.id = l.request_id join project p on p.id = r.project_id
    join client c on c.id = p.client_id
  where ${reachableProject('freelancer', actorId, 'p')} and ${isUsable(now)}`

/** The sessions of clients that a handed out link began, and in which no mailed code was given since. */
const sessions = (actorId: unknown, now: RawBuilder<unknown>) => sql`
  session s join client c on c.id = s.client_id
  where ${reachableClient('freelancer', actorId, 'c')} and s.known_by = 'handed_out' and s.expires_at > ${now}`

type ListParams = { actorId: string; now: Date } & PageParams

const listStatement = statement<ListParams, Page<clients.HandedOutLink[]>>('handed_out_links', ($) => {
  const columns = (request: RawBuilder<unknown>, lastUsedAt: string) => sql`
    select l.id, json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name) as client,
      ${request} as request, ${instant('l.created_at')} as "createdAt", ${instant('l.expires_at')} as "expiresAt",
      ${instant(lastUsedAt)} as "lastUsedAt"`
  const request = sql`json_build_object('id', r.id, 'title', r.title, 'projectId', p.id)`
  return pageOf(
    {
      columns: sql`id, client, request, "createdAt", "expiresAt", "lastUsedAt"`,
      from: sql`(
        ${columns(sql`null::json`, 'l.last_opened_at')} from ${loginLinks($.actorId, $.now)}
        union all
        ${columns(request, 'l.last_used_at')} from ${guestLinks($.actorId, $.now)}
      ) as link where true`,
      idColumn: 'link.id',
    },
    $,
  )
})

export async function listHandedOut(
  db: Db,
  { personId: actorId }: Freelancer,
  params: { now: Date } & PageParams,
) {
  const [found] = await listStatement(db, { actorId, ...params })
  return found as Page<clients.HandedOutLink[]>
}

export async function countHandedOut(db: Db, { personId: actorId }: Freelancer, at: Date) {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<clients.HandedOutCounts>`
    select (select count(*)::int from ${loginLinks(actorId, now)}) as "loginLinks",
      (select count(*)::int from ${guestLinks(actorId, now)}) as "guestLinks",
      (select count(*)::int from ${sessions(actorId, now)}) as sessions`.execute(db)
  return rows[0] as clients.HandedOutCounts
}

/** For update, as `lockClient` does, so that a session or a link which is about to begin ends too. */
export async function lockClients(trx: Db, { personId: actorId }: Freelancer) {
  await sql`
    select id from client where ${reachableClient('freelancer', actorId)} order by id for update`.execute(trx)
}

/** Returns the client of each deleted link. */
export async function deleteHandedOutLoginLinks(trx: Db, { personId: actorId }: Freelancer, at: Date) {
  const { rows } = await sql<{ clientId: string }>`
    delete from login_link where id in (
      select l.id from ${loginLinks(actorId, sql`${at.toISOString()}::timestamptz`)}
    ) returning client_id as "clientId"`.execute(trx)
  return rows
}

/** Returns the ended sessions with their clients. */
export async function deleteHandedOutSessions(trx: Db, { personId: actorId }: Freelancer, at: Date) {
  const { rows } = await sql<{ id: string; clientId: string }>`
    delete from session where id in (
      select s.id from ${sessions(actorId, sql`${at.toISOString()}::timestamptz`)}
    ) returning id, client_id as "clientId"`.execute(trx)
  return rows
}
