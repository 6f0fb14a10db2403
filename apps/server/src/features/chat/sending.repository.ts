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
  ids: string[]
  freelancers: string[]
  clients: string[]
  byClient: boolean[]
  names: (string | null)[]
  contents: string[]
  now: Date
}

export const PLANS_WITH_CHAT = (Object.keys(PLANS) as Plan[]).filter((plan) => PLANS[plan].liveChat)

/**
 * Judges and stores messages, all in this one statement, so that no change of plan, project or client slips in between.
 * Numbers come from the conversation's row, which is held until the commit: who commits first has the lower number, and
 * no number is ever lost. The rows are taken in the order of their ids, or two processes could wait for each other.
 */
const insertion = prepared<Columns, Outcome>(
  'insert_messages',
  ($) => sql`
    with said as (
      select * from unnest(${$.ids}::uuid[], ${$.freelancers}::uuid[], ${$.clients}::uuid[], ${$.byClient}::boolean[],
          ${$.names}::text[], ${$.contents}::text[])
        with ordinality as s (id, freelancer_id, client_id, by_client, name, content, n)
    ),
    judged as (
      select s.*, known.id as known_id, known.number as known_number, known.created_at as known_at,
        case
          when c.client_id is null then 'NO_SUCH_PEER'
          when known.client_id <> s.client_id or known.content <> s.content then 'MESSAGE_ID_TAKEN'
          when known.id is not null then null
          when f.plan <> all (${sql.lit(`{${PLANS_WITH_CHAT}}`)}) then 'CHAT_NOT_IN_PLAN'
          when s.by_client
            and not exists (select from project p where p.client_id = s.client_id and p.status <> 'Completed')
            and exists (select from project p where p.client_id = s.client_id) then 'NO_ONGOING_PROJECT'
        end as refusal
      from said s
      left join conversation c on c.client_id = s.client_id and c.freelancer_id = s.freelancer_id
      left join freelancer f on f.id = s.freelancer_id
      left join lateral (
        select * from message m where m.client_message_id = s.name
          and m.sender_id = case when s.by_client then s.client_id else s.freelancer_id end
        limit 1
      ) known on s.name is not null
    ),
    grown as (
      update conversation c
      set last_number = c.last_number + more.messages,
          client_total = c.client_total + more.of_client,
          last_at = greatest(c.last_at, ${$.now}),
          client_waits_since = case when more.messages > more.of_client
            then coalesce(c.client_waits_since, ${$.now}) else c.client_waits_since end,
          freelancer_waits_since = case when more.of_client > 0
            then coalesce(c.freelancer_waits_since, ${$.now}) else c.freelancer_waits_since end
      from (
        select client_id, count(*)::int as messages, (count(*) filter (where by_client))::int as of_client,
          array_agg(id order by n) as ids, array_agg(by_client order by n) as by_client,
          array_agg(name order by n) as names, array_agg(content order by n) as contents
        from judged where refusal is null and known_id is null
        group by client_id order by client_id
      ) as more
      where c.client_id = more.client_id
      returning c.client_id, c.freelancer_id, c.last_number - more.messages as before,
        c.client_total - more.of_client as client_before, c.last_at,
        more.ids, more.by_client, more.names, more.contents
    ),
    stored as (
      insert into message
        (client_id, id, sender_id, created_at, number, client_total, by_client, client_message_id, content)
      select client_id, s.id, case when s.by_client then client_id else freelancer_id end, last_at, before + s.place,
        client_before + count(*) filter (where s.by_client) over (partition by client_id order by s.place),
        s.by_client, s.name, s.content
      from grown, unnest(ids, by_client, names, contents) with ordinality as s (id, by_client, name, content, place)
      returning id, number, created_at
    )
    select
      case when coalesce(s.id, j.known_id) is null then coalesce(j.refusal, 'NO_SUCH_PEER') else j.refusal end as refusal,
      coalesce(s.id, j.known_id) as id, coalesce(s.number, j.known_number) as number,
      coalesce(s.created_at, j.known_at) as "createdAt", j.known_id is not null as again
    from judged j left join stored s on s.id = j.id
    order by j.n`,
)

/** Stores messages of anybody's, each where it may be; answers in the same order. */
export function insertMessages(db: Db, said: Said[], now: Date): Promise<Outcome[]> {
  return insertion(db, {
    ids: said.map(({ id }) => id),
    freelancers: said.map(({ freelancerId }) => freelancerId),
    clients: said.map(({ clientId }) => clientId),
    byClient: said.map(({ byClient }) => byClient),
    names: said.map(({ clientMessageId }) => clientMessageId),
    contents: said.map(({ content }) => content),
    now,
  })
}
