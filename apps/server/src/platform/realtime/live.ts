import type { live } from '@portico/contract'
import type { Actor } from '../actors.ts'

export type Person = Pick<Actor, 'role' | 'id'>
type Listener = (people: Person[], topics: live.Topic[]) => void

/** Tells people who look at something that it has changed. */
export interface Live {
  /** Called once the change is committed: whoever hears of it reads at once. It costs the caller nothing and cannot fail. */
  changed: Listener
  /** Whoever carries it on to the people (sockets.ts); answers how to stop. */
  follow(listener: Listener): () => void
}

export function createLive(): Live {
  const listeners = new Set<Listener>()
  return {
    changed(people, topics) {
      for (const tell of listeners) tell(people, topics)
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
