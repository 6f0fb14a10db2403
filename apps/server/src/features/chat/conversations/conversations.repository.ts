import type { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, ClientUser, Freelancer, Side } from '../../../platform/actors.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { instant } from '../../../platform/sql/json.ts'
import { statement } from '../../../platform/sql/statement.ts'
import { membersOfClient, peopleOfClient } from '../../access/people-of-client.ts'
import { personName } from '../../access/person-name.ts'
import { type Asker, forEachSide, reachable } from '../../access/reachable.ts'
import {
  answerableUntil,
  clientMayWrite,
  hasOngoingOrNoProject,
  isAnswerable,
  isPlanWithChat,
} from '../chat-permission.ts'
import type { Pair } from '../conversation-pair.ts'

export type StoredState = Omit<chat.ConversationState, 'peerHere'>

/** How many messages of a conversation `c` are the other side's. */
export const totalOfPeer: Record<Side, RawBuilder<number>> = {
  freelancer: sql`c.client_total`,
  client: sql`(c.last_number - c.client_total)`,
}

/**
 * How many of them the person of the row `r` has not read. Without a row, everything is from before they came; without `read`, they do
 * not work with the client.
 */
export const unread: Record<Side, RawBuilder<number>> = {
  freelancer: sql`coalesce(${totalOfPeer.freelancer} - r.read, 0)`,
  client: sql`coalesce(${totalOfPeer.client} - r.read, 0)`,
}

/** Up to where they need not read any more. */
export const seen = sql<number>`greatest(r.since, r.seen)`

/** For a member who only sees the client, nothing is new. */
const seenBySelf = sql`case when r.read is null then c.last_number else ${seen} end`

const reader = (personId: RawBuilder<unknown>) => sql`
  left join conversation_reader r on r.client_id = c.client_id and r.person_id = ${personId}`

/** Seen by a side when anybody of it has seen it. */
const seenBy = (side: Side) => sql`
  coalesce((select max(seen) from conversation_reader where client_id = c.client_id and side = ${sql.lit(side)}), 0)`

interface Moment {
  now: RawBuilder<Date>
  chatPlans: RawBuilder<string>
}

const hasChat = ({ chatPlans }: Moment) => isPlanWithChat(sql`w.plan`, chatPlans)

/** The state of a conversation `c` in the workspace `w`, for the person of the row `r`. */
const state: Record<Side, (moment: Moment) => RawBuilder<unknown>> = {
  freelancer: ($) => sql`
    c.last_number as "lastNumber", ${unread.freelancer} as unread,
    ${seenBySelf} as seen, ${seenBy('client')} as "peerSeen",
    (select max(last_seen_at) from client where id in (${peopleOfClient(sql`c.client_id`)})) as "peerLastSeenAt",
    case when c.archived then 'ARCHIVED' when not ${hasChat($)} then 'CHAT_NOT_IN_PLAN' end as silence,
    ${clientSilence($)} as "peerSilence", ${clientMayWriteUntil($)} as "clientMayWriteUntil"`,
  client: ($) => sql`
    c.last_number as "lastNumber", ${unread.client} as unread,
    ${seenBySelf} as seen, ${seenBy('freelancer')} as "peerSeen",
    (select max(last_seen_at) from session where workspace_id = c.workspace_id) as "peerLastSeenAt",
    ${clientSilence($)} as silence,
    case when c.archived then 'ARCHIVED' when not ${hasChat($)} then 'CHAT_NOT_AVAILABLE' end as "peerSilence",
    ${clientMayWriteUntil($)} as "clientMayWriteUntil"`,
}

function clientSilence($: Moment) {
  return sql`case when c.archived then 'ARCHIVED' when not ${hasChat($)} then 'CHAT_NOT_AVAILABLE'
    when not ${clientMayWrite($.now)} then 'NO_ONGOING_PROJECT' end`
}

function clientMayWriteUntil($: Moment) {
  return sql`case when not c.archived and ${hasChat($)} and ${isAnswerable($.now)}
    and not ${hasOngoingOrNoProject(sql`c.client_id`)} then ${answerableUntil} end`
}

interface StateParams extends Pair {
  personId: string
  now: Date
  chatPlans: string
}
/** With the name of the person who asks, and the members who work with the client. */
type OwnState = StoredState & { name: string; members: string[] }

export const members = sql<string[]>`array(${membersOfClient(sql`c.client_id`)})`

const stateOfOne = (side: Side) =>
  statement<StateParams, OwnState>(
    `conversation_for_${side}`,
    ($) => sql`
      select ${state[side]($)}, ${personName($.personId)} as name, ${members} as members
      from conversation c join workspace w on w.id = c.workspace_id ${reader($.personId)}
      where c.client_id = ${$.clientId} and c.workspace_id = ${$.workspaceId}`,
    { sharesConnection: true },
  )
const states = { freelancer: stateOfOne('freelancer'), client: stateOfOne('client') }

/** Undefined when the two have no conversation. */
export async function findState(db: Db, side: Side, params: StateParams) {
  const [found] = await states[side](db, params)
  return found
}

/** The people of the client for whom there were messages, also those who have seen none. */
const readers = statement<Pair, chat.Reader>(
  'readers_of_client',
  ($) => sql`
    select person.id, person.first_name || ' ' || person.last_name as name, r.seen
    from conversation c join conversation_reader r on r.client_id = c.client_id join client person on person.id = r.person_id
    where c.client_id = ${$.clientId} and c.workspace_id = ${$.workspaceId} and r.side = 'client' and person.removed_at is null
    order by person.id`,
  { sharesConnection: true },
)

export function findReaders(db: Db, { clientId, workspaceId }: Pair) {
  return readers(db, { clientId, workspaceId })
}

/** A client has one conversation. */
const stateOfClient = statement<Omit<StateParams, 'workspaceId'>, StoredState & { workspaceId: string }>(
  'conversation_of_client',
  ($) => sql`
    select ${state.client($)}, c.workspace_id as "workspaceId"
    from conversation c join workspace w on w.id = c.workspace_id ${reader($.personId)} where c.client_id = ${$.clientId}`,
  { sharesConnection: true },
)

export async function findStateOfClient(
  db: Db,
  { clientId, personId }: ClientUser,
  moment: Pick<StateParams, 'now' | 'chatPlans'>,
) {
  const [found] = await stateOfClient(db, { clientId, personId, ...moment })
  return found
}

export type StoredConversation = Omit<chat.Conversation, 'peerHere'>

interface ListParams {
  archived: boolean
  now: Date
  chatPlans: string
  /** The client of the last conversation on the page before. */
  cursor: string | null
  limit: number
}

/** The columns by which conversations with their last messages are ordered, descending. */
const order = (c: string, last: string) =>
  sql.raw(`coalesce(${last}.by_client, false), coalesce(${c}.last_at, '-infinity'), ${c}.client_id`)

const list = statement<ListParams & Asker & { personId: string }, StoredConversation>(
  'conversations',
  ($) => sql`
    select
      json_build_object('id', client.id, 'firstName', client.first_name, 'lastName', client.last_name,
        'company', client.company) as client,
      case when last.number is not null then json_build_object(
        'id', message_id(last.client_id, last.created_at, last.number), 'preview', left(coalesce(nullif(last.content, ''), file_names(last.files)), 200),
        'senderId', last.sender_id, 'senderName', ${personName(sql`last.sender_id`)},
        'senderType', case when last.by_client then 'Client' else 'Freelancer' end,
        'createdAt', ${instant('last.created_at')}) end as "lastMessage",
      coalesce(last.by_client, false) as "awaitsAnswer",
      ${state.freelancer($)}
    from conversation c
    join client on client.id = c.client_id
    join workspace w on w.id = c.workspace_id
    ${reader($.personId)}
    left join message last on last.client_id = c.client_id and last.number = c.last_number
    where ${reachable('freelancer', $, 'c')} and c.archived = ${$.archived}
      and (${$.cursor}::uuid is null or (${order('c', 'last')}) < (
        select ${order('before', 'last_before')}
        from conversation before
        left join message last_before
          on last_before.client_id = before.client_id and last_before.number = before.last_number
        where before.client_id = ${$.cursor} and ${reachable('freelancer', $, 'before')}
      ))
    order by (${order('c', 'last')}) desc limit ${$.limit}`,
)

/** Clients who wait for an answer first, then by the newest message. */
export function findConversations(db: Db, freelancer: Freelancer, params: ListParams) {
  return list(db, { ...freelancer, ...params })
}

/** For freelancers without archived conversations, which their list leaves out. */
const totals = forEachSide((side) =>
  statement<Asker & { personId: string }, { unread: number }>(
    `unread_of_${side}`,
    ($) => sql`
      select coalesce(sum(${unread[side]}), 0)::int as unread
      from conversation_reader r join conversation c on c.client_id = r.client_id
      where r.person_id = ${$.personId} and ${reachable(side, $, 'c')} ${side === 'freelancer' ? sql`and not c.archived` : sql``}`,
    { sharesConnection: true },
  ),
)

export async function countUnread(db: Db, actor: Actor) {
  const [found] = await totals[actor.side](db, actor)
  return found?.unread ?? 0
}

/** The conversations of these people, with the members who work with the client. */
export async function findPairsOf(db: Db, people: Person[]): Promise<(Pair & { members: string[] })[]> {
  const ids = (wanted: Side) => people.filter(({ side }) => side === wanted).map(({ personId }) => personId)
  const pairs = db
    .selectFrom('conversation as c')
    .select(['client_id as clientId', 'workspace_id as workspaceId', members.as('members')])
    .where('workspace_id', 'is not', null)
    .$narrowType<{ workspaceId: string }>()
  const found = await Promise.all([
    pairs.where('client_id', '=', sql<string>`any(${ids('client')}::uuid[])`).execute(),
    pairs.where('workspace_id', '=', sql<string>`any(${ids('freelancer')}::uuid[])`).execute(),
  ])
  return found.flat()
}
