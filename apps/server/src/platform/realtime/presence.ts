import type { Redis } from '../process/redis.ts'
import type { Person } from './live.ts'
import { followOthers, type Key } from './presence-gossip.ts'

/** Who has Portico open, in however many tabs and on however many processes. */
export interface Presence {
  isOnline(person: Person): boolean
  /** For each tab that opens here, and for each that closes. */
  addConnection(person: Person): void
  removeConnection(person: Person): void
  /** Called with everybody who has come or gone; those of one moment come together. Answers how to stop. */
  subscribe(listener: (people: Whereabouts[]) => void): () => void
  stop(): void
}

export interface Whereabouts extends Person {
  here: boolean
}

/** Who reloads a page has not left, in milliseconds. */
const GRACE = 2_000
/** News of so many milliseconds go together. */
const GATHER = 100

/** Each process knows who is where, and tells its own connections; so nobody has to say it to all. */
export function createPresence(redis: Redis | null): Presence {
  const tabs = new Map<Key, number>()
  const others = redis && followOthers(redis, { mine: () => tabs.keys(), heard: look })
  const shown = new Set<Key>()
  const listeners = new Set<(people: Whereabouts[]) => void>()
  let changed = new Set<Key>()

  return {
    isOnline: (person) => isHere(keyOf(person)),

    addConnection(person) {
      const key = keyOf(person)
      const open = tabs.get(key)
      tabs.set(key, (open ?? 0) + 1)
      if (open !== undefined) return
      others?.say({ here: [key] })
      look(key)
    },

    removeConnection(person) {
      const key = keyOf(person)
      const open = (tabs.get(key) ?? 1) - 1
      tabs.set(key, open)
      if (open === 0) setTimeout(giveUp, GRACE, key).unref()
    },

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    stop: () => others?.stop(),
  }

  function isHere(key: Key) {
    return tabs.has(key) || (others?.have(key) ?? false)
  }

  function giveUp(key: Key) {
    if (tabs.get(key) !== 0) return
    tabs.delete(key)
    others?.say({ gone: [key] })
    look(key)
  }

  function look(key: Key) {
    if (changed.size === 0) setTimeout(tell, GATHER).unref()
    changed.add(key)
  }

  function tell() {
    const news = [...changed].map((key) => ({ key, here: isHere(key) }))
    changed = new Set()
    const people = news.filter(({ key, here }) => here !== shown.has(key))
    for (const { key, here } of people) {
      if (here) shown.add(key)
      else shown.delete(key)
    }
    if (people.length === 0) return
    for (const listen of listeners) listen(people.map(({ key, here }) => ({ ...personOf(key), here })))
  }
}

function keyOf({ role, id }: Person): Key {
  return `${role}:${id}`
}

function personOf(key: Key): Person {
  const [role, id] = key.split(':') as [Person['role'], string]
  return { role, id }
}
