import { requestLinks as links, type requestLinks } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '../../platform/sql/database.ts'
import { recordEvent } from '../events/record.ts'
import { requestSubject } from '../requests/request-columns.ts'
import { isWorking } from './link-columns.ts'

export interface OpenLink {
  id: string
  expiresAt: Date
  /** How many more files or texts can be given with it. */
  usesLeft: number
  /** The name of the person who made the link. */
  maker: string
  requestId: string
  title: string
  details: string | null
  kind: requestLinks.GuestRequest['kind']
  projectId: string
  clientId: string
  freelancerId: string
  /** The freelancer’s name and time zone. */
  freelancer: string
  timeZone: string
  /** What both sides are called. */
  names: (string | null)[]
}

/** Finds the link with this token, if it works. */
export async function findOpenLink(db: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<Omit<OpenLink, 'expiresAt'> & { expiresAt: string }>`
    select l.id, l.expires_at as "expiresAt", ${sql.lit(links.MAX_USES)} - l.uses as "usesLeft", l.maker,
      r.id as "requestId", r.title, r.details, r.kind, p.id as "projectId", p.client_id as "clientId",
      p.freelancer_id as "freelancerId", f.name as freelancer, f.time_zone as "timeZone",
      json_build_array(l.maker, f.name, f.company, c.first_name, c.first_name || ' ' || c.last_name, c.company) as names
    from request_link l
    join request r on r.id = l.request_id
    join project p on p.id = r.project_id
    join freelancer f on f.id = p.freelancer_id
    join client c on c.id = p.client_id
    where l.token_hash = ${tokenHash} and ${isWorking(sql`${now.toISOString()}`)}`.execute(db)
  const [found] = rows
  return found && { ...found, expiresAt: new Date(found.expiresAt) }
}

/**
 * Counts a use in the transaction that stores the answer. False when the link was revoked or used up. An answer that
 * was begun before the link expired is accepted. The caller has locked the project.
 */
export async function countUse(trx: Db, id: string, now: Date) {
  const { numUpdatedRows } = await trx
    .updateTable('request_link')
    .set({ uses: sql`uses + 1`, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where('uses', '<', links.MAX_USES)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists show all texts of a project's requests at once. */
const MAX_ANSWERS_OF_PROJECT = 1_000

/** False when the request is accepted, or gone, or its project has enough answers. The caller has locked the project. */
export async function saveGuestAnswer(
  trx: Db,
  requestId: string,
  { author, text }: { author: string; text: string },
  now: Date,
) {
  const at = now.toISOString()
  const { rows } = await sql`
    with r as (
      update request
      set state = 'answered', state_since = case when state = 'open' then ${at} else state_since end,
        sent_back = false, reason = null
      where id = ${requestId} and state <> 'accepted' and (
        select count(*) from request_answer a join request other on other.id = a.request_id
        where other.project_id = request.project_id
      ) < ${MAX_ANSWERS_OF_PROJECT} returning *
    ), retracted as (
      delete from request_answer a using r
      where a.request_id = r.id and a.author_type = 'Client' and a.unable is not null
    ), a as (
      insert into request_answer (id, request_id, author_type, author_name, text, answered_at)
      select ${newId()}, r.id, 'Guest', ${author}, ${text}, ${at} from r returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'guest',
      name: sql`a.author_name` as RawBuilder<string>,
      kind: 'request_answered',
      subject: { ...requestSubject, answerId: sql`a.id`, unable: sql`a.unable` },
      now: at,
      from: sql`a join r on r.id = a.request_id join project p on p.id = r.project_id`,
    })})
    select id from r`.execute(trx)
  return rows.length > 0
}
