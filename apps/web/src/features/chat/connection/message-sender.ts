import type { chat } from '@portico/contract'
import { serverNow } from '../../../app/server-clock.ts'
import type { OutgoingMessage, ThreadEvent } from '../timeline/thread.ts'
import type { ChatSocket, Participant } from './room.ts'
import type { UnsentMessages } from './unsent-messages.ts'

interface SenderOptions {
  socket: ChatSocket
  self: Participant
  peer: Participant
  unsentMessages: UnsentMessages
  dispatch(event: ThreadEvent): void
  /** The server says that this person cannot write at the moment. */
  onChatUnavailable(): void
}

const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000
/** An unanswered message is sent again by itself for this long; afterwards its writer decides. */
const AUTOMATIC_RETRY_MS = 60_000
const RATE_LIMIT_DELAY_MS = 1_000

const unavailableCodes: string[] = [
  'CHAT_NOT_IN_PLAN',
  'CHAT_NOT_AVAILABLE',
  'NO_ONGOING_PROJECT',
  'ARCHIVED',
] satisfies chat.UnavailableReason[]

/** Sends each message until the server acknowledges it. The server stores a `clientMessageId` once, however often it comes. */
export function createMessageSender(options: SenderOptions) {
  const { socket, self, peer, unsentMessages, dispatch, onChatUnavailable } = options
  /** The time-outs of the messages that wait for an acknowledgement, by `clientMessageId`. */
  const timeouts = new Map<string, ReturnType<typeof setTimeout>>()

  function send(message: OutgoingMessage) {
    const { clientMessageId } = message
    unsentMessages.save(message)
    clearTimeout(timeouts.get(clientMessageId))
    timeouts.set(
      clientMessageId,
      setTimeout(() => fail(message, ''), ACKNOWLEDGEMENT_TIMEOUT_MS),
    )
    emit(message)
  }

  function emit(outgoing: OutgoingMessage) {
    if (!socket.connected) return
    const message = {
      content: outgoing.content,
      senderId: self.id,
      receiverId: peer.id,
      senderType: self.type,
      receiverType: peer.type,
      clientMessageId: outgoing.clientMessageId,
    }
    socket.emit('sendMessage', message, (reply) => {
      if (reply.ok) {
        const { id, number, files, createdAt } = reply
        dispatch({ type: 'received', message: { ...message, id, number, files, createdAt } })
      } else if (reply.code === 'TOO_MANY_REQUESTS') {
        setTimeout(() => emitIfWaiting(outgoing), RATE_LIMIT_DELAY_MS * (1 + Math.random()))
      } else {
        fail(outgoing, reply.message)
        if (unavailableCodes.includes(reply.code)) onChatUnavailable()
      }
    })
  }

  function emitIfWaiting(message: OutgoingMessage) {
    if (timeouts.has(message.clientMessageId)) emit(message)
  }

  function fail(message: OutgoingMessage, reason: string) {
    const { clientMessageId } = message
    // It may have been acknowledged or discarded meanwhile.
    if (!timeouts.has(clientMessageId)) return
    stopWaiting(clientMessageId)
    unsentMessages.save({ ...message, sendError: reason })
    dispatch({ type: 'sendFailed', clientMessageId, reason })
  }

  function stopWaiting(clientMessageId: string) {
    clearTimeout(timeouts.get(clientMessageId))
    timeouts.delete(clientMessageId)
  }

  function retry({ sendError: _, ...message }: OutgoingMessage) {
    dispatch({ type: 'retried', clientMessageId: message.clientMessageId })
    send(message)
  }

  function emitRemaining() {
    const messages = unsentMessages.read().filter(isRetriedAutomatically)
    if (messages.length === 0) socket.off('connect', emitRemaining)
    for (const message of messages) emit(message)
  }

  return {
    send,
    retry,
    /** After a reconnect, in the order in which they were written. */
    resend(messages: readonly OutgoingMessage[]) {
      for (const message of messages) {
        if (timeouts.has(message.clientMessageId)) emit(message)
        else if (isRetriedAutomatically(message)) retry(message)
      }
    },
    /** The messages that an earlier page of this browser did not get sent. */
    restore: () =>
      unsentMessages
        .read()
        .map((message) =>
          isRetriedAutomatically(message) ? message : { ...message, sendError: message.sendError ?? '' },
        ),
    /** The server has stored the message, or its writer has discarded it. */
    remove(clientMessageId: string) {
      stopWaiting(clientMessageId)
      unsentMessages.remove(clientMessageId)
    },
    /** Without a window that could show a failure, unsent messages are still sent if the connection returns in time. */
    close() {
      for (const timeout of timeouts.values()) clearTimeout(timeout)
      timeouts.clear()
      if (unsentMessages.read().some(isRetriedAutomatically)) socket.on('connect', emitRemaining)
    },
  }
}

/** The server has not refused the message, and it was written recently. */
function isRetriedAutomatically({ sendError = '', writtenAt }: OutgoingMessage) {
  return sendError === '' && serverNow() - Date.parse(writtenAt) < AUTOMATIC_RETRY_MS
}
