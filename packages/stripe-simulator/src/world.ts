import { randomBytes } from 'node:crypto'
import type { EventType } from './objects/event.ts'
import { eventOf } from './objects/event.ts'
import type { Store } from './store.ts'

/** What everything in here works on: what is stored, and what time it is. */
export interface World {
  store: Store
  /** Where the hosted pages are seen: `https://portico.example/dev/stripe`. */
  pages: string
  /** Seconds, as Stripe counts. */
  now(): number
  /** Keeps an event, and tells whoever asked to be told. */
  emit(type: EventType, object: object, before?: object): void
}

interface Clock {
  id: 'clock'
  object: 'clock'
  /** How far we are ahead of real time, in seconds; and the instant that is being lived through while time is moved. */
  ahead: number
  at: number | null
}

export function createWorld(store: Store, pages: string, tell: (eventId: string) => void): World {
  const world: World = {
    store,
    pages,
    now: () => {
      const { ahead, at } = clockOf(store)
      return at ?? Math.floor(Date.now() / 1_000) + ahead
    },
    emit(type, object, before) {
      tell(store.put(eventOf(newId('evt'), type, world.now(), object, before)).id)
    },
  }
  return world
}

export function clockOf(store: Store): Clock {
  return store.get<Clock>('clock') ?? { id: 'clock', object: 'clock', ahead: 0, at: null }
}

/** Stands still at this instant, while what is due then happens. */
export function standAt({ store }: World, at: number) {
  store.put({ ...clockOf(store), at })
}

/** Runs on from here, as real time does; never backwards. */
export function runOnFrom({ store }: World, at: number) {
  const ahead = Math.max(clockOf(store).ahead, at - Math.floor(Date.now() / 1_000))
  store.put({ ...clockOf(store), ahead, at: null })
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(prefix: string, length = 24) {
  return `${prefix}_${Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('')}`
}
