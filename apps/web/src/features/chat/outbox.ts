import type { Area } from '../../app/session.ts'
import type { Own } from './thread.ts'

/** What was written and is not known to be stored, kept in this browser until it is. Logging out clears it, as any draft. */
export interface Outbox {
  read(): Own[]
  put(own: Own): void
  drop(clientMessageId: string): void
  /** Another tab sent or gave up one of them; answers how to stop. */
  follow(onGone: (clientMessageId: string) => void): () => void
}

/** Each message has a key of its own, so that tabs never write over each other. */
export function outboxOf(area: Area, selfId: string, peerId: string): Outbox {
  const prefix = `portico.draft.${area === 'client' ? 'client.' : ''}outbox.${selfId}.${peerId}.`
  return {
    read: () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => parse(localStorage.getItem(key)))
        .sort((one, other) => one.writtenAt.localeCompare(other.writtenAt)),

    put(own) {
      try {
        localStorage.setItem(prefix + own.clientMessageId, JSON.stringify(own))
      } catch {
        // The browser keeps no more. The page itself still holds it.
      }
    },

    drop: (clientMessageId) => localStorage.removeItem(prefix + clientMessageId),

    follow(onGone) {
      const listen = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) onGone(key.slice(prefix.length))
      }
      window.addEventListener('storage', listen)
      return () => window.removeEventListener('storage', listen)
    },
  }
}

function parse(text: string | null): Own[] {
  try {
    const own: Own | null = JSON.parse(text ?? 'null')
    return own && typeof own.clientMessageId === 'string' && typeof own.content === 'string'
      ? [{ ...own, writtenAt: String(own.writtenAt) }]
      : []
  } catch {
    return []
  }
}
