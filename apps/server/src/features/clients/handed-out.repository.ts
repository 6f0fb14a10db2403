import type { clients } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, type AskerValues, reachablePerson, reachableProject } from '../access/reachable.ts'
import { isUsable, worksUntil } from '../access/usable-link.ts'

/** The login links of all clients that work and whose address the freelancer was shown. */
const loginLinks = (asker: AskerValues, now: RawBuilder<unknown>) => sql`
  login_link l join client c on c.id = l.client_id
  where ${reachablePerson('freelancer', asker, 'c')} and l.origin = 'handed_out' and l.expires_at > ${now}`

/** The links of guests that work, or do once their project is not archived any more. */
const guestLinks = (asker: AskerValues, now: RawBuilder<unknown>) => sql`
  guest_link l join request r on r.id = l.request_id join project p on p.id = r.project_id
    join client c on c.id = p.client_id
  where ${reachableProject('freelancer', asker, 'p')} and ${isUsable(now)}`

/** The sessions of clients that a handed out link began, and in which no mailed code was given since. */
const sessions = (asker: AskerValues, now: RawBuilder<unknown>) => sql`
  session s join client c on c.id = s.client_id
  where ${reachablePerson('freelancer', asker, 'c')} and s.known_by = 'handed_out' and s.expires_at > ${now}`

type ListParams = Asker & { now: Date } & PageParams

const listStatement = statement<ListParams, Page<clients.HandedOutLink[]>>('handed_out_links', ($) => {
  const columns = (request: RawBuilder<unknown>, lastUsedAt: string) => sql`
    select l.id, json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name) as client,
      ${request} as request, ${instant('l.created_at')} as "createdAt", ${instant('l.expires_at')} as "expiresAt",
      ${worksUntil(sql`(select time_zone from workspace where id = c.workspace_id)`)} as "worksUntil",
      ${instant(lastUsedAt)} as "lastUsedAt"`
  const request = sql`json_build_object('id', r.id, 'title', r.title, 'projectId', p.id)`
  return pageOf(
    {
      columns: sql`id, client, request, "createdAt", "expiresAt", "worksUntil", "lastUsedAt"`,
      from: sql`(
        ${columns(sql`null::json`, 'l.last_opened_at')} from ${loginLinks($, $.now)}
        union all
        ${columns(request, 'l.last_used_at')} from ${guestLinks($, $.now)}
      ) as link where true`,
      idColumn: 'link.id',
    },
    $,
  )
})

export async function listHandedOut(db: Db, actor: Freelancer, params: { now: Date } & PageParams) {
  const [found] = await listStatement(db, { ...actor, ...params })
  return found as Page<clients.HandedOutLink[]>
}

export async function countHandedOut(db: Db, actor: Freelancer, at: Date) {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<clients.HandedOutCounts>`
    select (select count(*)::int from ${loginLinks(actor, now)}) as "loginLinks",
      (select count(*)::int from ${guestLinks(actor, now)}) as "guestLinks",
      (select count(*)::int from ${sessions(actor, now)}) as sessions`.execute(db)
  return rows[0] as clients.HandedOutCounts
}

/** For update, as `lockClient` does, so that a session or a link which is about to begin ends too. */
export async function lockClients(trx: Db, actor: Freelancer) {
  await sql`
    select id from client where ${reachablePerson('freelancer', actor)} order by id for update`.execute(trx)
}

/** Returns the client of each deleted link. */
export async function deleteHandedOutLoginLinks(trx: Db, actor: Freelancer, at: Date) {
  const { rows } = await sql<{ clientId: string }>`
    delete from login_link where id in (
      select l.id from ${loginLinks(actor, sql`${at.toISOString()}::timestamptz`)}
    ) returning client_id as "clientId"`.execute(trx)
  return rows
}

/** Returns the ended sessions with their clients. */
export async function deleteHandedOutSessions(trx: Db, actor: Freelancer, at: Date) {
  const { rows } = await sql<{ id: string; clientId: string }>`
    delete from session where id in (
      select s.id from ${sessions(actor, sql`${at.toISOString()}::timestamptz`)}
    ) returning id, client_id as "clientId"`.execute(trx)
  return rows
}
