import type { push } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actors.ts'
import type { PushSubscription } from '../../../platform/push/push.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'

const ownerColumn = { freelancer: 'freelancer_id', client: 'client_id' } as const

/**
 * A session has one subscription. False when the endpoint is stored with other keys: a browser creates endpoint and
 * keys together, so another browser has it.
 */
export async function saveSubscription(
  db: Db,
  { sessionId }: Actor,
  { endpoint, keys: { p256dh, auth } }: push.Subscription,
  now: Date,
) {
  // The browser may have been used by another person before.
  const { rows } = await sql`
    with moved as (
      delete from push_subscription
      where endpoint = ${endpoint} and p256dh = ${p256dh} and auth = ${auth} and session_id <> ${sessionId}
    )
    select from push_subscription
    where endpoint = ${endpoint} and (p256dh <> ${p256dh} or auth <> ${auth}) and session_id <> ${sessionId}`.execute(
    db,
  )
  if (rows.length > 0) return false
  await sql`
    insert into push_subscription (session_id, endpoint, p256dh, auth, created_at)
    values (${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`.execute(db)
  return true
}

/**
 * The portals of one browser share its only subscription, which the portal that subscribed last has. Returns the clients who
 * have lost it.
 */
export async function endSubscriptionsOfOtherPortals(db: Db, { sessionId }: Actor) {
  const { rows } = await sql<{ clientId: string }>`
    delete from push_subscription using session as other, session as own
    where own.id = ${sessionId} and other.portal_group = own.portal_group and other.id <> own.id
      and push_subscription.session_id = other.id
    returning other.client_id as "clientId"`.execute(db)
  return rows.map(({ clientId }) => clientId)
}

export async function setPushOn(db: Db, { side, personId }: Person) {
  await db
    .updateTable(side)
    .set({ push: true })
    .where('id', '=', personId)
    .where('push', '=', false)
    .execute()
}

export interface Subscriber extends Person, PushSubscription {}

/** Undefined when the session has ended or has none. */
export async function findSubscription(db: Db, sessionId: string, now: Date) {
  const { rows } = await sql<Subscriber>`
    select push.endpoint, push.p256dh, push.auth,
      case when session.client_id is null then 'freelancer' else 'client' end as side,
      coalesce(session.client_id, session.freelancer_id) as "personId"
    from push_subscription as push join session on session.id = push.session_id
    where push.session_id = ${sessionId} and session.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Newest first. */
export function findSubscribedSessions(db: Db, { side, personId }: Person, now: Date) {
  return db
    .selectFrom('push_subscription as push')
    .innerJoin('session', 'session.id', 'push.session_id')
    .select(['session.id', 'session.user_agent as userAgent', 'push.created_at as createdAt'])
    .where(`session.${ownerColumn[side]}`, '=', personId)
    .where('session.expires_at', '>', now.toISOString())
    .orderBy('push.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
}

export async function deleteSubscription(db: Db, sessionId: string) {
  await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

/** Deletes a subscription that its browser has ended. The session may have another one by now. */
export async function deleteEndpoint(db: Db, endpoint: string) {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}

export async function deleteSubscriptionsOf(db: Db, { side, personId }: Person) {
  await db
    .deleteFrom('push_subscription')
    .where('session_id', 'in', (from) =>
      from.selectFrom('session').select('id').where(ownerColumn[side], '=', personId),
    )
    .execute()
}
