import { staleTopics } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { emitSurely } from '../../platform/realtime/redis-adapter.ts'
import { personalRoom, type SocketServer } from '../../platform/realtime/socket-types.ts'
import { listenWith } from './connection/event-handlers.ts'
import { tellBystanders, tellPlan, tellPresence } from './connection/notifications.ts'
import { otherRoleOf, pairOf, roomOf, sideOf } from './conversation-pair.ts'
import { see, stateOf } from './conversations/conversations.service.ts'
import { createSending, NotYou } from './timeline/messages.service.ts'
import { rememberSome } from './timeline/recent-set.ts'

/** What is said over the socket. Who may say it is settled anew with every event. */
export function serveChat(io: SocketServer, ctx: AppContext) {
  const send = createSending(ctx)
  const tell = tellBystanders(io)
  const told = rememberSome(10_000)

  const listen = listenWith(ctx, {
    async joinRoom(socket, { userId, peerId }) {
      const { actor } = socket.data
      if (userId !== actor.id) throw new NotYou()
      await stateOf(ctx, actor, peerId)
      await socket.join(roomOf(pairOf(actor, peerId)))
      // Read once it hears: what is said in between comes as newMessage.
      return stateOf(ctx, actor, peerId)
    },

    async sendMessage(socket, said) {
      const { data } = socket
      data.sent = (data.sent ?? 0) + 1
      const { pair, message, again } = await send(data.actor, said)
      // It may have been stored by a process that ended before it could tell anybody.
      if (!again || (ctx.redis && !told.has(message.id))) {
        if (ctx.redis) {
          told.add(message.id)
          await emitSurely(io, roomOf(pair), 'newMessage', message)
        } else io.to(roomOf(pair)).emit('newMessage', message)
        tell(pair)
      }
      const { id, number, createdAt, clientMessageId } = message
      return { id, number, createdAt, clientMessageId }
    },

    async typing(socket, { peerId, typing }) {
      const { data } = socket
      const { role, id } = data.actor
      const before = data.sent
      const { silence } = await stateOf(ctx, data.actor, peerId)
      const peer = personalRoom({ role: otherRoleOf[role], id: peerId })
      // Whoever may not send has nothing to announce; whoever has sent it meanwhile is no longer typing.
      if (!silence && data.sent === before)
        io.to(peer).volatile.emit('typing', { userId: id, userType: sideOf[role], typing })
      return {}
    },

    async markSeen(socket, mark) {
      const { actor } = socket.data
      const { pair, seen, unread, isNew } = await see(ctx, actor, mark)
      if (isNew) {
        const both = [personalRoom(actor), personalRoom({ role: otherRoleOf[actor.role], id: mark.peerId })]
        io.to(both).emit('seen', { clientId: pair.clientId, by: sideOf[actor.role], number: seen })
        socket.to(personalRoom(actor)).emit('changed', staleTopics['chat.messagesSeen'])
      }
      return { seen, unread }
    },
  })

  io.on('connection', listen)
  let telling = Promise.resolve()
  const unfollow = [
    ctx.presence.follow((people) => {
      // In turn, or somebody who went might be told to be here.
      telling = telling.then(() => tellPresence(io, ctx, people)).catch(inVain)
    }),
    ctx.planNews.follow((freelancerId) => void tellPlan(io, ctx, freelancerId).catch(inVain)),
  ]
  return () => {
    for (const stop of unfollow) stop()
  }

  function inVain(error: Error) {
    ctx.log.warn({ err: error }, 'could not tell those who look at a conversation')
  }
}
