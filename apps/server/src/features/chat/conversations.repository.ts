import type { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import { type Db, prepared } from '../../platform/db.ts'
import type { Pair } from './rooms.ts'
import { PLANS_WITH_CHAT } from './sending.repository.ts'

export type StoredState = Omit<chat.State, 'peerHere'>

const inPlan = sql`f.plan = any (${sql.lit(`{${PLANS_WITH_CHAT}}`)})`
const ongoing = sql`(
  exists (select from project p where p.client_id = c.client_id and p.status <> 'Completed')
  or not exists (select from project p where p.client_id = c.client_id))`

/** What a conversation `c` of freelancer `f` stands at for one side; the other's last moment is not among it for a list. */
const stateFor: Record<Actor['role'], RawBuilder<unknown>> = {
  freelancer: sql`
    c.last_number as "lastNumber", c.client_total - c.freelancer_read as unread,
    c.freelancer_seen as seen, c.client_seen as "peerSeen",
    (select last_seen_at from client where id = c.client_id) as "peerLastSeenAt",
    case when not ${inPlan} then 'CHAT_NOT_IN_PLAN' end as silence`,
  client: sql`
    c.last_number as "lastNumber", c.last_number - c.client_total - c.client_read as unread,
    c.client_seen as seen, c.freelancer_seen as "peerSeen",
    (select max(last_seen_at) from session where freelancer_id = c.freelancer_id) as "peerLastSeenAt",
    case when not ${inPlan} then 'CHAT_NOT_AVAILABLE' when not ${ongoing} then 'NO_ONGOING_PROJECT' end as silence`,
}

const stateOfOne = (role: Actor['role']) =>
  prepared<Pair, StoredState>(
    `conversation_for_${role}`,
    ($) => sql`
      select ${stateFor[role]} from conversation c join freelancer f on f.id = c.freelancer_id
      where c.client_id = ${$.clientId} and c.freelancer_id = ${$.freelancerId}`,
  )
const states = { freelancer: stateOfOne('freelancer'), client: stateOfOne('client') }

/** Undefined when the two do not belong together. */
export async function findState(db: Db, role: Actor['role'], pair: Pair) {
  const [found] = await states[role](db, pair)
  return found
}
