import { useSyncExternalStore } from 'react'
import type { Area } from '../../../app/session.ts'
import type { OutgoingMessage } from '../timeline/thread.ts'

/** Messages that the server has not acknowledged. They survive a reload; logging out deletes them, as it does drafts. */
export interface UnsentMessages {
  read(): OutgoingMessage[]
  save(message: OutgoingMessage): void
  remove(clientMessageId: string): void
  /** Calls back when another tab has sent or discarded a message; returns the function that stops it. */
  onRemovedElsewhere(listener: (clientMessageId: string) => void): () => void
}

/** Each message has its own key, so that tabs never overwrite each other's. */
export function createUnsentMessages(area: Area, selfId: string, peerId: string): UnsentMessages {
  const prefix = `${getPrefix(area, selfId)}${peerId}.`
  return {
    read: () => readEntries(prefix).map(({ message }) => message),

    save(message) {
      try {
        localStorage.setItem(prefix + message.clientMessageId, JSON.stringify(message))
      } catch {
        // The storage is full. The message is lost only if the page is closed before it is sent.
      }
      notifyListeners()
    },

    remove(clientMessageId) {
      localStorage.removeItem(prefix + clientMessageId)
      notifyListeners()
    },

    onRemovedElsewhere(listener) {
      const handleStorage = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) listener(key.slice(prefix.length))
      }
      window.addEventListener('storage', handleStorage)
      return () => window.removeEventListener('storage', handleStorage)
    },
  }
}

/** Changes with every change in this tab or another. */
let version = 0
const listeners = new Set<() => void>()

function notifyListeners() {
  version++
  for (const listener of listeners) listener()
}

/** The text of the last unsent message to each person, by their id. */
export function useUnsentMessages(area: Area, selfId: string): ReadonlyMap<string, string> {
  useSyncExternalStore(subscribe, () => version)
  const prefix = getPrefix(area, selfId)
  return new Map(
    readEntries(prefix).map(({ key, message }) => [
      key.slice(prefix.length).split('.')[0] ?? '',
      message.content,
    ]),
  )
}

/** The browser sends storage events to the other tabs alone. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', notifyListeners)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', notifyListeners)
  }
}

function getPrefix(area: Area, selfId: string) {
  return `portico.draft.${area === 'client' ? 'client.' : ''}outbox.${selfId}.`
}

/** In the order in which they were written. */
function readEntries(prefix: string) {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parseMessage(localStorage.getItem(key)).map((message) => ({ key, message })))
    .sort((one, other) => one.message.writtenAt.localeCompare(other.message.writtenAt))
}

function parseMessage(text: string | null): OutgoingMessage[] {
  try {
    const message: OutgoingMessage | null = JSON.parse(text ?? 'null')
    return message && typeof message.clientMessageId === 'string' && typeof message.content === 'string'
      ? [{ ...message, writtenAt: String(message.writtenAt) }]
      : []
  } catch {
    return []
  }
}
