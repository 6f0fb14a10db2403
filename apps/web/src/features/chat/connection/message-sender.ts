import type { chat } from '@portico/contract'
import type { AreaSocket } from '../../../app/socket.ts'
import type { Participant } from '../conversation.ts'
import type { OutgoingMessage, ThreadEvent } from '../timeline/thread.ts'
import type { UnsentMessages } from './unsent-messages.ts'

/** What the server has not acknowledged by then counts as not sent, in milliseconds as below. */
const PATIENCE = 10_000
/** What nobody answered is sent by itself once there is a line again, if it is not older than this. */
const FRESH = 60_000
/** Whoever writes too fast is let in again after this. */
const SLOWLY = 1_000

const silences: string[] = [
  'CHAT_NOT_IN_PLAN',
  'CHAT_NOT_AVAILABLE',
  'NO_ONGOING_PROJECT',
] satisfies chat.UnavailableReason[]

interface Ends {
  socket: Pick<AreaSocket, 'connected' | 'on' | 'off' | 'emit'>
  self: Participant
  peer: Participant
  outbox: UnsentMessages
  tell(happening: ThreadEvent): void
  onSilence(): void
}

/** Sends what was written until the server has it, however often: under its `clientMessageId` it is stored once. */
export function createMessageSender({ socket, self, peer, outbox, tell, onSilence }: Ends) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  function send(own: OutgoingMessage) {
    outbox.put(own)
    clearTimeout(waiting.get(own.clientMessageId))
    waiting.set(
      own.clientMessageId,
      setTimeout(() => refuse(own, ''), PATIENCE),
    )
    emit(own)
  }

  function emit(own: OutgoingMessage) {
    if (!socket.connected) return
    const { clientMessageId, content } = own
    const message = {
      content,
      senderId: self.id,
      receiverId: peer.id,
      senderType: self.type,
      receiverType: peer.type,
      clientMessageId,
    }
    socket.emit('sendMessage', message, (reply) => {
      if (reply.ok) {
        const { id, number, createdAt } = reply
        return tell({ is: 'arrived', message: { ...message, id, number, createdAt } })
      }
      if (reply.code === 'TOO_MANY_REQUESTS')
        return void setTimeout(() => emitAgain(own), SLOWLY * (1 + Math.random()))
      refuse(own, reply.message)
      if (silences.includes(reply.code)) onSilence()
    })
  }

  function emitAgain(own: OutgoingMessage) {
    if (waiting.has(own.clientMessageId)) emit(own)
  }

  function refuse(own: OutgoingMessage, why: string) {
    // It may have been stored, or given up, meanwhile.
    if (!waiting.has(own.clientMessageId)) return
    stopWaiting(own.clientMessageId)
    outbox.put({ ...own, sendError: why })
    tell({ is: 'refused', clientMessageId: own.clientMessageId, why })
  }

  function sendLeft() {
    const left = outbox.read().filter(isToBeSent)
    if (left.length === 0) socket.off('connect', sendLeft)
    for (const own of left) emit(own)
  }

  function stopWaiting(clientMessageId: string) {
    clearTimeout(waiting.get(clientMessageId))
    waiting.delete(clientMessageId)
  }

  function sendAgain({ sendError: _, ...own }: OutgoingMessage) {
    tell({ is: 'retried', clientMessageId: own.clientMessageId })
    send(own)
  }

  return {
    send,
    sendAgain,
    /** The line is back: what waits is sent again, in the order in which it was written. */
    resume(own: readonly OutgoingMessage[]) {
      for (const one of own) {
        if (waiting.has(one.clientMessageId)) emit(one)
        else if (isToBeSent(one)) sendAgain(one)
      }
    },
    /** What a former page of this browser left behind. What lay there for long, its writer decides about. */
    kept: () =>
      outbox.read().map((own) => (isToBeSent(own) ? own : { ...own, sendError: own.sendError ?? '' })),
    /** It is stored, or given up. */
    confirm(clientMessageId: string) {
      stopWaiting(clientMessageId)
      outbox.drop(clientMessageId)
    },
    /** Nobody looks any more, to be told that it was not sent; it is sent all the same if there is a line soon enough. */
    leave() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      if (outbox.read().some(isToBeSent)) socket.on('connect', sendLeft)
    },
  }
}

/** Nobody has refused it, and it was written just now. */
function isToBeSent({ sendError: refused = '', writtenAt }: OutgoingMessage) {
  return refused === '' && Date.now() - Date.parse(writtenAt) < FRESH
}
