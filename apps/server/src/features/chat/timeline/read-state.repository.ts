import type { chat } from '@portico/contract'
import { sql } from 'kysely'
import type { Side } from '../../../platform/actors.ts'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'
import type { Pair } from '../conversation-pair.ts'
import { unread } from '../conversations/conversations.repository.ts'

interface SeenMark extends Pair {
  number: number
}
type ReadState = chat.EventResults['markSeen']

/**
 * Each message knows how many messages of the client there are up to it, so unread messages are subtracted, not counted.
 * Messages that arrived meanwhile stay unread.
 */
const statements = {
  freelancer: statement<SeenMark, ReadState>(
    'freelancer_saw',
    ($) => sql`
      update conversation c
      set freelancer_seen = m.number, freelancer_read = m.client_total,
        freelancer_mail_due = case when c.client_total > m.client_total then c.freelancer_mail_due end
      from message m
      where c.client_id = ${$.clientId} and c.workspace_id = ${$.workspaceId} and c.freelancer_seen < ${$.number}
        and m.client_id = c.client_id and m.number = ${$.number}
      returning c.freelancer_seen as seen, ${unread.freelancer} as unread`,
  ),
  client: statement<SeenMark, ReadState>(
    'client_saw',
    ($) => sql`
      update conversation c
      set client_seen = m.number, client_read = m.number - m.client_total,
        client_mail_due =
          case when c.last_number - c.client_total > m.number - m.client_total then c.client_mail_due end
      from message m
      where c.client_id = ${$.clientId} and c.workspace_id = ${$.workspaceId} and c.client_seen < ${$.number}
        and m.client_id = c.client_id and m.number = ${$.number}
      returning c.client_seen as seen, ${unread.client} as unread`,
  ),
}

/** Undefined when the conversation has no such message, or it was seen before. */
export async function markSeen(db: Db, side: Side, mark: SeenMark) {
  const [marked] = await statements[side](db, mark)
  return marked
}
