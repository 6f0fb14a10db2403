import type { Person } from './live.ts'

export type Key = `${Person['role']}:${string}`

/** Who has Portico open, in however many tabs. */
export interface Presence {
  isHere(person: Person): boolean
  /** For each tab that opens, and for each that closes. */
  arrive(person: Person): void
  leave(person: Person): void
  /** Called with everybody who has come or gone; those of one moment come together. Answers how to stop. */
  follow(listener: (people: Whereabouts[]) => void): () => void
}

export interface Whereabouts extends Person {
  here: boolean
}

/** Who reloads a page has not left, in milliseconds. */
const GRACE = 2_000
/** News of so many milliseconds go together. */
const GATHER = 100

export function createPresence(): Presence {
  const tabs = new Map<Key, number>()
  const listeners = new Set<(people: Whereabouts[]) => void>()
  let news = new Map<Key, boolean>()

  return {
    isHere: (person) => tabs.has(keyOf(person)),

    arrive(person) {
      const key = keyOf(person)
      const open = tabs.get(key)
      tabs.set(key, (open ?? 0) + 1)
      if (open === undefined) tell(key, true)
    },

    leave(person) {
      const key = keyOf(person)
      const open = (tabs.get(key) ?? 1) - 1
      tabs.set(key, open)
      if (open === 0) setTimeout(giveUp, GRACE, key).unref()
    },

    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function giveUp(key: Key) {
    if (tabs.get(key) !== 0) return
    tabs.delete(key)
    tell(key, false)
  }

  function tell(key: Key, here: boolean) {
    if (news.size === 0) setTimeout(flush, GATHER).unref()
    news.set(key, here)
  }

  function flush() {
    const people = [...news].map(([key, here]) => ({ ...personOf(key), here }))
    news = new Map()
    for (const listen of listeners) listen(people)
  }
}

function keyOf({ role, id }: Person): Key {
  return `${role}:${id}`
}

function personOf(key: Key): Person {
  const [role, id] = key.split(':') as [Person['role'], string]
  return { role, id }
}
