import { useSyncExternalStore } from 'react'
import type { Area } from '../../../app/session.ts'
import { storedMessages } from '../../../app/stored.ts'
import type { OutgoingFile, OutgoingMessage } from '../timeline/thread.ts'

/** The messages to one person that the server has not acknowledged. They survive a reload; logging out deletes them. */
export interface UnsentMessages {
  read(): OutgoingMessage[]
  save(message: OutgoingMessage): void
  remove(clientMessageId: string): void
  /** Calls back when another tab has sent or discarded a message; returns the function that stops it. */
  onRemovedElsewhere(listener: (clientMessageId: string) => void): () => void
}

export function createUnsentMessages(area: Area, selfId: string, peerId: string): UnsentMessages {
  const stored = storedMessages<OutgoingMessage>(area, selfId)
  const prefix = `${peerId}.`
  return {
    read: () =>
      readEntries(area, selfId)
        .filter(({ id }) => id.startsWith(prefix))
        .map(({ message }) => message),

    save(message) {
      stored.item(prefix + message.clientMessageId).write(message)
      notifyListeners()
    },

    remove(clientMessageId) {
      stored.item(prefix + clientMessageId).remove()
      notifyListeners()
    },

    onRemovedElsewhere(listener) {
      const keyPrefix = stored.item(prefix).key
      const handleStorage = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(keyPrefix) && newValue === null) listener(key.slice(keyPrefix.length))
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
  return new Map(
    readEntries(area, selfId).map(({ id, message }) => [id.split('.')[0] ?? '', textOf(message)]),
  )
}

const textOf = ({ content, files = [] }: OutgoingMessage) =>
  content || files.map(({ fileName }) => fileName).join(', ')

/** The browser sends storage events to the other tabs alone. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', notifyListeners)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', notifyListeners)
  }
}

/** In the order in which they were written. An id is `<peer>.<clientMessageId>`. */
function readEntries(area: Area, selfId: string) {
  const stored = storedMessages<OutgoingMessage>(area, selfId)
  return stored
    .ids()
    .flatMap((id) => parseMessage(stored.item(id).read()).map((message) => ({ id, message })))
    .sort((one, other) => one.message.writtenAt.localeCompare(other.message.writtenAt))
}

/** Another version, or a person, may have written something else. */
function parseMessage(message: OutgoingMessage | undefined): OutgoingMessage[] {
  return typeof message?.clientMessageId === 'string' && typeof message.content === 'string'
    ? [
        {
          ...message,
          writtenAt: String(message.writtenAt),
          ...(message.files && { files: parseFiles(message.files) }),
        },
      ]
    : []
}

function parseFiles(files: unknown): OutgoingFile[] {
  return Array.isArray(files) ? files.filter((file) => typeof file?.clientUploadId === 'string') : []
}
