import { PLANS, type Plan } from '@portico/contract'
import { sql } from 'kysely'
import { type Db, prepared } from '../../platform/db.ts'

/** A message on its way into the database. */
export interface Said {
  id: string
  freelancerId: string
  clientId: string
  byClient: boolean
  /** The sender's own name for it. */
  clientMessageId: string | null
  content: string
}

export type Refusal = 'NO_SUCH_PEER' | 'MESSAGE_ID_TAKEN' | 'CHAT_NOT_IN_PLAN' | 'NO_ONGOING_PROJECT'

/** What became of a message: `id` is that of the first time when it was said before. */
export interface Outcome {
  refusal: Refusal | null
  id: string
  number: number
  createdAt: string
  /** It was stored by an earlier attempt. */
  again: boolean
}

type Columns = {
  ids: Plain
  freelancers: Plain
  clients: Plain
  byClient: Plain
  names: (string | null)[]
  contents: string[]
  /** Which of its conversation each is among these, and which of the client's. */
  places: Plain
  clientPlaces: Plain
  /** The last of its conversation among these. */
  last: Plain
  now: Date
}

/** An array as PostgreSQL reads it, of what needs no quotes: to look for what needs them costs more than all the rest. */
type Plain = `{${string}}`

interface Verdict {
  id: string
  refusal: Refusal | null
  /** It was stored before, as this one. */
  knownId: string | null
  /** Null as long as it is not stored. */
  number: number | null
  createdAt: string | null
}

export const PLANS_WITH_CHAT = (Object.keys(PLANS) as Plan[]).filter((plan) => PLANS[plan].liveChat)

/**
 * Judges and stores messages, all in this one statement, so that no change of plan, project or client slips in between.
 * Numbers come from the conversation's row, which is held until the commit: who commits first has the lower number, and
 * no number is ever lost. The rows are taken in the order of their ids, or two processes could wait for each other.
 *
 * It stores all or none, for the places count on all. Each part looks up by one key: with two, or a join of tables, the
 * planner would now and then read a whole table.
 */
const insertion = prepared<Columns, Verdict>(
  'insert_messages',
  ($) => sql`
    with judged as (
      select s.*, known.id as known_id, known.number as known_number, known.created_at as known_at,
        case
          when c.freelancer_id is distinct from s.freelancer_id then 'NO_SUCH_PEER'
          when known.client_id <> s.client_id or known.content <> s.content then 'MESSAGE_ID_TAKEN'
          when known.id is not null then null
          when f.plan <> all (${sql.lit(`{${PLANS_WITH_CHAT}}`)}) then 'CHAT_NOT_IN_PLAN'
          when s.by_client
            and not exists (select from project p where p.client_id = s.client_id and p.status <> 'Completed')
            and exists (select from project p where p.client_id = s.client_id) then 'NO_ONGOING_PROJECT'
        end as refusal
      from unnest(${$.ids}::uuid[], ${$.freelancers}::uuid[], ${$.clients}::uuid[], ${$.byClient}::boolean[],
          ${$.names}::text[], ${$.contents}::text[], ${$.places}::int[], ${$.clientPlaces}::int[], ${$.last}::boolean[])
        as s (id, freelancer_id, client_id, by_client, name, content, place, client_place, is_last)
      left join lateral (select freelancer_id from conversation where client_id = s.client_id limit 1) c on true
      left join lateral (select plan from freelancer where id = s.freelancer_id limit 1) f on true
      left join lateral (
        select * from message m where m.client_message_id = s.name
          and m.sender_id = case when s.by_client then s.client_id else s.freelancer_id end
        limit 1
      ) known on s.name is not null
    ),
    all_new as (
      select not exists (select from judged where refusal is not null or known_id is not null) as is_so
    ),
    grown as (
      update conversation c
      set last_number = c.last_number + more.place,
          client_total = c.client_total + more.client_place,
          last_at = greatest(c.last_at, ${$.now}),
          client_waits_since = case when more.place > more.client_place
            then coalesce(c.client_waits_since, ${$.now}) else c.client_waits_since end,
          freelancer_waits_since = case when more.client_place > 0
            then coalesce(c.freelancer_waits_since, ${$.now}) else c.freelancer_waits_since end
      from (
        select client_id, place, client_place from judged where is_last and (select is_so from all_new)
        order by client_id
      ) as more
      where c.client_id = more.client_id
      returning c.client_id, c.last_number - more.place as before, c.client_total - more.client_place as client_before,
        c.last_at
    ),
    stored as (
      insert into message
        (client_id, id, sender_id, created_at, number, client_total, by_client, client_message_id, content)
      select client_id, id, case when by_client then client_id else freelancer_id end, last_at, before + place,
        client_before + client_place, by_client, name, content
      from judged join grown using (client_id)
      returning id, number, created_at
    )
    select id, null as refusal, null::uuid as "knownId", number, created_at as "createdAt" from stored
    union all
    select id, refusal, known_id, known_number, known_at from judged where not (select is_so from all_new)`,
)

/** Stores messages of anybody's, each where it may be; answers in the same order. */
export async function insertMessages(db: Db, said: Said[], now: Date): Promise<Outcome[]> {
  const verdicts = new Map<string, Verdict>()
  // What is refused, or known, stands aside at the second try.
  for (let rest = said; rest.length > 0; rest = rest.filter(({ id }) => isUndecided(verdicts.get(id))))
    for (const verdict of await insertion(db, columnsOf(rest, now))) verdicts.set(verdict.id, verdict)
  return said.map(({ id }) => outcomeOf(verdicts.get(id)))
}

function columnsOf(said: Said[], now: Date): Columns {
  const counts = new Map<string, { all: number; ofClient: number; last: number }>()
  const [places, clientPlaces, last]: [number[], number[], boolean[]] = [[], [], []]
  for (const [index, { clientId, byClient }] of said.entries()) {
    const count = counts.get(clientId) ?? { all: 0, ofClient: 0, last: index }
    counts.set(clientId, count)
    last[count.last] = false
    last[index] = true
    count.last = index
    places.push(++count.all)
    clientPlaces.push(byClient ? ++count.ofClient : count.ofClient)
  }
  return {
    ids: `{${said.map(({ id }) => id)}}`,
    freelancers: `{${said.map(({ freelancerId }) => freelancerId)}}`,
    clients: `{${said.map(({ clientId }) => clientId)}}`,
    byClient: `{${said.map(({ byClient }) => byClient)}}`,
    names: said.map(({ clientMessageId }) => clientMessageId),
    contents: said.map(({ content }) => content),
    places: `{${places}}`,
    clientPlaces: `{${clientPlaces}}`,
    last: `{${last}}`,
    now,
  }
}

function isUndecided(verdict: Verdict | undefined) {
  return verdict !== undefined && verdict.refusal === null && verdict.number === null
}

/** Of a conversation that went while its messages were stored nothing comes back. */
function outcomeOf(verdict: Verdict | undefined): Outcome {
  const { refusal = 'NO_SUCH_PEER', id = '', knownId = null, number, createdAt } = verdict ?? {}
  return {
    refusal,
    id: knownId ?? id,
    number: number ?? 0,
    createdAt: createdAt ?? '',
    again: knownId !== null,
  }
}
