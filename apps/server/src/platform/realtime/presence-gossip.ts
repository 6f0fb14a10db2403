import { randomUUID } from 'node:crypto'
import type { Redis } from '../process/redis.ts'
import type { Person } from './live.ts'

/** A person, by kind and id. */
export type Key = `${Person['role']}:${string}`

interface News {
  here?: Key[]
  gone?: Key[]
  /** All that there are: what was missed is made good with this. */
  all?: Key[]
  /** Asks the others to say who is with them. */
  asks?: boolean
}

const CHANNEL = 'portico:presence'
/** How often each process says all that it has, and how long one that says nothing counts, in milliseconds. */
const INTERVAL = 10_000
const SILENCE = 25_000
/** How long until we try again to listen, in milliseconds. */
const AGAIN = 1_000

interface Options {
  mine(): Iterable<Key>
  /** Called for everybody of whom another process said something. */
  heard(key: Key): void
}

/** What the other processes say of who is with them. */
export function followOthers(redis: Redis, { mine, heard }: Options) {
  const me = randomUUID()
  const processes = new Map<string, { keys: Set<Key>; heardAt: number }>()
  let listening: ReturnType<typeof setTimeout> | undefined
  void listen()
  redis.onReturn(() => say({ asks: true, all: [...mine()] }))
  const timer = setInterval(beat, INTERVAL).unref()

  return {
    say,
    have: (key: Key) => [...processes.values()].some(({ keys }) => keys.has(key)),
    stop() {
      clearInterval(timer)
      clearTimeout(listening)
      say({ all: [] })
    },
  }

  async function listen() {
    try {
      await redis.subscribe(CHANNEL, (news) => hear(news as News & { from: string }))
      say({ asks: true })
    } catch {
      // The line went at that very moment.
      listening = setTimeout(listen, AGAIN).unref()
    }
  }

  function say(news: News) {
    redis.publish(CHANNEL, { from: me, ...news })
  }

  function hear({ from, here = [], gone = [], all, asks }: News & { from: string }) {
    if (from === me) return
    const known = processes.get(from)?.keys ?? new Set<Key>()
    const keys = all ? new Set(all) : known
    for (const key of here) keys.add(key)
    for (const key of gone) keys.delete(key)
    processes.set(from, { keys, heardAt: Date.now() })
    for (const key of new Set([...here, ...gone, ...(all ? differences(known, keys) : [])])) heard(key)
    if (asks) say({ all: [...mine()] })
  }

  function beat() {
    say({ all: [...mine()] })
    for (const [from, { keys, heardAt }] of processes) {
      if (Date.now() - heardAt < SILENCE) continue
      processes.delete(from)
      for (const key of keys) heard(key)
    }
  }
}

function differences<T>(some: Set<T>, others: Set<T>) {
  return [...some].filter((one) => !others.has(one)).concat([...others].filter((one) => !some.has(one)))
}
