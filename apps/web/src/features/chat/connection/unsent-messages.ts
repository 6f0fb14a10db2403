import { useSyncExternalStore } from 'react'
import type { Area } from '../../../app/session.ts'
import type { OutgoingMessage } from '../timeline/thread.ts'

/** What was written and is not known to be stored, kept in this browser until it is. Logging out clears it, as any draft. */
export interface UnsentMessages {
  read(): OutgoingMessage[]
  put(own: OutgoingMessage): void
  drop(clientMessageId: string): void
  /** Another tab sent or gave up one of them; answers how to stop. */
  follow(onGone: (clientMessageId: string) => void): () => void
}

/** Each message has a key of its own, so that tabs never write over each other. */
export function createUnsentMessages(area: Area, selfId: string, peerId: string): UnsentMessages {
  const prefix = `${prefixOf(area, selfId)}${peerId}.`
  return {
    read: () => keptUnder(prefix).map(({ own }) => own),

    put(own) {
      try {
        localStorage.setItem(prefix + own.clientMessageId, JSON.stringify(own))
      } catch {
        // The browser keeps no more. The page itself still holds it.
      }
      tellChange()
    },

    drop(clientMessageId) {
      localStorage.removeItem(prefix + clientMessageId)
      tellChange()
    },

    follow(onGone) {
      const listen = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) onGone(key.slice(prefix.length))
      }
      window.addEventListener('storage', listen)
      return () => window.removeEventListener('storage', listen)
    },
  }
}

let changes = 0
const listeners = new Set<() => void>()

function tellChange() {
  changes++
  for (const listener of listeners) listener()
}

/** What was written last to each person and is not known to be stored, by their id; kept true while it is shown. */
export function useUnsentMessages(area: Area, selfId: string): ReadonlyMap<string, string> {
  useSyncExternalStore(followAll, () => changes)
  const prefix = prefixOf(area, selfId)
  return new Map(
    keptUnder(prefix).map(({ key, own }) => [key.slice(prefix.length).split('.')[0] ?? '', own.content]),
  )
}

/** A message of this page is as good as one of another tab, of which the browser tells. */
function followAll(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', tellChange)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', tellChange)
  }
}

function prefixOf(area: Area, selfId: string) {
  return `portico.draft.${area === 'client' ? 'client.' : ''}outbox.${selfId}.`
}

/** In the order in which they were written. */
function keptUnder(prefix: string) {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parse(localStorage.getItem(key)).map((own) => ({ key, own })))
    .sort((one, other) => one.own.writtenAt.localeCompare(other.own.writtenAt))
}

function parse(text: string | null): OutgoingMessage[] {
  try {
    const own: OutgoingMessage | null = JSON.parse(text ?? 'null')
    return own && typeof own.clientMessageId === 'string' && typeof own.content === 'string'
      ? [{ ...own, writtenAt: String(own.writtenAt) }]
      : []
  } catch {
    return []
  }
}
