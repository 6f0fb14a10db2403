import type { accounts } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Side } from '../../platform/actors.ts'
import { addressRange } from '../../platform/http/address-range.ts'
import type { Db } from '../../platform/sql/database.ts'

type SessionPerson = Pick<Actor, 'side' | 'personId'>

/**
 * A query that finds the owner of a new session by a credential (a link, a password) and locks both until the transaction
 * ends. It locks the owner first, `for no key update`, in the same order as the code that ends sessions. That of a
 * client has a column `knownBy`, that of a member `workspaceId`.
 */
export type OwnerQuery<Owner extends { id: string }> = RawBuilder<Owner>

interface NewSession {
  id: string
  side: Side
  userAgent: string | null
  addressRange: string | null
  now: Date
  expiresAt: Date
  /** The freelancer's session that a preview belongs to. */
  previewedBy?: string
}

/** Undefined when the credential is no longer valid. */
export async function insertSession<Owner extends { id: string }>(
  db: Db,
  owner: OwnerQuery<Owner>,
  { id, side, userAgent, addressRange, now, expiresAt, previewedBy }: NewSession,
): Promise<Owner | undefined> {
  const column = sql.ref(ownerColumn[side])
  const knownBy = side === 'client' && !previewedBy ? sql`owner."knownBy"` : sql`null`
  const { rows } = await sql<Owner>`
    with credential as (${owner}),
      owner as (
        select * from credential${
          side === 'freelancer'
            ? sql` where not exists (
          select from freelancer f where f.id = credential.id and f.suspended_at is not null)`
            : sql``
        }
      ),
      made as (
        insert into session
          (id, ${column}, workspace_id, user_agent, created_at, last_seen_at, expires_at, previewed_by, known_by, confirmed_at,
            address_range)
        select ${id}, owner.id, ${side === 'freelancer' ? sql`owner."workspaceId"` : sql`null`}, ${userAgent}, ${now}, ${now},
          ${expiresAt}, ${previewedBy ?? null}, ${knownBy}, ${side === 'freelancer' ? now : null}, ${addressRange} from owner
      )
    select * from owner`.execute(db)
  return rows[0]
}

/** A separate statement after the owner is locked, so that it sees sessions that others have committed meanwhile. */
export async function deleteOldest(
  db: Db,
  { side, personId }: SessionPerson,
  { keep, newest, now }: SessionCap,
) {
  const column = sql.ref(ownerColumn[side])
  await sql`
    delete from session where id in (
      select id from session
      where ${column} = ${personId} and id <> ${newest} and expires_at > ${now} and previewed_by is null and switched_from is null
      order by created_at desc, id desc offset ${keep - 1}
    )`.execute(db)
}

interface SessionCap {
  /** How many sessions stay, the newest included. */
  keep: number
  newest: string
  now: Date
}

/** When its person last gave their password or passkey. */
export async function findConfirmedAt(db: Db, id: string) {
  const row = await db.selectFrom('session').select('confirmed_at').where('id', '=', id).executeTakeFirst()
  return row?.confirmed_at ?? undefined
}

/** In the sessions of the same browser in other workspaces too. */
export async function setConfirmed(db: Db, id: string, now: Date) {
  await sql`
    update session set confirmed_at = ${now} where ${firstOf(id)} in (id, switched_from)`.execute(db)
}

/** With all that were begun in it, or together with it. A trigger notifies every process. */
export async function deleteSession(db: Db, id: string) {
  await db
    .deleteFrom('session')
    .where(sql<boolean>`id in (${id}, ${firstOf(id)})`)
    .execute()
}

/** The session in which this person came in: this one, unless it was begun by switching to another workspace. */
const firstOf = (id: string) => sql`(select coalesce(switched_from, id) from session where id = ${id})`

interface Switch {
  sessionId: string
  workspaceId: string
  id: string
  now: Date
}

/**
 * Finds the session in another workspace that was begun in this one, or begins it. Undefined when the person is no member of it, or the
 * session has ended.
 */
export async function saveSwitchedSession(db: Db, { sessionId, workspaceId, id, now }: Switch) {
  await sql`select from session where id = ${firstOf(sessionId)} for no key update`.execute(db)
  await sql`
    insert into session
      (id, freelancer_id, workspace_id, user_agent, created_at, last_seen_at, expires_at, confirmed_at, switched_from)
    select ${id}, s.freelancer_id, m.workspace_id, s.user_agent, ${now}, ${now}, s.expires_at, s.confirmed_at, s.id
    from session s join member m on m.person_id = s.freelancer_id and m.workspace_id = ${workspaceId}
    where s.id = ${firstOf(sessionId)} and s.expires_at > ${now} and s.workspace_id <> ${workspaceId}
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string; personId: string; expiresAt: string }>`
    update session set expires_at = (select expires_at from session where id = ${firstOf(sessionId)})
    where workspace_id = ${workspaceId} and expires_at > ${now} and ${firstOf(sessionId)} in (id, switched_from)
    returning id, freelancer_id as "personId", expires_at as "expiresAt"`.execute(db)
  return rows[0]
}

const ownerColumn = { freelancer: 'freelancer_id', client: 'client_id' } as const

/** A browser is one session, whatever workspaces its person has switched to in it. */
export async function findSessions(db: Db, { side, personId, sessionId }: Actor) {
  const { rows } = await sql<StoredSession>`
    select s.id, s.user_agent as "userAgent", s.known_by as "knownBy", coalesce(last.address_range, s.address_range) as "addressRange",
      s.created_at as "createdAt", last.last_seen_at as "lastSeenAt", s.id = ${firstOf(sessionId)} as current
    from session s, lateral (
      select address_range, last_seen_at from session where id = s.id or switched_from = s.id
      order by last_seen_at desc limit 1
    ) as last
    where s.${sql.ref(ownerColumn[side])} = ${personId} and s.previewed_by is null and s.switched_from is null
    order by last.last_seen_at desc, s.id desc limit 200`.execute(db)
  return rows
}

interface StoredSession extends Omit<accounts.SessionInfo, 'device'> {
  userAgent: string | null
}

/** A client who was last seen longer ago than this has come back. */
const ABSENCE_MS = 5 * 60_000

/**
 * Updates the last use of these sessions and their members and clients. Skips locked rows, which may be about to be deleted. Returns the
 * freelancers whose clients have come back.
 */
export async function saveLastSeen(db: Db, used: ReadonlyMap<string, string | undefined>, now: Date) {
  const ids = [...used.keys()]
  const ranges = [...used.values()].map((address) => (address === undefined ? null : addressRange(address)))
  const seen = { last_seen_at: now.toISOString() }
  await sql`
    update session set last_seen_at = ${now}, address_range = coalesce(range, address_range)
    from (
      select session.id, range from session join unnest(${ids}::uuid[], ${ranges}::text[]) used (id, range) on used.id = session.id
      for no key update of session skip locked
    ) as free
    where free.id = session.id`.execute(db)
  await db
    .updateTable('member')
    .set(seen)
    .from((of) =>
      of
        .selectFrom('member as m')
        .innerJoin('session as s', (on) =>
          on.onRef('s.workspace_id', '=', 'm.workspace_id').onRef('s.freelancer_id', '=', 'm.person_id'),
        )
        .where('s.id', 'in', ids)
        .select(['m.workspace_id', 'm.person_id'])
        .forNoKeyUpdate('m')
        .skipLocked()
        .as('seen'),
    )
    .whereRef('member.workspace_id', '=', 'seen.workspace_id')
    .whereRef('member.person_id', '=', 'seen.person_id')
    .execute()
  const before = new Date(now.getTime() - ABSENCE_MS).toISOString()
  const clients = await db
    .with('seen', (qb) =>
      qb
        .selectFrom('client')
        .select(['client.id', 'client.last_seen_at'])
        .where('client.id', 'in', (of) => of.selectFrom('session').select('client_id').where('id', 'in', ids))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('client')
    .from('seen')
    .set(seen)
    .whereRef('client.id', '=', 'seen.id')
    .returning(['client.workspace_id as freelancerId', 'seen.last_seen_at as lastSeenAt'])
    .execute()
  const back = clients.filter(({ lastSeenAt }) => lastSeenAt === null || lastSeenAt < before)
  return [...new Set(back.map(({ freelancerId }) => freelancerId))]
}

/** Returns the ids of the deleted sessions. */
export async function deleteSessions(
  db: Db,
  { side, personId }: SessionPerson,
  { only, except }: { only?: string; except?: string },
) {
  const ended = await db
    .deleteFrom('session')
    .where(ownerColumn[side], '=', personId)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) =>
      query.where(sql<boolean>`id <> ${except} and id is distinct from ${firstOf(except ?? '')}`),
    )
    .returning('id')
    .execute()
  return ended.map((session) => session.id)
}

/** Locks the session until the transaction ends. Undefined when it has ended. */
export function lockSession(db: Db, id: string, now: Date) {
  return db
    .selectFrom('session')
    .select('expires_at as expiresAt')
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .forKeyShare()
    .executeTakeFirst()
}

/**
 * Locks a client's session until the transaction ends. Locks the client first, as a change of address does that ends the session:
 * their address stays what it was when the session was found. Undefined when the session has ended.
 */
export async function lockClientSession(db: Db, id: string, now: Date) {
  const { rows } = await sql<{ knownBy: accounts.KnownBy }>`
    select coalesce(s.known_by, 'handed_out') as "knownBy" from client c join session s on s.client_id = c.id
    where s.id = ${id} and s.expires_at > ${now} for key share of c for no key update of s`.execute(db)
  return rows[0]
}

/** A code was given that had been mailed to the client's address. */
export async function setKnownByCode(db: Db, id: string) {
  await db.updateTable('session').set({ known_by: 'code' }).where('id', '=', id).execute()
}

/** Ends the previews that were begun in this session. */
export async function deletePreviews(db: Db, sessionId: string) {
  await db.deleteFrom('session').where('previewed_by', '=', sessionId).execute()
}

/** Returns when the session expires now, at most so many days after it began. Undefined when it has ended meanwhile. */
export async function extendSession(db: Db, id: string, expiresAt: Date, maxDays: number) {
  const { rows } = await sql<{ id: string; expiresAt: string }>`
    update session set expires_at = least(${expiresAt}::timestamptz, created_at + make_interval(hours => 24 * ${maxDays}::int))
    where id in (${id}, ${firstOf(id)}) returning id, expires_at as "expiresAt"`.execute(db)
  return rows.find((row) => row.id === id)?.expiresAt
}

/** Skips locked rows: who ends several sessions of a person locks them in another order. */
export async function deleteExpired(db: Db, now: Date, idleSince: Date | null) {
  await db
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where((of) =>
          of.or([
            of('expires_at', '<', now.toISOString()),
            ...(idleSince ? [of('last_seen_at', '<', idleSince.toISOString())] : []),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
