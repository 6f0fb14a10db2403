import type { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { instant, type Json } from '../../../platform/sql/json.ts'
import { type Placeholders, statement } from '../../../platform/sql/statement.ts'
import { personName } from '../../access/person-name.ts'
import type { Pair } from '../conversation-pair.ts'
import { numberFromId } from './message-id.ts'

interface HistoryPage {
  json: Json<chat.Message[]>
  /** Whether the cursor is a message of the conversation. */
  cursorFound: boolean
}

interface PageParameters extends Pair {
  cursor: string
  /** The number in the cursor, by which the message is found. */
  number: number
  limit: number
}

type NewestParameters = Omit<PageParameters, 'cursor' | 'number'>

/**
 * A page is a range of numbers, which have no gaps. With `limit $n` the planner would not know the length of the page and
 * plan each call again, which costs as much as the call. The range is the only condition besides the first column of the
 * index: with another one PostgreSQL reads the whole conversation.
 */
function historyStatement<Params extends NewestParameters>(
  name: string,
  from: ($: Placeholders<Params>) => {
    cursor: RawBuilder<unknown>
    first: RawBuilder<unknown>
    last: RawBuilder<unknown>
  },
) {
  return statement<Params, HistoryPage>(
    name,
    ($) => {
      const { cursor, first, last } = from($)
      return sql`
      select edge.number is not null as "cursorFound",
        (select coalesce(json_agg(m order by m.number), '[]')::text from (
          select message_id(client_id, created_at, number) as id, number, content, coalesce(files, '[]') as files,
            client_id as "clientId", sender_id as "senderId", sender.name as "senderName",
            case when by_client then ${$.workspaceId}::uuid else client_id end as "receiverId",
            case when by_client then 'Client' else 'Freelancer' end as "senderType",
            case when by_client then 'Freelancer' else 'Client' end as "receiverType",
            client_message_id as "clientMessageId", ${instant('created_at')} as "createdAt"
          from message left join lateral (select ${personName(sql`sender_id`)} as name limit 1) sender on true
          where client_id = c.client_id and number between ${first} and ${last}
        ) as m) as json
      from conversation c left join lateral (${cursor}) edge on true
      where c.client_id = ${$.clientId} and c.workspace_id = ${$.workspaceId}`
    },
    { sharesConnection: true },
  )
}

const atCursor = ($: Placeholders<PageParameters>) =>
  sql`
  select number from message m where m.client_id = c.client_id and m.number = ${$.number}::bigint
    and message_id(m.client_id, m.created_at, m.number) = ${$.cursor}`

const newest = historyStatement<NewestParameters>('messages_newest', ($) => ({
  cursor: sql`select c.last_number + 1 as number`,
  first: sql`edge.number - ${$.limit}::int`,
  last: sql`edge.number - 1`,
}))
const before = historyStatement<PageParameters>('messages_before', ($) => ({
  cursor: atCursor($),
  first: sql`edge.number - ${$.limit}::int`,
  last: sql`edge.number - 1`,
}))
const after = historyStatement<PageParameters>('messages_after', ($) => ({
  cursor: atCursor($),
  first: sql`edge.number + 1`,
  last: sql`edge.number + ${$.limit}::int`,
}))

/** The newest messages up to a cursor, or the oldest after it. Undefined when the two have no conversation. */
export async function findHistory(
  db: Db,
  pair: Pair,
  { before: until, after: from, limit = 50 }: chat.HistoryQuery,
) {
  const [found] = await (from
    ? after(db, { ...pair, cursor: from, number: numberFromId(from), limit })
    : until
      ? before(db, { ...pair, cursor: until, number: numberFromId(until), limit })
      : newest(db, { ...pair, limit }))
  return found
}
