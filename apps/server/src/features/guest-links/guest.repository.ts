import { type guestLinks, guestLinks as links } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { peopleOfClient } from '../access/people-of-client.ts'
import { worksUntil } from '../access/usable-link.ts'
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
  kind: guestLinks.GuestRequest['kind']
  projectId: string
  clientId: string
  workspaceId: string
  madeBy: 'freelancer' | 'client'
  message: string | null
  /** The freelancer’s name and company, and the client's company. */
  freelancer: string
  company: string | null
  business: string | null
  worksUntil: string
  /** What both sides are called. */
  names: (string | null)[]
}

/** Finds the link with this token, if it works. */
export async function findOpenLink(db: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<Omit<OpenLink, 'expiresAt'> & { expiresAt: string }>`
    select l.id, l.expires_at as "expiresAt", ${sql.lit(links.MAX_USES)} - l.uses as "usesLeft", l.maker,
      r.id as "requestId", r.title, r.details, r.kind, p.id as "projectId", p.client_id as "clientId",
      p.workspace_id as "workspaceId", f.name as freelancer, w.name as company, c.company as business, l.made_by as "madeBy", l.message,
      ${worksUntil(sql`p.time_zone`)} as "worksUntil",
      array[l.maker, f.name, w.name, c.company] || array(
        select unnest(array[first_name, first_name || ' ' || last_name]) from client where id in (${peopleOfClient(sql`c.id`)})
      ) as names
    from guest_link l
    join request r on r.id = l.request_id
    join project p on p.id = r.project_id
    join workspace w on w.id = p.workspace_id
    join client c on c.id = p.client_id
    join freelancer f on f.id = c.lead_id
    where l.token_hash = ${tokenHash} and ${isWorking(sql`${now.toISOString()}`)}`.execute(db)
  const [found] = rows
  return found && { ...found, expiresAt: new Date(found.expiresAt) }
}

/** False when it was noted shortly before, because people reload pages and send several things. */
export async function noteOpening(trx: Db, id: string, now: Date, notedBefore: Date) {
  const { numUpdatedRows } = await trx
    .updateTable('guest_link')
    .set({ opened_at: now.toISOString() })
    .where('id', '=', id)
    .where((of) => of.or([of('opened_at', 'is', null), of('opened_at', '<', notedBefore.toISOString())]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Counts a use in the transaction that stores the answer. False when the link was revoked or used up. An answer that
 * was begun before the link expired is accepted. The caller has locked the project.
 */
export async function countUse(trx: Db, id: string, now: Date) {
  const { numUpdatedRows } = await trx
    .updateTable('guest_link')
    .set({ uses: sql`uses + 1`, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where('uses', '<', links.MAX_USES)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists show all texts of a project's requests at once. */
const MAX_ANSWERS_OF_PROJECT = 1_000

/** Whether the project has room for another answer. */
export async function hasRoomForAnswer(trx: Db, project: LockedProject) {
  const { count } = await trx
    .selectFrom('request_answer')
    .innerJoin('request', 'request.id', 'request_answer.request_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('request.project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  return Number(count) < MAX_ANSWERS_OF_PROJECT
}

/** The client's “I don’t have it” goes. */
export async function insertGuestAnswer(
  trx: Db,
  { id, requestId, author, text }: { id: string; requestId: string; author: string; text: string },
  now: Date,
) {
  await sql`
    delete from request_answer where request_id = ${requestId} and author_type = 'Client' and unable is not null`.execute(
    trx,
  )
  await sql`
    insert into request_answer (id, request_id, author_type, author_name, text, answered_at)
    values (${id}, ${requestId}, 'Guest', ${author}, ${text}, ${now.toISOString()})`.execute(trx)
}
