import { isBlank } from '@portico/contract'
import { createRandomId } from '../../app/random-id.ts'
import { serverNow } from '../../app/server-clock.ts'
import { type ConnectionOptions, connectConversation } from './connection/connection.ts'
import { createTimelineStore } from './timeline/timeline-store.ts'

export type Conversation = ReturnType<typeof openConversation>

/** One conversation in one window: its state, and what a person can do in it. */
export function openConversation(options: ConnectionOptions) {
  const store = createTimelineStore(options.self)
  const { getState, subscribe, dispatch } = store
  const connection = connectConversation(options, store)

  const findOutgoing = (clientMessageId: string) =>
    getState().thread.outgoing.find((one) => one.clientMessageId === clientMessageId)

  return {
    self: options.self,
    getState,
    subscribe,

    /** Files are uploaded to the project first. */
    send(text: string, chosen?: { files: readonly File[]; projectId: string }) {
      const content = isBlank(text) ? '' : text.normalize('NFC').trim()
      if (content === '' && !chosen) return false
      const message = {
        clientMessageId: createRandomId(),
        content,
        ...(chosen && { files: connection.attach(chosen.files, chosen.projectId) }),
        writtenAt: new Date(serverNow()).toISOString(),
      }
      dispatch({ type: 'written', message })
      connection.send(message)
      return true
    },

    retry(clientMessageId: string) {
      const message = findOutgoing(clientMessageId)
      if (message) connection.retry(message)
    },

    sendWithoutLost(clientMessageId: string) {
      const message = findOutgoing(clientMessageId)
      if (message) connection.sendWithoutLost(message)
    },

    discard(clientMessageId: string) {
      const message = findOutgoing(clientMessageId)
      if (message) connection.cancelFiles(message)
      dispatch({ type: 'discarded', clientMessageId })
    },

    async loadOlder() {
      const { thread, olderPages } = getState()
      if (!thread.hasOlder || olderPages === 'loading') return
      dispatch({ type: 'olderRequested' })
      dispatch({ type: 'olderFinished', isLoaded: await connection.loadOlder() })
    },

    /** Where no socket comes through, messages have to be asked for. */
    loadMissed: connection.loadHistory,

    retryLoading() {
      dispatch({ type: 'loadRetried' })
      connection.loadHistory()
    },

    /** Messages are marked as read while a person can see the newest one. */
    setVisible: (isVisible: boolean) => dispatch({ type: 'visibilityChanged', isVisible }),
    sendTyping: connection.sendTyping,
    close: connection.close,
  }
}
