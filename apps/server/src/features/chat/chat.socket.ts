import { staleTopics } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { emitReliably } from '../../platform/realtime/redis-adapter.ts'
import { personalRoom, type SocketServer } from '../../platform/realtime/socket-types.ts'
import { createEventHandlers } from './connection/event-handlers.ts'
import { createOtherTabsNotifier, notifyPlanChange, notifyPresence } from './connection/notifications.ts'
import { conversationRoom, otherRoleOf, pairOf, sideOf } from './conversation-pair.ts'
import { getState, markSeen } from './conversations/conversations.service.ts'
import { createMessageSender, NotYou } from './timeline/messages.service.ts'
import { createRecentSet } from './timeline/recent-set.ts'

/** What is said over the socket. Who may say it is settled anew with every event. */
export function serveChat(io: SocketServer, ctx: AppContext) {
  const send = createMessageSender(ctx)
  const tell = createOtherTabsNotifier(io)
  const told = createRecentSet(10_000)

  const listen = createEventHandlers(ctx, {
    async joinRoom(socket, { userId, peerId }) {
      const { actor } = socket.data
      if (userId !== actor.id) throw new NotYou()
      await getState(ctx, actor, peerId)
      await socket.join(conversationRoom(pairOf(actor, peerId)))
      // Read once it hears: what is said in between comes as newMessage.
      return getState(ctx, actor, peerId)
    },

    async sendMessage(socket, said) {
      const { data } = socket
      data.sent = (data.sent ?? 0) + 1
      const { pair, message, again } = await send(data.actor, said)
      // It may have been stored by a process that ended before it could tell anybody.
      if (!again || (ctx.redis && !told.has(message.id))) {
        if (ctx.redis) {
          told.add(message.id)
          await emitReliably(io, conversationRoom(pair), 'newMessage', message)
        } else io.to(conversationRoom(pair)).emit('newMessage', message)
        tell(pair)
      }
      const { id, number, createdAt, clientMessageId } = message
      return { id, number, createdAt, clientMessageId }
    },

    async typing(socket, { peerId, typing }) {
      const { data } = socket
      const { role, id } = data.actor
      const before = data.sent
      const { silence } = await getState(ctx, data.actor, peerId)
      const peer = personalRoom({ role: otherRoleOf[role], id: peerId })
      // Whoever may not send has nothing to announce; whoever has sent it meanwhile is no longer typing.
      if (!silence && data.sent === before)
        io.to(peer).volatile.emit('typing', { userId: id, userType: sideOf[role], typing })
      return {}
    },

    async markSeen(socket, mark) {
      const { actor } = socket.data
      const { pair, seen, unread, isNew } = await markSeen(ctx, actor, mark)
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
    ctx.presence.subscribe((people) => {
      // In turn, or somebody who went might be told to be here.
      telling = telling.then(() => notifyPresence(io, ctx, people)).catch(inVain)
    }),
    ctx.planNews.follow((freelancerId) => void notifyPlanChange(io, ctx, freelancerId).catch(inVain)),
  ]
  return () => {
    for (const stop of unfollow) stop()
  }

  function inVain(error: Error) {
    ctx.log.warn({ err: error }, 'could not tell those who look at a conversation')
  }
}
