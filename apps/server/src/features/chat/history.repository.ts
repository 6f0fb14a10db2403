import type { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Placeholders, prepared } from '../../platform/db.ts'
import { instant, type Json } from '../../platform/json.ts'
import type { Pair } from './rooms.ts'

export interface Stretch {
  json: Json<chat.Message[]>
  /** Whether the two belong together, and whether the cursor is a message between them. */
  found: boolean
  cursorFound: boolean
}

interface Asked extends Pair {
  cursor: string | null
  limit: number
}

/** Nothing but the one key that the index begins with, or the planner reads the whole conversation. */
const ours = ($: Placeholders<Asked>) =>
  sql`(select client_id from conversation where client_id = ${$.clientId} and freelancer_id = ${$.freelancerId})`
const place = ($: Placeholders<Asked>) =>
  sql`(select number from message where id = ${$.cursor} and client_id = ${$.clientId})`

function stretch(name: string, from: ($: Placeholders<Asked>) => RawBuilder<unknown>) {
  return prepared<Asked, Stretch>(
    name,
    ($) => sql`
      select ${ours($)} is not null as found,
        ${$.cursor}::uuid is null or ${place($)} is not null as "cursorFound",
        (select coalesce(json_agg(m order by m.number), '[]')::text from (
          select id, number, content,
            case when by_client then client_id else ${$.freelancerId}::uuid end as "senderId",
            case when by_client then ${$.freelancerId}::uuid else client_id end as "receiverId",
            case when by_client then 'Client' else 'Freelancer' end as "senderType",
            case when by_client then 'Freelancer' else 'Client' end as "receiverType",
            client_message_id as "clientMessageId", ${instant('created_at')} as "createdAt"
          from message where client_id = ${ours($)} ${from($)} limit ${$.limit}
        ) as m) as json`,
  )
}

const LAST = 2_147_483_647

const before = stretch(
  'messages_before',
  ($) => sql`and number < coalesce(${place($)}, ${sql.lit(LAST)}) order by number desc`,
)
const after = stretch('messages_after', ($) => sql`and number > ${place($)} order by number`)

/** The newest of a conversation up to a message, or the oldest from one on. */
export async function findStretch(
  db: Db,
  pair: Pair,
  { before: until, after: from, limit = 50 }: chat.HistoryQuery,
) {
  const [found] = from
    ? await after(db, { ...pair, cursor: from, limit })
    : await before(db, { ...pair, cursor: until ?? null, limit })
  return found as Stretch
}
