import { setTimeout as pause } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { load } from '../load.ts'
import { cpuSeconds } from '../processes.ts'
import { encode } from '../requests.ts'
import { quantile } from '../statistics.ts'
import type { ChatSide } from './round.ts'

export interface Reading {
  perSecond: number
  /** In milliseconds. */
  p50: number
  /** Microseconds of the database for each request. */
  databaseCpu: number
  /** Pages that the database reads for each request, from memory or disk. */
  pages: number
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
  await quiet(side)
  const before = { cpu: cpuSeconds(side.databasePid), pages: await pagesRead(connection) }
  const { requests, requestsPerSecond, latencies, failures } = await turn(4)
  if (failures.length > 0) throw new Error(failures[0])
  const databaseCpu = ((cpuSeconds(side.databasePid) - before.cpu) * 1e6) / requests
  // PostgreSQL's connections report their statistics after a second of idleness.
  await pause(1_500)
  return {
    perSecond: requestsPerSecond,
    p50: quantile(latencies, 0.5),
    databaseCpu,
    pages: ((await pagesRead(connection)) - before.pages) / requests,
  }
}

/** Waits until checkpoints and vacuum after the fill are done, so that they are not counted. */
async function quiet({ databasePid }: ChatSide) {
  for (let used = Number.POSITIVE_INFINITY; used > 0.05; ) {
    const before = cpuSeconds(databasePid)
    await pause(1_000)
    used = cpuSeconds(databasePid) - before
  }
}

async function pagesRead(connection: ClientConfig) {
  return using(connection, async (client) => {
    const { rows } = await client.query(
      `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int as pages
       from pg_statio_user_tables where relname in ('message', 'conversation')`,
    )
    return Number(rows[0].pages)
  })
}

/** The other rooms grow, so the table does and the rooms that are read do not. */
function fill(connection: ClientConfig, messages: number) {
  return using(connection, async (client) => {
    await client.query(FILL, [messages])
    await client.query('vacuum analyze message, conversation')
  })
}

async function using<T>(connection: ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
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
    insert into message (client_id, sender_id, created_at, number, client_total, by_client, content, search_text)
    select client_id, client_id, now(), last_number + k, last_number + k, true,
      'lorem ipsum dolor sit amet consectetur adipiscing', ' lorem ipsum dolor sit amet consectetur adipiscing'
    from wanted, generate_series(1, more) k
    returning client_id
  )
  update conversation c set last_number = c.last_number + w.more, client_total = c.client_total + w.more, last_at = now()
  from wanted w where w.client_id = c.client_id and w.more > 0 and (select count(*) from stored) >= 0`
