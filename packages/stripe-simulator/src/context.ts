import { randomBytes } from 'node:crypto'
import type { EventType } from './objects/event.ts'
import { buildEvent } from './objects/event.ts'
import type { Store } from './store.ts'

export interface SimulatorContext {
  store: Store
  /** The public address of the hosted pages. */
  pagesUrl: string
  /** In seconds, as in Stripe's API. */
  now(): number
  /** Stores an event and delivers it to the webhook. */
  emit(type: EventType, object: object, before?: object): void
}

interface Clock {
  id: 'clock'
  object: 'clock'
  /** Seconds ahead of real time. */
  ahead: number
  /** The clock is stopped at this instant while due events run. */
  at: number | null
}

export function createContext(
  store: Store,
  pagesUrl: string,
  deliver: (eventId: string) => void,
): SimulatorContext {
  const context: SimulatorContext = {
    store,
    pagesUrl,
    now: () => {
      const { ahead, at } = readClock(store)
      return at ?? Math.floor(Date.now() / 1_000) + ahead
    },
    emit(type, object, before) {
      deliver(store.put(buildEvent(newId('evt'), type, context.now(), object, before)).id)
    },
  }
  return context
}

export function readClock(store: Store): Clock {
  return store.get<Clock>('clock') ?? { id: 'clock', object: 'clock', ahead: 0, at: null }
}

export function freezeClock({ store }: SimulatorContext, at: number) {
  store.put({ ...readClock(store), at })
}

/** Never goes backwards. */
export function resumeClock({ store }: SimulatorContext, at: number) {
  const ahead = Math.max(readClock(store).ahead, at - Math.floor(Date.now() / 1_000))
  store.put({ ...readClock(store), ahead, at: null })
}

const ID_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(prefix: string, length = 24) {
  return `${prefix}_${Array.from(randomBytes(length), (byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join('')}`
}
