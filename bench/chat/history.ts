import pg, { type ClientConfig } from 'pg'
import { load } from '../load.ts'
import { cpuSeconds } from '../processes.ts'
import { encode } from '../requests.ts'
import type { ChatSide } from './round.ts'

export interface Reading {
  messages: number
  perSecond: number
  /** Microseconds of the database a request. */
  databaseCpu: number
}

/** Fills the rooms up to so many messages in all, a hundred of them in each room that is read, and reads the newest 50. */
export async function readHistory(
  side: ChatSide,
  connection: ClientConfig,
  messages: number,
): Promise<Reading> {
  await fill(connection, messages)
  const asks = side.pairs.map(({ a, b }) =>
    encode({ path: `/api/messages/history/${b.id}` }, { authorization: `Bearer ${a.token}` }),
  )
  let turns = 0
  const next = () => asks[turns++ % asks.length] as Buffer
  const turn = (seconds: number) => load({ port: side.port, connections: 32, seconds, next })

  await turn(3)
  const before = cpuSeconds(side.databasePid)
  const { requests, requestsPerSecond, complaints } = await turn(4)
  if (complaints.length > 0) throw new Error(complaints[0])
  const databaseCpu = ((cpuSeconds(side.databasePid) - before) * 1e6) / requests
  return { messages, perSecond: requestsPerSecond, databaseCpu }
}

/** The other rooms take what is missing: the table grows, the rooms that are read do not. */
async function fill(connection: ClientConfig, messages: number) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(FILL, [messages])
    await client.query('vacuum analyze message, conversation')
  } finally {
    await client.end()
  }
}

const FILL = `
  with room as (
    select client_id, last_number, row_number() over (order by client_id) as n, count(*) over () as rooms from conversation
  ),
  wanted as (
    select client_id, last_number,
      greatest(0, case when n <= 200 then 100 - last_number
        else ($1 - (select count(*) from message)) / (rooms - 200) end)::int as more
    from room
  ),
  stored as (
    insert into message (client_id, id, sender_id, created_at, number, client_total, by_client, content)
    select client_id, uuidv7(), client_id, now(), last_number + k, last_number + k, true,
      'lorem ipsum dolor sit amet consectetur adipiscing'
    from wanted, generate_series(1, more) k
    returning client_id
  )
  update conversation c set last_number = c.last_number + w.more, client_total = c.client_total + w.more, last_at = now()
  from wanted w where w.client_id = c.client_id and w.more > 0 and (select count(*) from stored) >= 0`
