import { sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'
import { statement } from '../../../platform/sql/statement.ts'
import {
  findRejectionReasons,
  type OutgoingMessage,
  planHasChat,
  projectsAllow,
  type RejectionReason,
} from './rejections.repository.ts'

/** What became of a message. If it was said before, number and time are those of the first time. */
export interface StoreResult {
  refusal: RejectionReason | null
  number: number
  createdAt: string
  /** It was stored by an earlier attempt. */
  again: boolean
}

type Columns = {
  /** Of each conversation: whose it is, how much was said in it, and how much of that by the client. */
  clients: PlainArray
  freelancers: PlainArray
  said: PlainArray
  saidByClient: PlainArray
  /** Of each message: in which of these conversations, and which it is there of all and of the client's. */
  conversations: PlainArray
  places: PlainArray
  clientPlaces: PlainArray
  byClient: PlainArray
  names: (string | null)[]
  contents: string[]
  now: Date
}

/** An array as PostgreSQL reads it, of what needs no quotes: to look for what needs them costs more than all the rest. */
type PlainArray = `{${string}}`

/** A conversation that has grown, by its place among those asked for. */
interface ExtendedConversation {
  place: number
  /** How many messages there were before. */
  before: number
  createdAt: string
}

/**
 * Stores messages, and judges in the same statement whether it may, so that no change of plan, project or client slips in
 * between: of each conversation all or none. Numbers come from the conversation's row, which is held until the commit: who
 * commits first has the lower number, and no number is ever lost. The rows are taken in the order of their ids, or two
 * processes could wait for each other. What was stored before makes it fail as a whole.
 */
const storeMessages = statement<Columns, ExtendedConversation>(
  'store_messages',
  ($) => sql`
    with grown as (
      update conversation c
      set last_number = c.last_number + more.said,
          client_total = c.client_total + more.by_client,
          last_at = greatest(c.last_at, ${$.now}),
          client_waits_since = case when more.said > more.by_client
            then coalesce(c.client_waits_since, ${$.now}) else c.client_waits_since end,
          freelancer_waits_since = case when more.by_client > 0
            then coalesce(c.freelancer_waits_since, ${$.now}) else c.freelancer_waits_since end
      from (
        select * from unnest(${$.clients}::uuid[], ${$.freelancers}::uuid[], ${$.said}::int[], ${$.saidByClient}::int[])
          with ordinality as m (client_id, freelancer_id, said, by_client, place)
        where ${planHasChat(sql`m.freelancer_id`)} and (m.by_client = 0 or ${projectsAllow(sql`m.client_id`)})
        order by client_id
      ) as more
      where c.client_id = more.client_id and c.freelancer_id is not distinct from more.freelancer_id
      returning more.place::int, c.client_id, c.freelancer_id, c.last_number - more.said as before,
        c.client_total - more.by_client as client_before, c.last_at
    ),
    stored as (
      insert into message
        (client_id, sender_id, created_at, number, client_total, by_client, client_message_id, content)
      select client_id, case when by_client then client_id else freelancer_id end, last_at, before + s.place,
        client_before + client_place, by_client, name, content
      from unnest(${$.conversations}::int[], ${$.places}::int[], ${$.clientPlaces}::int[],
          ${$.byClient}::boolean[], ${$.names}::text[], ${$.contents}::text[])
        as s (conversation, place, client_place, by_client, name, content)
      join grown on grown.place = s.conversation
    )
    select place, before, last_at as "createdAt" from grown`,
)

/** How often those are tried that were not stored although nothing stands against them: by then something has changed. */
const MAX_ATTEMPTS = 10

/** Stores messages of anybody's, each where it may be; answers in the same order, with an error where it is not known. */
export async function insertMessages(
  db: Db,
  said: OutgoingMessage[],
  now: Date,
): Promise<(StoreResult | Error)[]> {
  const outcomes = new Map<OutgoingMessage, StoreResult | Error>()
  const isOpen = (one: OutgoingMessage) => !outcomes.has(one)
  for (let open = said, tries = 0; open.length > 0; open = open.filter(isOpen)) {
    try {
      if (tries++ === MAX_ATTEMPTS) throw new Error('Messages could neither be stored nor refused.')
      await store(open)
      const left = open.filter(isOpen)
      if (left.length > 0) await judge(left)
    } catch (error) {
      // As long as nothing is decided, nothing is stored, and all of it can be tried again.
      if (outcomes.size === 0) throw error
      for (const one of open.filter(isOpen)) outcomes.set(one, error as Error)
    }
  }
  return said.map((one) => outcomes.get(one) as StoreResult | Error)

  async function store(open: OutgoingMessage[]) {
    const { columns, conversations, places } = columnsOf(open, now)
    const grown: (ExtendedConversation | undefined)[] = []
    for (const one of await storeMessages(db, columns).catch(noneOnConflict)) grown[one.place] = one
    for (const [index, one] of open.entries()) {
      const { before, createdAt } = grown[conversations[index] as number] ?? {}
      if (before === undefined || createdAt === undefined) continue
      const number = before + (places[index] as number)
      outcomes.set(one, { refusal: null, number, createdAt, again: false })
    }
  }

  async function judge(left: OutgoingMessage[]) {
    for (const [index, { refusal, number, createdAt }] of (await findRejectionReasons(db, left)).entries())
      if (refusal || number !== null)
        outcomes.set(left[index] as OutgoingMessage, {
          refusal,
          number: number ?? 0,
          createdAt: createdAt ?? '',
          again: number !== null,
        })
  }
}

const DEADLOCK = '40P01'

/** Some were stored before, or meanwhile by another process; or it waited for us as we for it. */
function noneOnConflict(error: Error & { code?: string; constraint?: string }): ExtendedConversation[] {
  if (error.constraint === 'message_once' || error.code === DEADLOCK) return []
  throw error
}

function columnsOf(said: OutgoingMessage[], now: Date) {
  const talks = new Map<string, { place: number; all: number; byClient: number }>()
  const [clients, freelancers]: [string[], string[]] = [[], []]
  const [conversations, places, clientPlaces]: [number[], number[], number[]] = [[], [], []]
  for (const { clientId, freelancerId, byClient } of said) {
    const key = clientId + freelancerId
    let talk = talks.get(key)
    if (!talk) {
      talk = { place: clients.push(clientId), all: 0, byClient: 0 }
      freelancers.push(freelancerId)
      talks.set(key, talk)
    }
    talk.all++
    if (byClient) talk.byClient++
    conversations.push(talk.place)
    places.push(talk.all)
    clientPlaces.push(talk.byClient)
  }
  const all = [...talks.values()]
  const columns: Columns = {
    clients: `{${clients}}`,
    freelancers: `{${freelancers}}`,
    said: `{${all.map((talk) => talk.all)}}`,
    saidByClient: `{${all.map((talk) => talk.byClient)}}`,
    conversations: `{${conversations}}`,
    places: `{${places}}`,
    clientPlaces: `{${clientPlaces}}`,
    byClient: `{${said.map(({ byClient }) => byClient)}}`,
    names: said.map(({ clientMessageId }) => clientMessageId),
    contents: said.map(({ content }) => content),
    now,
  }
  return { columns, conversations, places }
}
