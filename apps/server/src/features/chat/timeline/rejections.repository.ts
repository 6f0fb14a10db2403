import { PLANS, type Plan } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'

/** A message on its way into the database. */
export interface OutgoingMessage {
  freelancerId: string
  clientId: string
  byClient: boolean
  /** The sender's own name for it. */
  clientMessageId: string | null
  content: string
}

export type RejectionReason = 'NO_SUCH_PEER' | 'MESSAGE_ID_TAKEN' | 'CHAT_NOT_IN_PLAN' | 'NO_ONGOING_PROJECT'

/** What stands against storing a message; nothing, when all is null. */
export interface MessageCheck {
  refusal: RejectionReason | null
  /** Of the one that was stored before, if this is the same. */
  number: number | null
  createdAt: string | null
}

export const PLANS_WITH_CHAT = (Object.keys(PLANS) as Plan[]).filter((plan) => PLANS[plan].liveChat)

// A subquery with a limit stays a look-up by one key: of `exists`, as of a join, the planner may make the reading of a table.

/** Whether the plan of a freelancer has chat. */
export const planHasChat = (freelancer: RawBuilder<string>) => sql<boolean>`
  ((select plan from freelancer where id = ${freelancer} limit 1) = any (${sql.lit(`{${PLANS_WITH_CHAT}}`)}))`

/** Whether a client may write as far as their projects go: one is ongoing, or there is none yet. */
export const projectsAllow = (client: RawBuilder<string>) => sql<boolean>`
  coalesce((select true from project where client_id = ${client} and status <> 'Completed' limit 1),
    not (select true from project where client_id = ${client} limit 1), true)`

type Columns = {
  freelancers: string[]
  clients: string[]
  byClient: boolean[]
  names: (string | null)[]
  contents: string[]
}

/** What was stored already is no matter of plans and projects any more. */
const checkMessages = statement<Columns, MessageCheck>(
  'judge_messages',
  ($) => sql`
    select known.number, known.created_at as "createdAt",
      case
        when c.freelancer_id is distinct from s.freelancer_id then 'NO_SUCH_PEER'
        when known.client_id <> s.client_id or known.content <> s.content then 'MESSAGE_ID_TAKEN'
        when known.number is not null then null
        when not coalesce(${planHasChat(sql`s.freelancer_id`)}, false) then 'CHAT_NOT_IN_PLAN'
        when s.by_client and not ${projectsAllow(sql`s.client_id`)} then 'NO_ONGOING_PROJECT'
      end as refusal
    from unnest(${$.freelancers}::uuid[], ${$.clients}::uuid[], ${$.byClient}::boolean[], ${$.names}::text[],
        ${$.contents}::text[])
      with ordinality as s (freelancer_id, client_id, by_client, name, content, place)
    left join lateral (select freelancer_id from conversation where client_id = s.client_id limit 1) c on true
    left join lateral (
      select * from message m where m.client_message_id = s.name
        and m.sender_id = case when s.by_client then s.client_id else s.freelancer_id end
      limit 1
    ) known on s.name is not null
    order by s.place`,
)

/** Says of messages, in their order, why they were not stored. */
export function findRejectionReasons(db: Db, said: OutgoingMessage[]): Promise<MessageCheck[]> {
  return checkMessages(db, {
    freelancers: said.map(({ freelancerId }) => freelancerId),
    clients: said.map(({ clientId }) => clientId),
    byClient: said.map(({ byClient }) => byClient),
    names: said.map(({ clientMessageId }) => clientMessageId),
    contents: said.map(({ content }) => content),
  })
}
