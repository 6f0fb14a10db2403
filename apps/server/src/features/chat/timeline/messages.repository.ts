import { activity, type chat, searchText } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'
import { clientMayWrite, planHasChat } from '../chat-permission.ts'
import { type FilesOfMessages, findMessageFiles } from './message-files.repository.ts'
import { findRejectionReasons, type OutgoingMessage, type RejectionReason } from './rejections.repository.ts'

/** A message that was stored before returns its first number and time, and the files as they were then. */
export interface StoreResult {
  rejection: RejectionReason | null
  number: number
  files: chat.MessageFile[]
  createdAt: string
}

type Columns = {
  /** One element per conversation: both sides, and the number of new messages, in all and by the client. */
  clients: PlainArray
  freelancers: PlainArray
  totals: PlainArray
  clientTotals: PlainArray
  /** One element per message: the index of its conversation, and its position among all and among the client's. */
  conversations: PlainArray
  positions: PlainArray
  clientPositions: PlainArray
  byClient: PlainArray
  clientMessageIds: (string | null)[]
  contents: string[]
  /** JSON, or null for a message without files. */
  files: (string | null)[]
  searchTexts: string[]
  now: Date
}

/** An array literal of PostgreSQL. `pg` would check whether each value needs quotes, which costs more than all the rest. */
type PlainArray = `{${string}}`

interface ExtendedConversation {
  /** Its index in the parameters. */
  index: number
  lastNumberBefore: number
  createdAt: string
}

/**
 * Checks and stores in one statement, so that plan, project and client cannot change in between. It stores all messages of a
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
            then greatest(c.last_at, ${$.now}) else c.freelancer_wrote_at end,
          client_mail_due = case when more.total > more.by_client
            then coalesce(c.client_mail_due, ${mailDue($.now)}) else c.client_mail_due end,
          freelancer_mail_due = case when more.by_client > 0
            then coalesce(c.freelancer_mail_due, ${mailDue($.now)}) else c.freelancer_mail_due end
      from (
        select * from unnest(${$.clients}::uuid[], ${$.freelancers}::uuid[], ${$.totals}::int[], ${$.clientTotals}::int[])
          with ordinality as m (client_id, workspace_id, total, by_client, index)
        where ${planHasChat(sql`m.workspace_id`)}
        order by client_id
      ) as more
      where c.client_id = more.client_id and c.workspace_id is not distinct from more.workspace_id
        and not c.archived and (more.by_client = 0 or ${clientMayWrite($.now)})
      returning more.index::int, c.client_id, c.workspace_id, c.last_number - more.total as last_number_before,
        c.client_total - more.by_client as client_total_before, c.last_at
    ),
    stored as (
      insert into message
        (client_id, sender_id, created_at, number, client_total, by_client, client_message_id, content, files, search_text)
      select client_id, case when by_client then client_id else workspace_id end, last_at,
        last_number_before + m.position, client_total_before + client_position, by_client, client_message_id, content, files::jsonb, search_text
      from unnest(${$.conversations}::int[], ${$.positions}::int[], ${$.clientPositions}::int[],
          ${$.byClient}::boolean[], ${$.clientMessageIds}::text[], ${$.contents}::text[], ${$.files}::text[],
          ${$.searchTexts}::text[])
        as m (conversation, position, client_position, by_client, client_message_id, content, files, search_text)
      join extended on extended.index = m.conversation
    )
    select index, last_number_before as "lastNumberBefore", last_at as "createdAt" from extended`,
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
  now: Date,
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
    const { columns, conversations, positions } = toColumns(open, filesOf, now)
    const extended: (ExtendedConversation | undefined)[] = []
    for (const one of await storeMessages(db, columns).catch(emptyOnConflict)) extended[one.index] = one
    for (const [index, message] of open.entries()) {
      const { lastNumberBefore, createdAt } = extended[conversations[index] as number] ?? {}
      if (lastNumberBefore === undefined || createdAt === undefined) continue
      const number = lastNumberBefore + (positions[index] as number)
      results.set(message, { rejection: null, number, createdAt, files: filesOf.get(message) ?? [] })
    }
  }

  /** Finds why messages were not stored, or the numbers under which they were stored before. */
  async function reject(open: OutgoingMessage[]) {
    if (open.length === 0) return
    const checks = await findRejectionReasons(db, open, now)
    for (const [index, { rejection, number, createdAt, files }] of checks.entries()) {
      const message = open[index] as OutgoingMessage
      const isRefused = number === null && isWithoutFile(message)
      if (rejection || number !== null || isRefused)
        results.set(message, {
          rejection: rejection ?? (isRefused ? 'FILE_NOT_FOUND' : null),
          number: number ?? 0,
          createdAt: createdAt ?? '',
          files: files ?? [],
        })
    }
  }
}

/** The first message of each clientMessageId. In the next attempt its repeats find it stored. */
function distinctMessages(messages: OutgoingMessage[]) {
  const ids = new Set<string>()
  return messages.filter(({ byClient, clientId, workspaceId, clientMessageId }) => {
    if (clientMessageId === null) return true
    const id = `${byClient ? clientId : workspaceId} ${clientMessageId}`
    return !ids.has(id) && ids.add(id)
  })
}

const DEADLOCK = '40P01'

/** Empty when a message was stored before, or when another process caused a deadlock. */
function emptyOnConflict(error: Error & { code?: string; constraint?: string }): ExtendedConversation[] {
  if (error.constraint === 'message_once' || error.code === DEADLOCK) return []
  throw error
}

function toColumns(messages: OutgoingMessage[], filesOf: FilesOfMessages, now: Date) {
  const counts = new Map<string, { index: number; total: number; byClient: number }>()
  const [clients, freelancers]: [string[], string[]] = [[], []]
  const [conversations, positions, clientPositions]: [number[], number[], number[]] = [[], [], []]
  for (const { clientId, workspaceId, byClient } of messages) {
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
  }
  const all = [...counts.values()]
  const columns: Columns = {
    clients: `{${clients}}`,
    freelancers: `{${freelancers}}`,
    totals: `{${all.map(({ total }) => total)}}`,
    clientTotals: `{${all.map(({ byClient }) => byClient)}}`,
    conversations: `{${conversations}}`,
    positions: `{${positions}}`,
    clientPositions: `{${clientPositions}}`,
    byClient: `{${messages.map(({ byClient }) => byClient)}}`,
    clientMessageIds: messages.map(({ clientMessageId }) => clientMessageId),
    contents: messages.map(({ content }) => content),
    files: messages.map((message) => toJson(filesOf.get(message))),
    searchTexts: messages.map((message) => toSearchText(message, filesOf.get(message))),
    now,
  }
  return { columns, conversations, positions }
}

const toJson = (files: chat.MessageFile[] = []) => (files.length > 0 ? JSON.stringify(files) : null)

/** A message is found by the names of its files too. */
const toSearchText = ({ content }: OutgoingMessage, files: chat.MessageFile[] = []) =>
  searchText([content, ...files.map(({ fileName }) => fileName)].join(' '))
