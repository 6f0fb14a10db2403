import type { chat } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'
import { personName } from '../../access/person-name.ts'
import { clientMayWrite, planHasChat } from '../chat-permission.ts'

/** A message that is not stored yet. */
export interface OutgoingMessage {
  workspaceId: string
  clientId: string
  byClient: boolean
  /** The person who writes. */
  senderId: string
  clientMessageId: string | null
  content: string
  fileIds: string[]
}

export type RejectionReason =
  | 'NO_SUCH_PEER'
  | 'MESSAGE_ID_TAKEN'
  | 'ARCHIVED'
  | 'CHAT_NOT_IN_PLAN'
  | 'NO_ONGOING_PROJECT'
  | 'FILE_NOT_FOUND'
  | 'NOT_SIGNED_IN'
  | 'LOOKS_ONLY'

/** All null for a message that can be stored. */
export interface MessageCheck {
  rejection: RejectionReason | null
  /** Of the same message, if it was stored before. */
  number: number | null
  createdAt: string | null
  files: chat.MessageFile[] | null
  senderName: string | null
}

type Columns = {
  freelancers: string[]
  clients: string[]
  byClient: boolean[]
  senders: string[]
  names: (string | null)[]
  contents: string[]
  /** The ids of the files of each message, with commas between them. */
  files: string[]
  now: Date
  chatPlans: string
}

/** A message that is stored already is found even if plan and projects would no longer allow it. */
const checkMessages = statement<Columns, MessageCheck>(
  'check_messages',
  ($) => sql`
    select known.number, known.created_at as "createdAt", known.files, ${personName(sql`known.sender_id`)} as "senderName",
      case
        when c.workspace_id is distinct from s.workspace_id then 'NO_SUCH_PEER'
        when known.client_id <> s.client_id or known.content <> s.content
          or known.number is not null and ${fileIdsOf('known')} <> s.files then 'MESSAGE_ID_TAKEN'
        when known.number is not null then null
        when person.is_removed then 'NOT_SIGNED_IN'
        when person.looks_only then 'LOOKS_ONLY'
        when c.archived then 'ARCHIVED'
        when not coalesce(${planHasChat(sql`s.workspace_id`, $.chatPlans)}, false) then 'CHAT_NOT_IN_PLAN'
        when s.by_client and not ${clientMayWrite($.now)} then 'NO_ONGOING_PROJECT'
      end as rejection
    from unnest(${$.freelancers}::uuid[], ${$.clients}::uuid[], ${$.byClient}::boolean[], ${$.senders}::uuid[],
        ${$.names}::text[], ${$.contents}::text[], ${$.files}::text[])
      with ordinality as s (workspace_id, client_id, by_client, sender_id, name, content, files, place)
    left join lateral (select * from conversation where client_id = s.client_id limit 1) c on true
    left join lateral (
      select * from message m where m.client_message_id = s.name and m.sender_id = s.sender_id limit 1
    ) known on s.name is not null
    left join lateral (
      select removed_at is not null as is_removed, looks_only from client where id = s.sender_id limit 1
    ) person on s.by_client
    order by s.place`,
)

function fileIdsOf(table: string) {
  return sql`coalesce((
    select string_agg(file ->> 'id', ',' order by place)
    from jsonb_array_elements(${sql.ref(`${table}.files`)}) with ordinality as sent (file, place)
  ), '')`
}

/** Why messages cannot be stored, in their order. Whether their files exist is found by `findMessageFiles`. */
export function findRejectionReasons(
  db: Db,
  messages: OutgoingMessage[],
  { now, chatPlans }: { now: Date; chatPlans: string },
): Promise<MessageCheck[]> {
  return checkMessages(db, {
    freelancers: messages.map(({ workspaceId }) => workspaceId),
    clients: messages.map(({ clientId }) => clientId),
    byClient: messages.map(({ byClient }) => byClient),
    senders: messages.map(({ senderId }) => senderId),
    names: messages.map(({ clientMessageId }) => clientMessageId),
    contents: messages.map(({ content }) => content),
    files: messages.map(({ fileIds }) => fileIds.join()),
    now,
    chatPlans,
  })
}
