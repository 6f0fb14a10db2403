import { type Change, staleTopics, type Topic, topicsOfWorkspace } from '@portico/contract'
import type { Actor } from '../actors.ts'

export type Person = Pick<Actor, 'side' | 'personId'>
/** Everybody of a workspace, a client, or both, such as the two sides of a project. */
export interface Sides {
  workspaceId?: string
  clientId?: string
}
type Listener = (people: Person[], topics: readonly Topic[]) => void

/** Notifies people that something they may be looking at has changed. */
export interface Live {
  /** Call it after the commit, because the notified people read at once. It does not wait and cannot fail. */
  changed(audience: Person | Sides, change: Change): void
  /** Passes the stale topics on (socket-server.ts). Returns a function that stops it. */
  subscribe(listener: Listener): () => void
}

export function createLive(): Live {
  const listeners = new Set<Listener>()
  const publish = (people: Person[], topics: readonly Topic[]) => {
    if (people.length > 0) for (const listener of listeners) listener(people, topics)
  }
  return {
    changed(audience, change) {
      const topics = staleTopics[change]
      const people = peopleOf(audience)
      const forClients = topics.filter((topic) => !topicsOfWorkspace.has(topic))
      if (forClients.length === topics.length) return publish(people, topics)
      const bySide = Map.groupBy(people, ({ side }) => side)
      publish(bySide.get('freelancer') ?? [], topics)
      publish(bySide.get('client') ?? [], forClients)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Every member is in the room of their workspace, which has its id, and every person of a client in that of the first one. */
function peopleOf(audience: Person | Sides): Person[] {
  if ('personId' in audience) return [audience]
  const { workspaceId, clientId } = audience
  return [
    ...(workspaceId ? [{ side: 'freelancer' as const, personId: workspaceId }] : []),
    ...(clientId ? [{ side: 'client' as const, personId: clientId }] : []),
  ]
}
