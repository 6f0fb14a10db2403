import type { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Freelancer } from '../../../platform/actors.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { instant } from '../../../platform/sql/json.ts'
import { statement } from '../../../platform/sql/statement.ts'
import { forEachRole, reachable } from '../../clients/reachable.ts'
import type { Pair } from '../conversation-pair.ts'
import { PLANS_WITH_CHAT, projectsAllow } from '../timeline/rejections.repository.ts'

export type StoredState = Omit<chat.ConversationState, 'peerHere'>

const inPlan = sql`f.plan = any (${sql.lit(`{${PLANS_WITH_CHAT}}`)})`
const ongoing = projectsAllow(sql`c.client_id`)

const unread: Record<Actor['role'], RawBuilder<number>> = {
  freelancer: sql`(c.client_total - c.freelancer_read)`,
  client: sql`(c.last_number - c.client_total - c.client_read)`,
}

/** What a conversation `c` of the freelancer `f` stands at for one of the two. */
const state: Record<Actor['role'], RawBuilder<unknown>> = {
  freelancer: sql`
    c.last_number as "lastNumber", ${unread.freelancer} as unread,
    c.freelancer_seen as seen, c.client_seen as "peerSeen",
    (select last_seen_at from client where id = c.client_id) as "peerLastSeenAt",
    case when not ${inPlan} then 'CHAT_NOT_IN_PLAN' end as silence`,
  client: sql`
    c.last_number as "lastNumber", ${unread.client} as unread,
    c.client_seen as seen, c.freelancer_seen as "peerSeen",
    (select max(last_seen_at) from session where freelancer_id = c.freelancer_id) as "peerLastSeenAt",
    case when not ${inPlan} then 'CHAT_NOT_AVAILABLE' when not ${ongoing} then 'NO_ONGOING_PROJECT' end as silence`,
}

const stateOfOne = (role: Actor['role']) =>
  statement<Pair, StoredState>(
    `conversation_for_${role}`,
    ($) => sql`
      select ${state[role]} from conversation c join freelancer f on f.id = c.freelancer_id
      where c.client_id = ${$.clientId} and c.freelancer_id = ${$.freelancerId}`,
    { sharesConnection: true },
  )
const states = { freelancer: stateOfOne('freelancer'), client: stateOfOne('client') }

/** Undefined when the two do not belong together. */
export async function findState(db: Db, role: Actor['role'], pair: Pair) {
  const [found] = await states[role](db, pair)
  return found
}

/** The client's only one. */
const stateOfClient = statement<{ clientId: string }, StoredState & { freelancerId: string }>(
  'conversation_of_client',
  ($) => sql`
    select ${state.client}, c.freelancer_id as "freelancerId"
    from conversation c join freelancer f on f.id = c.freelancer_id where c.client_id = ${$.clientId}`,
  { sharesConnection: true },
)

export async function findStateOfClient(db: Db, clientId: string) {
  const [found] = await stateOfClient(db, { clientId })
  return found
}

export type StoredConversation = Omit<chat.Conversation, 'peerHere'>

const list = statement<{ actorId: string }, StoredConversation>(
  'conversations',
  ($) => sql`
    select
      json_build_object('id', client.id, 'firstName', client.first_name, 'lastName', client.last_name,
        'company', client.company) as client,
      case when last.number is not null then json_build_object(
        'id', message_id(last.client_id, last.created_at, last.number), 'preview', left(last.content, 200),
        'senderType', case when last.by_client then 'Client' else 'Freelancer' end,
        'createdAt', ${instant('last.created_at')}) end as "lastMessage",
      coalesce(last.by_client, false) as "awaitsAnswer",
      ${state.freelancer}
    from conversation c
    join client on client.id = c.client_id
    join freelancer f on f.id = c.freelancer_id
    left join message last on last.client_id = c.client_id and last.number = c.last_number
    where ${reachable('freelancer', $.actorId, 'c')}
    order by "awaitsAnswer" desc, c.last_at desc nulls last, c.client_id desc`,
)

/** Those who wait for an answer first, then by what was said last. */
export function findConversations(db: Db, { id }: Freelancer) {
  return list(db, { actorId: id })
}

const totals = forEachRole((role) =>
  statement<{ actorId: string }, { unread: number }>(
    `unread_of_${role}`,
    ($) => sql`
      select coalesce(sum(${unread[role]}), 0)::int as unread from conversation c
      where ${reachable(role, $.actorId, 'c')}`,
    { sharesConnection: true },
  ),
)

export async function countUnread(db: Db, { role, id }: Person) {
  const [found] = await totals[role](db, { actorId: id })
  return found?.unread ?? 0
}

interface SeenMark extends Pair {
  number: number
}
type Seen = chat.EventResults['markSeen']

/**
 * Whatever was said meanwhile stays unread: each message knows how many of the client's there are up to it, so nothing
 * has to be counted, and the row as it is now is compared with that.
 */
const markStatements = {
  freelancer: statement<SeenMark, Seen>(
    'freelancer_saw',
    ($) => sql`
      update conversation c
      set freelancer_seen = m.number, freelancer_read = m.client_total,
        freelancer_waits_since = case when c.client_total > m.client_total then c.freelancer_waits_since end
      from message m
      where c.client_id = ${$.clientId} and c.freelancer_id = ${$.freelancerId} and c.freelancer_seen < ${$.number}
        and m.client_id = c.client_id and m.number = ${$.number}
      returning c.freelancer_seen as seen, ${unread.freelancer} as unread`,
  ),
  client: statement<SeenMark, Seen>(
    'client_saw',
    ($) => sql`
      update conversation c
      set client_seen = m.number, client_read = m.number - m.client_total,
        client_waits_since =
          case when c.last_number - c.client_total > m.number - m.client_total then c.client_waits_since end
      from message m
      where c.client_id = ${$.clientId} and c.freelancer_id = ${$.freelancerId} and c.client_seen < ${$.number}
        and m.client_id = c.client_id and m.number = ${$.number}
      returning c.client_seen as seen, ${unread.client} as unread`,
  ),
}

/** Undefined when there is no such message between the two, or it was seen before. */
export async function advanceSeen(db: Db, role: Actor['role'], mark: SeenMark) {
  const [marked] = await markStatements[role](db, mark)
  return marked
}

/** Whoever may chat with any of these people. */
export async function findPairsOf(db: Db, people: Person[]): Promise<Pair[]> {
  const ids = (wanted: Actor['role']) => people.filter(({ role }) => role === wanted).map(({ id }) => id)
  const pairs = db
    .selectFrom('conversation')
    .select(['client_id as clientId', 'freelancer_id as freelancerId'])
  const found = await Promise.all([
    pairs.where('client_id', '=', sql<string>`any(${ids('client')}::uuid[])`).execute(),
    pairs.where('freelancer_id', '=', sql<string>`any(${ids('freelancer')}::uuid[])`).execute(),
  ])
  return found.flat()
}
