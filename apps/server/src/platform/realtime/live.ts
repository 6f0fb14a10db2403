import { type Change, staleTopics, type Topic } from '@portico/contract'
import type { Actor } from '../actors.ts'

export type Person = Pick<Actor, 'side' | 'personId'>
type Listener = (people: Person[], topics: readonly Topic[]) => void

/** Notifies people that something they may be looking at has changed. */
export interface Live {
  /** Call it after the commit, because the notified people read at once. It does not wait and cannot fail. */
  changed(people: Person[], change: Change): void
  /** Passes the stale topics on (socket-server.ts). Returns a function that stops it. */
  subscribe(listener: Listener): () => void
}

export function createLive(): Live {
  const listeners = new Set<Listener>()
  return {
    changed(people, change) {
      for (const listener of listeners) listener(people, staleTopics[change])
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
