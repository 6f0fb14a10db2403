import type { chat } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Side } from '../../../platform/actors.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { type Placeholders, statement } from '../../../platform/sql/statement.ts'
import { membersOfClient } from '../../access/people-of-client.ts'
import { personName } from '../../access/person-name.ts'
import { forEachSide } from '../../access/reachable.ts'
import type { Pair } from '../conversation-pair.ts'
import { seen, totalOfPeer, unread } from '../conversations/conversations.repository.ts'

interface SeenMark extends Pair {
  personId: string
  number: number
}
type ReadState = chat.EventResults['markSeen'] & { name: string; members: string[] }

/** How many messages of the other side there are up to a message `m`. */
const readUpTo: Record<Side, RawBuilder<number>> = {
  freelancer: sql`m.client_total`,
  client: sql`(m.number - m.client_total)`,
}

/** Whether messages are unread for them: for a member, only of the clients that they work with. */
const isCounted: Record<Side, ($: Placeholders<SeenMark>) => RawBuilder<boolean>> = {
  freelancer: ($) => sql`${$.personId}::uuid in (${membersOfClient($.clientId)})`,
  client: () => sql`true`,
}

/**
 * Each message knows how many messages of the client there are up to it, so unread messages are subtracted, not counted.
 * For a member who only sees the client, nothing is. Messages that arrived meanwhile stay unread: the lock makes those wait that are being stored, which make an email due.
 */
const statements = forEachSide((side) =>
  statement<SeenMark, ReadState>(
    `${side}_saw`,
    ($) => sql`
      with c as (
        select * from conversation where client_id = ${$.clientId} and workspace_id = ${$.workspaceId} for no key update
      ), m as (
        select * from message where client_id = ${$.clientId} and number = ${$.number}
      ), marked as (
        update conversation_reader r
        set seen = m.number, read = case when r.read is not null then greatest(r.read, ${readUpTo[side]}) end,
          mail_due = case when ${totalOfPeer[side]} > greatest(r.read, ${readUpTo[side]}) then r.mail_due end
        from c, m
        where r.client_id = c.client_id and r.person_id = ${$.personId} and r.seen < m.number
        returning ${seen} as seen, ${unread[side]} as unread
      ), added as (
        insert into conversation_reader as r (client_id, person_id, side, since, seen, read, mailed)
        select c.client_id, ${$.personId}, ${sql.lit(side)}, c.last_number, m.number,
          case when ${isCounted[side]($)} then ${totalOfPeer[side]} end, c.last_number
        from c, m
        where not exists (select from conversation_reader where client_id = ${$.clientId} and person_id = ${$.personId})
        on conflict (client_id, person_id) do update set seen = greatest(r.seen, excluded.seen)
        returning ${seen} as seen, 0 as unread
      )
      select *, ${personName(sql`${$.personId}`)} as name,
        array(${membersOfClient($.clientId)}) as members
      from (table marked union all table added) as state`,
  ),
)

/** Undefined when the conversation has no such message, or it was seen before. */
export async function markSeen(db: Db, side: Side, mark: SeenMark) {
  const [marked] = await statements[side](db, mark)
  return marked
}
