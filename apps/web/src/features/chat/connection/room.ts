import type { chat } from '@portico/contract'
import type { AreaSocket } from '../../../app/socket.ts'

export type ChatSocket = Pick<AreaSocket, 'connected' | 'on' | 'off' | 'emit'>

export interface Participant {
  id: string
  type: chat.Side
}

interface RoomOptions {
  socket: ChatSocket
  self: Participant
  peer: Participant
  /** The room was asked for, on the first connection or after a reconnect. */
  onJoining(): void
  onJoined(state: chat.EventResults['joinRoom']): void
  onMessage(message: chat.Message): void
  onReadBySelf(number: number): void
  onReadByPeer(reader: chat.Reader): void
  /** Whether joining is worth another try after the server refused it. */
  canRetry(): boolean
}

const REJOIN_DELAY_MS = 3_000

/** Joins the room of one conversation, rejoins it after every reconnect and passes on what the server sends there. */
export function createRoom({ socket, self, peer, ...on }: RoomOptions) {
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function join() {
    clearTimeout(retryTimer)
    if (!socket.connected) return
    socket.emit('joinRoom', { userId: self.id, peerId: peer.id }, (reply) => {
      if (reply.ok) on.onJoined(reply)
      else if (on.canRetry()) retryTimer = setTimeout(join, REJOIN_DELAY_MS * (1 + Math.random()))
    })
    on.onJoining()
  }

  // The socket serves every conversation of its area.
  function receiveMessage(message: chat.Message) {
    if (isThisConversation(message)) on.onMessage(message)
  }

  function receiveSeen(event: Parameters<chat.ServerToClient['seen']>[0]) {
    const { by, personId, name, number } = event
    if (!isThisConversation(event)) return
    if (by !== self.type) on.onReadByPeer({ id: personId, name, seen: number })
    // What a colleague has read is not read for this person.
    else if (personId === self.id) on.onReadBySelf(number)
  }

  /** A client has one conversation. */
  function isThisConversation({ clientId }: { clientId: string }) {
    return self.type === 'Client' || clientId === peer.id
  }

  socket.on('connect', join)
  socket.on('newMessage', receiveMessage)
  socket.on('seen', receiveSeen)

  return {
    join,
    sendTyping(typing: boolean) {
      if (socket.connected) socket.emit('typing', { peerId: peer.id, typing })
    },
    close() {
      clearTimeout(retryTimer)
      socket.off('connect', join)
      socket.off('newMessage', receiveMessage)
      socket.off('seen', receiveSeen)
    },
  }
}
