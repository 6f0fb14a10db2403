import type { Side } from '../actors.ts'
import type { Redis } from '../process/redis.ts'
import { payForNobody } from '../sql/current-account.ts'
import type { Person } from './live.ts'
import { createMemoryStore, createRedisStore, type PersonKey } from './presence-store.ts'

/** Which people have Portico open, in any tab, on any process. */
export interface Presence {
  isOnline(person: Person): Promise<boolean>
  areOnline(people: Person[]): Promise<boolean[]>
  addConnection(person: Person): void
  removeConnection(person: Person): void
  /** The listener gets everybody who may have come or gone, in one process for all. Returns a function that stops it. */
  subscribe(listener: (people: Person[]) => void): () => void
  stop(): Promise<void>
}

/** A page that reloads is back within this time, so the person never left. */
const RELOAD_GRACE_MS = 2_000
/** Changes within this time are reported together. */
const BATCH_DELAY_MS = 100

export function createPresence(redis: Redis | null): Presence {
  const connectionCounts = new Map<PersonKey, number>()
  const store = redis ? createRedisStore(redis, report) : createMemoryStore()
  const listeners = new Set<(people: Person[]) => void>()
  let changed = new Set<PersonKey>()

  return {
    async isOnline(person) {
      const [isOnline] = await store.has([keyOf(person)])
      return isOnline ?? false
    },

    areOnline: (people) => store.has(people.map(keyOf)),

    addConnection(person) {
      const key = keyOf(person)
      const count = connectionCounts.get(key)
      connectionCounts.set(key, (count ?? 0) + 1)
      if (count === undefined) void store.add(key).then((isFirst) => isFirst && report([key]))
    },

    removeConnection(person) {
      const key = keyOf(person)
      const count = (connectionCounts.get(key) ?? 1) - 1
      connectionCounts.set(key, count)
      if (count === 0) setTimeout(removeIfGone, RELOAD_GRACE_MS, key).unref()
    },

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    stop: () => store.stop(),
  }

  function removeIfGone(key: PersonKey) {
    if (connectionCounts.get(key) !== 0) return
    connectionCounts.delete(key)
    void store.remove(key).then((wasLast) => wasLast && report([key]))
  }

  function report(keys: PersonKey[]) {
    if (changed.size === 0) payForNobody(() => setTimeout(notifyListeners, BATCH_DELAY_MS).unref())
    for (const key of keys) changed.add(key)
  }

  function notifyListeners() {
    const people = [...changed].map(personOf)
    changed = new Set()
    for (const listener of listeners) listener(people)
  }
}

function keyOf({ side, personId }: Person): PersonKey {
  return `${side}:${personId}`
}

function personOf(key: PersonKey): Person {
  const [role, id] = key.split(':') as [Side, string]
  return { side: role, personId: id }
}
