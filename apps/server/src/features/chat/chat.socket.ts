import type { AppContext } from '../../platform/context.ts'
import type { SocketServer } from '../../platform/socket-server.ts'
import { findState } from './conversations.repository.ts'
import { listenWith } from './listen.ts'
import { pairOf, roomOf } from './rooms.ts'
import { createSending, NoSuchPeer, NotYou } from './sending.service.ts'

/** What is said over the socket. Who may say it is settled anew with every event. */
export function serveChat(io: SocketServer, ctx: AppContext) {
  const send = createSending(ctx)

  const listen = listenWith(ctx, {
    async joinRoom(socket, { userId, peerId }) {
      const { actor } = socket.data
      if (userId !== actor.id) throw new NotYou()
      const pair = pairOf(actor, peerId)
      if (!(await findState(ctx.db, actor.role, pair))) throw new NoSuchPeer()
      await socket.join(roomOf(pair))
      // Read once it hears: what is said in between comes as newMessage.
      const state = await findState(ctx.db, actor.role, pair)
      if (!state) throw new NoSuchPeer()
      return { ...state, peerHere: false }
    },

    async sendMessage(socket, said) {
      const { pair, message, again } = await send(socket.data.actor, said)
      if (!again) io.to(roomOf(pair)).emit('newMessage', message)
      const { id, number, createdAt, clientMessageId } = message
      return { id, number, createdAt, clientMessageId }
    },

    typing: () => ({}),
    markSeen: () => ({ seen: 0, unread: 0 }),
  })

  io.on('connection', listen)
}
