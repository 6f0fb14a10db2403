import { activity, type chat, searchText } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'
import { membersOfClient, peopleOfClient } from '../../access/people-of-client.ts'
import { personName } from '../../access/person-name.ts'
import { clientMayWrite, planHasChat } from '../chat-permission.ts'
import { type FilesOfMessages, findMessageFiles } from './message-files.repository.ts'
import { findRejectionReasons, type OutgoingMessage, type RejectionReason } from './rejections.repository.ts'

/** A message that was stored before returns its first number and time, and the files as they were then. */
export interface StoreResult {
  rejection: RejectionReason | null
  number: number
  files: chat.MessageFile[]
  createdAt: string
  senderName: string
}

type Columns = {
  /** One element per conversation: both sides, and the number of new messages, in all and by the client. */
  clients: PlainArray
  freelancers: PlainArray
  totals: PlainArray
  clientTotals: PlainArray
  /** One element per sender: their id, and the index of their conversation. */
  senders: PlainArray
  senderConversations: PlainArray
  /** One element per message: the index of its conversation, and its position among all and among the client's. */
  conversations: PlainArray
  positions: PlainArray
  clientPositions: PlainArray
  byClient: PlainArray
  senderIds: PlainArray
  clientMessageIds: (string | null)[]
  contents: string[]
  /** JSON, or null for a message without files. */
  files: (string | null)[]
  searchTexts: string[]
  now: Date
  chatPlans: string
}

/** An array literal of PostgreSQL. `pg` would check whether each value needs quotes, which costs more than all the rest. */
type PlainArray = `{${string}}`

interface ExtendedConversation {
  /** Its index in the parameters. */
  index: number
  lastNumberBefore: number
  createdAt: string
  /** By the id of the sender. */
  senderNames: Record<string, string>
}

/**
 * Checks and stores in one statement, so that plan, project and people cannot change in between. It stores all messages of a
 * conversation or none; a message that was stored before fails the whole statement. The lock on the conversation's row makes
 * numbers follow the order of the commits without gaps. Rows are locked in the order of their ids to avoid deadlocks.
 */
const storeMessages = statement<Columns, ExtendedConversation>(
  'store_messages',
  ($) => sql`
    with extended as (
      update conversation c
      set last_number = c.last_number + more.total,
          client_total = c.client_total + more.by_client,
          last_at = greatest(c.last_at, ${$.now}),
          freelancer_wrote_at = case when more.total > more.by_client
            then greatest(c.last_at, ${$.now}) else c.freelancer_wrote_at end
      from (
        select * from unnest(${$.clients}::uuid[], ${$.freelancers}::uuid[], ${$.totals}::int[], ${$.clientTotals}::int[])
          with ordinality as m (client_id, workspace_id, total, by_client, index)
        where ${planHasChat(sql`m.workspace_id`, $.chatPlans)} and not coalesce((
          select true from unnest(${$.senders}::uuid[], ${$.senderConversations}::int[]) as s (id, conversation), lateral (
            select from client where id = s.id and (looks_only or removed_at is not null) limit 1
          ) as silenced where s.conversation = m.index limit 1
        ), false)
        order by client_id
      ) as more
      where c.client_id = more.client_id and c.workspace_id is not distinct from more.workspace_id
        and not c.archived and (more.by_client = 0 or ${clientMayWrite($.now)})
      returning more.index::int, c.client_id, c.workspace_id, c.last_number - more.total as last_number_before,
        c.client_total - more.by_client as client_total_before, c.last_at, more.total, more.by_client
    ),
    stored as (
      insert into message
        (client_id, sender_id, created_at, number, client_total, by_client, client_message_id, content, files, search_text)
      select client_id, sender_id, last_at,
        last_number_before + m.position, client_total_before + client_position, m.by_client, client_message_id, content, files::jsonb, search_text
      from unnest(${$.conversations}::int[], ${$.positions}::int[], ${$.clientPositions}::int[], ${$.byClient}::boolean[],
          ${$.senderIds}::uuid[], ${$.clientMessageIds}::text[], ${$.contents}::text[], ${$.files}::text[], ${$.searchTexts}::text[])
        as m (conversation, position, client_position, by_client, sender_id, client_message_id, content, files, search_text)
      join extended on extended.index = m.conversation
    ),
    readers as (
      insert into conversation_reader as r (client_id, person_id, side, since, read, mailed, mail_due)
      select e.client_id, person.id, person.side, last_number_before,
        case when person.side = 'client' then last_number_before - client_total_before else client_total_before end, last_number_before,
        case when person.is_reader then ${mailDue($.now)} end
      from extended e, lateral (
        select 'freelancer' as side, id, e.by_client > 0 as is_reader from (${membersOfClient(sql`e.client_id`)}) as member (id)
        union all select 'client', id, e.total > e.by_client from (${peopleOfClient(sql`e.client_id`)}) as person (id)
      ) as person
      where person.is_reader or not exists (
        select from conversation_reader known where known.client_id = e.client_id and known.person_id = person.id
      )
      on conflict (client_id, person_id) do update set mail_due = excluded.mail_due,
          -- Somebody who has read before they were assigned is notified from then on.
          read = coalesce(r.read, excluded.read), mailed = case when r.read is null then excluded.mailed else r.mailed end
        where r.mail_due is null and excluded.mail_due is not null or r.read is null
    )
    select index, last_number_before as "lastNumberBefore", last_at as "createdAt", (
      select json_object_agg(s.id, ${personName(sql`s.id`)})
      from unnest(${$.senders}::uuid[], ${$.senderConversations}::int[]) as s (id, conversation) where s.conversation = index
    ) as "senderNames" from extended`,
)

/** The same time as after an event (recordEvents). */
const mailDue = (now: RawBuilder<Date>) =>
  sql`${now}::timestamptz + make_interval(secs => ${sql.lit(activity.EMAIL_DELAY_SECONDS)})`

/** A message that was neither stored nor rejected is retried, because something has changed meanwhile. */
const MAX_ATTEMPTS = 10

/** Stores the messages that are allowed. Results are in the same order, with an error where the outcome is unknown. */
export async function insertMessages(
  db: Db,
  messages: OutgoingMessage[],
  { now, chatPlans }: { now: Date; chatPlans: string },
): Promise<(StoreResult | Error)[]> {
  const results = new Map<OutgoingMessage, StoreResult | Error>()
  const isOpen = (message: OutgoingMessage) => !results.has(message)
  const withFiles = messages.filter(({ fileIds }) => fileIds.length > 0)
  const filesOf: FilesOfMessages = withFiles.length > 0 ? await findMessageFiles(db, withFiles) : new Map()
  const isWithoutFile = (message: OutgoingMessage) => message.fileIds.length > 0 && !filesOf.has(message)
  for (let open = messages, attempts = 0; open.length > 0; open = open.filter(isOpen)) {
    try {
      if (attempts++ === MAX_ATTEMPTS) throw new Error('Messages could neither be stored nor rejected.')
      await store(distinctMessages(open.filter((message) => !isWithoutFile(message))))
      await reject(open.filter(isOpen))
    } catch (error) {
      // Without any result nothing was stored, and the caller may retry all of them.
      if (results.size === 0) throw error
      for (const message of open.filter(isOpen)) results.set(message, error as Error)
    }
  }
  return messages.map((message) => results.get(message) as StoreResult | Error)

  async function store(open: OutgoingMessage[]) {
    if (open.length === 0) return
    const { columns, conversations, positions } = toColumns(open, filesOf)
    const extended: (ExtendedConversation | undefined)[] = []
    for (const one of await storeMessages(db, { ...columns, now, chatPlans }).catch(emptyOnConflict))
      extended[one.index] = one
    for (const [index, message] of open.entries()) {
      const conversation = extended[conversations[index] as number]
      if (!conversation) continue
      const { lastNumberBefore, createdAt, senderNames } = conversation
      const number = lastNumberBefore + (positions[index] as number)
      const files = filesOf.get(message) ?? []
      const senderName = senderNames[message.senderId] ?? ''
      results.set(message, { rejection: null, number, createdAt, files, senderName })
    }
  }

  /** Finds why messages were not stored, or the numbers under which they were stored before. */
  async function reject(open: OutgoingMessage[]) {
    if (open.length === 0) return
    const checks = await findRejectionReasons(db, open, { now, chatPlans })
    for (const [index, { rejection, number, createdAt, files, senderName }] of checks.entries()) {
      const message = open[index] as OutgoingMessage
      const isRefused = number === null && isWithoutFile(message)
      if (rejection || number !== null || isRefused)
        results.set(message, {
          rejection: rejection ?? (isRefused ? 'FILE_NOT_FOUND' : null),
          number: number ?? 0,
          createdAt: createdAt ?? '',
          files: files ?? [],
          senderName: senderName ?? '',
        })
    }
  }
}

/** The first message of each clientMessageId. In the next attempt its repeats find it stored. */
function distinctMessages(messages: OutgoingMessage[]) {
  const ids = new Set<string>()
  return messages.filter(({ senderId, clientMessageId }) => {
    if (clientMessageId === null) return true
    const id = `${senderId} ${clientMessageId}`
    return !ids.has(id) && ids.add(id)
  })
}

const DEADLOCK = '40P01'

/** Empty when a message was stored before, or when another process caused a deadlock. */
function emptyOnConflict(error: Error & { code?: string; constraint?: string }): ExtendedConversation[] {
  if (error.constraint === 'message_once' || error.code === DEADLOCK) return []
  throw error
}

function toColumns(messages: OutgoingMessage[], filesOf: FilesOfMessages) {
  const counts = new Map<string, { index: number; total: number; byClient: number }>()
  const [clients, freelancers]: [string[], string[]] = [[], []]
  const [conversations, positions, clientPositions]: [number[], number[], number[]] = [[], [], []]
  const senders = new Map<string, { id: string; conversation: number }>()
  for (const { clientId, workspaceId, byClient, senderId } of messages) {
    const key = clientId + workspaceId
    let count = counts.get(key)
    if (!count) {
      count = { index: clients.push(clientId), total: 0, byClient: 0 }
      freelancers.push(workspaceId)
      counts.set(key, count)
    }
    count.total++
    if (byClient) count.byClient++
    conversations.push(count.index)
    positions.push(count.total)
    clientPositions.push(count.byClient)
    senders.set(key + senderId, { id: senderId, conversation: count.index })
  }
  const all = [...counts.values()]
  const allSenders = [...senders.values()]
  const columns: Omit<Columns, 'now' | 'chatPlans'> = {
    clients: `{${clients}}`,
    freelancers: `{${freelancers}}`,
    totals: `{${all.map(({ total }) => total)}}`,
    clientTotals: `{${all.map(({ byClient }) => byClient)}}`,
    senders: `{${allSenders.map(({ id }) => id)}}`,
    senderConversations: `{${allSenders.map(({ conversation }) => conversation)}}`,
    conversations: `{${conversations}}`,
    positions: `{${positions}}`,
    clientPositions: `{${clientPositions}}`,
    byClient: `{${messages.map(({ byClient }) => byClient)}}`,
    senderIds: `{${messages.map(({ senderId }) => senderId)}}`,
    clientMessageIds: messages.map(({ clientMessageId }) => clientMessageId),
    contents: messages.map(({ content }) => content),
    files: messages.map((message) => toJson(filesOf.get(message))),
    searchTexts: messages.map((message) => toSearchText(message, filesOf.get(message))),
  }
  return { columns, conversations, positions }
}

const toJson = (files: chat.MessageFile[] = []) => (files.length > 0 ? JSON.stringify(files) : null)

/** A message is found by the names of its files too. */
const toSearchText = ({ content }: OutgoingMessage, files: chat.MessageFile[] = []) =>
  searchText([content, ...files.map(({ fileName }) => fileName)].join(' '))
