import { setTimeout as pause } from 'node:timers/promises'
import { cpuSeconds } from '../processes.ts'
import { quantile } from '../statistics.ts'
import type { ChatConnection, Person, Protocol } from './protocols.ts'

export interface Pair {
  a: Person
  b: Person
}

export interface ChatSide {
  name: string
  port: number
  pid: number
  databasePid: number
  protocol: Protocol
  pairs: Pair[]
}

/** CPU is in microseconds a message. */
export interface Round {
  perSecond: number
  p50: number
  p99: number
  serverCpu: number
  databaseCpu: number
  lost: number
  twice: number
  outOfOrder: number
}

export interface RoundOptions {
  seconds: number
  /** Messages a second over all rooms. Null for as fast as possible, with one message in flight in each room. */
  rate: number | null
}

let runs = Date.now() % 1e9

/**
 * The two people of each room write alternately. A message counts as delivered when both have it. Its latency runs
 * from the time when it was due, not from when it was sent.
 */
export async function round(side: ChatSide, { seconds, rate }: RoundOptions): Promise<Round> {
  const run = ++runs
  const rooms = await openRooms(side)
  const due: number[] = []
  const seen: number[] = []
  const latencies: number[] = []
  let [delivered, twice, outOfOrder] = [0, 0, 0]
  let going = true

  for (const room of rooms)
    for (const [who, connection] of room.connections.entries()) {
      connection.onMessage((content) => {
        const [, from, which] = /^#(\d+)\.(\d+)#/.exec(content) ?? []
        if (Number(from) !== run) return
        const message = Number(which)
        const bit = 1 << who
        if ((seen[message] ?? 0) & bit) return void twice++
        seen[message] = (seen[message] ?? 0) | bit
        if (message < (room.last[who] ?? -1)) outOfOrder++
        room.last[who] = message
        if (seen[message] !== 3) return
        delivered++
        latencies.push(performance.now() - (due[message] ?? 0))
        if (rate === null && going) send(room, performance.now())
      })
    }

  const before = { server: cpuSeconds(side.pid), database: cpuSeconds(side.databasePid) }
  const start = performance.now()
  if (rate === null) {
    for (const room of rooms) send(room, performance.now())
    await pause(seconds * 1_000)
    going = false
  } else await sendAtRate(rate)
  const counted = delivered
  const elapsed = (performance.now() - start) / 1_000
  for (let wait = 0; wait < 200 && delivered < due.length; wait++) await pause(25)

  for (const { connections } of rooms) for (const connection of connections) connection.close()
  const each = (used: number) => (used * 1e6) / delivered
  return {
    perSecond: (rate === null ? counted : delivered) / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    serverCpu: each(cpuSeconds(side.pid) - before.server),
    databaseCpu: each(cpuSeconds(side.databasePid) - before.database),
    lost: due.length - delivered,
    twice,
    outOfOrder,
  }

  function send(room: Room, at: number) {
    const who = room.turns++ % 2
    const [me, peer] = who === 0 ? [room.connections[0], room.pair.b] : [room.connections[1], room.pair.a]
    due.push(at)
    me.send(peer, `#${run}.${due.length - 1}# lorem ipsum dolor sit amet consectetur adipiscing`)
  }

  async function sendAtRate(perSecond: number) {
    for (let sent = 0; sent < perSecond * seconds; ) {
      const now = performance.now()
      for (let at = next(sent); at <= now && sent < perSecond * seconds; at = next(sent)) {
        send(rooms[(sent * 7) % rooms.length] as Room, at)
        sent++
      }
      await pause(1)
    }

    function next(sent: number) {
      return start + (sent * 1_000) / perSecond
    }
  }
}

interface Room {
  pair: Pair
  connections: [ChatConnection, ChatConnection]
  last: number[]
  turns: number
}

const CONNECTING_AT_ONCE = 25

async function openRooms({ port, protocol, pairs }: ChatSide): Promise<Room[]> {
  const rooms: Room[] = []
  for (let from = 0; from < pairs.length; from += CONNECTING_AT_ONCE) {
    rooms.push(...(await Promise.all(pairs.slice(from, from + CONNECTING_AT_ONCE).map(open))))
  }
  return rooms

  async function open(pair: Pair): Promise<Room> {
    const [a, b] = await Promise.all([protocol(port, pair.a), protocol(port, pair.b)])
    await Promise.all([a.join(pair.b), b.join(pair.a)])
    return { pair, connections: [a, b], last: [], turns: 0 }
  }
}
