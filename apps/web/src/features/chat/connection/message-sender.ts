import type { chat } from '@portico/contract'
import { serverNow } from '../../../app/server-clock.ts'
import type { OutgoingFile, OutgoingMessage, ThreadEvent } from '../timeline/thread.ts'
import type { Attachments } from './attachments.ts'
import type { ChatSocket, Participant } from './room.ts'
import type { UnsentMessages } from './unsent-messages.ts'

interface SenderOptions {
  socket: ChatSocket
  self: Participant
  peer: Participant
  unsentMessages: UnsentMessages
  attachments: Attachments
  getOutgoing(): readonly OutgoingMessage[]
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
  'LOOKS_ONLY',
] satisfies chat.UnavailableReason[]

/**
 * Sends each message until the server acknowledges it. The server stores a `clientMessageId` once, however often it comes. A
 * message with files is sent when the last of them has arrived; later messages do not wait for it.
 */
export function createMessageSender(options: SenderOptions) {
  const { socket, self, peer, unsentMessages, attachments, getOutgoing, dispatch, onChatUnavailable } =
    options
  /** The time-outs of the messages that wait for an acknowledgement, by `clientMessageId`. */
  const timeouts = new Map<string, ReturnType<typeof setTimeout>>()
  let stopFollowingFiles = attachments.onChange(sendArrived)

  function send(written: OutgoingMessage) {
    const message = withArrival(written)
    const { clientMessageId } = message
    unsentMessages.save(message)
    if (message !== written) dispatch({ type: 'outgoingChanged', message })
    if (isWaitingForFiles(message)) return failWithoutFiles(message)
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
    const fileIds = outgoing.arrived && { fileIds: [...outgoing.arrived.fileIds] }
    socket.emit('sendMessage', { ...message, ...fileIds }, (reply) => {
      if (reply.ok) {
        const { id, number, files, createdAt, clientId, senderName } = reply
        dispatch({
          type: 'received',
          message: { ...message, id, number, files, createdAt, clientId, senderName },
        })
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

  /** Notes when the last file has arrived, from when on the message is sent like one without files. */
  function withArrival(message: OutgoingMessage): OutgoingMessage {
    const { files = [] } = message
    const fileIds = files.flatMap((file) => attachments.fileId(file) ?? [])
    if (!isWaitingForFiles(message) || fileIds.length < files.length) return message
    return { ...message, arrived: { at: new Date(serverNow()).toISOString(), fileIds } }
  }

  /** An upload has changed, in this tab or another one. */
  function sendArrived() {
    for (const message of getOutgoing().filter(isWaitingForFiles)) {
      const hasFailed = message.sendError !== undefined
      const failure = findFailure(message)
      if (withArrival(message).arrived) retry(message)
      else if (failure && !hasFailed) failWaiting(message, failure)
      else if (!failure && hasFailed && !message.files?.some(({ isLost }) => isLost))
        dispatch({ type: 'retried', clientMessageId: message.clientMessageId })
    }
  }

  const findFailure = ({ files = [] }: OutgoingMessage) =>
    files.map((file) => attachments.failure(file)).find((failure) => failure !== undefined)

  function failWithoutFiles(message: OutgoingMessage) {
    const failure = findFailure(message)
    if (failure) failWaiting(message, failure)
  }

  function fail(message: OutgoingMessage, reason: string) {
    // It may have been acknowledged or discarded meanwhile.
    if (!timeouts.has(message.clientMessageId)) return
    stopWaiting(message.clientMessageId)
    failWaiting(message, reason)
  }

  function failWaiting(message: OutgoingMessage, reason: string) {
    unsentMessages.save({ ...message, sendError: reason })
    dispatch({ type: 'sendFailed', clientMessageId: message.clientMessageId, reason })
  }

  function stopWaiting(clientMessageId: string) {
    clearTimeout(timeouts.get(clientMessageId))
    timeouts.delete(clientMessageId)
  }

  function retry({ sendError: _, ...message }: OutgoingMessage) {
    dispatch({ type: 'retried', clientMessageId: message.clientMessageId })
    for (const file of message.files ?? []) if (attachments.failure(file)) attachments.retry(file)
    send(message)
  }

  function emitRemaining() {
    const messages = unsentMessages.read().filter(isRetriedAutomatically)
    if (messages.length === 0) socket.off('connect', emitRemaining)
    for (const message of messages) emit(message)
  }

  /** Without a window too, a message follows its files. */
  function emitArrived() {
    const waiting = unsentMessages.read().filter(isWaitingForFiles)
    for (const message of waiting.map(withArrival).filter((one) => !isWaitingForFiles(one))) {
      unsentMessages.save(message)
      emit(message)
    }
    if (!unsentMessages.read().some(isWaitingForFiles)) stopFollowingFiles()
    emitAfterConnect()
  }

  function emitAfterConnect() {
    socket.off('connect', emitRemaining)
    if (unsentMessages.read().some(isRetriedAutomatically)) socket.on('connect', emitRemaining)
  }

  /** Says of messages from before a reload which files the browser has not kept. */
  async function findLostFiles(messages: readonly OutgoingMessage[]) {
    for (const message of messages.filter(isWaitingForFiles)) {
      const files: OutgoingFile[] = []
      for (const file of message.files ?? [])
        files.push((await attachments.isLost(file)) ? { ...file, isLost: true } : file)
      const lost = files.filter(({ isLost }) => isLost).map(({ fileName }) => fileName)
      const isUnsent = getOutgoing().some(
        (one) => one.clientMessageId === message.clientMessageId && isWaitingForFiles(one),
      )
      if (lost.length === 0 || !isUnsent) continue
      const failed = {
        ...message,
        files,
        sendError: `The page was closed before ${lost.join(', ')} had arrived.`,
      }
      unsentMessages.save(failed)
      dispatch({ type: 'outgoingChanged', message: failed })
    }
  }

  return {
    send,
    retry,
    sendArrived,
    findLostFiles,
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
          isRetriedAutomatically(message) || (message.sendError === undefined && isWaitingForFiles(message))
            ? message
            : { ...message, sendError: message.sendError ?? '' },
        ),
    /** The server has stored the message, or its writer has discarded it. */
    remove({ clientMessageId, files = [] }: OutgoingMessage) {
      stopWaiting(clientMessageId)
      unsentMessages.remove(clientMessageId)
      for (const file of files) attachments.forget(file)
    },
    /** Without a window that could show a failure, unsent messages are still sent if the connection returns in time. */
    close() {
      for (const timeout of timeouts.values()) clearTimeout(timeout)
      timeouts.clear()
      stopFollowingFiles()
      emitAfterConnect()
      if (unsentMessages.read().some(isWaitingForFiles))
        stopFollowingFiles = attachments.onChange(emitArrived)
    },
  }
}

function isWaitingForFiles({ files = [], arrived }: OutgoingMessage) {
  return files.length > 0 && arrived === undefined
}

/** The server has not refused the message, and it was written recently, or its files arrived recently. */
function isRetriedAutomatically(message: OutgoingMessage) {
  const { sendError = '', writtenAt, arrived } = message
  if (sendError !== '' || isWaitingForFiles(message)) return false
  return serverNow() - Date.parse(arrived?.at ?? writtenAt) < AUTOMATIC_RETRY_MS
}
