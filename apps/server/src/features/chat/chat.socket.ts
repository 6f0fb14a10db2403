import { type chat, staleTopics } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { personalRoom, type SocketServer } from '../../platform/realtime/socket-types.ts'
import { createEventHandlers } from './connection/event-handlers.ts'
import { createMessageNotifier } from './connection/message-notifier.ts'
import { notifyPlanChange, notifyPresence } from './connection/notifications.ts'
import { removeUnassigned } from './connection/remove-unassigned.ts'
import { conversationRoom, otherRoleOf, pairOf, peerIdOf, roomsOfSide, sideOf } from './conversation-pair.ts'
import { getState, getStoredState, listReaders } from './conversations/conversations.service.ts'
import { createMessageSender, NotYou } from './timeline/messages.service.ts'
import { markSeen } from './timeline/read-state.service.ts'

declare module '../../platform/realtime/socket-types.ts' {
  interface ClientEvents extends chat.ClientToServer {}
  interface ServerEvents extends chat.ServerToClient {}
  interface SocketData {
    /** How many messages it has sent. */
    sentCount?: number
  }
}

/** The chat events, and what changes of plans and presence mean for open conversations. Returns a function that stops it. */
export function serveChat(io: SocketServer, ctx: AppContext) {
  const sendMessage = createMessageSender(ctx)
  const notifyMessage = createMessageNotifier(io, ctx.redis)

  const addHandlers = createEventHandlers(ctx, {
    async joinRoom(socket, { userId, peerId }) {
      const { actor } = socket.data
      if (userId !== actor.personId) throw new NotYou()
      await getStoredState(ctx, actor, peerId)
      const room = conversationRoom(pairOf(actor, peerId))
      await socket.join(room)
      try {
        // Read after the join: a message that is sent in between arrives as newMessage.
        const [state, readers] = await Promise.all([
          getState(ctx, actor, peerId),
          listReaders(ctx, actor, peerId),
        ])
        return { ...state, readers }
      } catch (error) {
        // They may have lost the client meanwhile.
        await socket.leave(room)
        throw error
      }
    },

    async sendMessage(socket, payload) {
      const { data } = socket
      data.sentCount = (data.sentCount ?? 0) + 1
      const { pair, message } = await sendMessage(data.actor, payload)
      await notifyMessage(pair, message)
      const { id, number, files, createdAt, clientMessageId, clientId, senderName } = message
      return { id, number, files, createdAt, clientMessageId, clientId, senderName }
    },

    async typing(socket, { peerId, typing }) {
      const { data } = socket
      const { side, personId } = data.actor
      const sentBefore = data.sentCount
      const { silence, name, members } = await getStoredState(ctx, data.actor, peerId)
      const pair = pairOf(data.actor, peerId)
      const everybody = (['freelancer', 'client'] as const).flatMap((one) => roomsOfSide(one, pair, members))
      // Not from somebody who may not write, or who has sent the message meanwhile.
      if (!silence && data.sentCount === sentBefore)
        socket.to(everybody).volatile.emit('typing', {
          clientId: pair.clientId,
          userId: peerIdOf(data.actor),
          userType: sideOf[side],
          personId,
          name,
          typing,
        })
      return {}
    },

    async markSeen(socket, mark) {
      const { actor } = socket.data
      const { pair, seen, unread, name, members, isNew } = await markSeen(ctx, actor, mark)
      if (isNew) {
        const both = [personalRoom(actor), ...roomsOfSide(otherRoleOf[actor.side], pair, members)]
        io.to(both).emit('seen', {
          clientId: pair.clientId,
          by: sideOf[actor.side],
          personId: actor.personId,
          name,
          number: mark.number,
        })
        socket.to(personalRoom(actor)).emit('changed', staleTopics['chat.messagesSeen'])
      }
      return { seen, unread }
    },
  })
  io.on('connection', addHandlers)

  // One after the other, so that the last notification of a person is the newest.
  let notifications = Promise.resolve()
  const unsubscribe = ctx.presence.subscribe((people) => {
    notifications = notifications.then(() => notifyPresence(io, ctx, people)).catch(logFailure)
  })
  const handlePlanChange = (workspaceId: string) =>
    void notifyPlanChange(io, ctx, workspaceId).catch(logFailure)
  const handleUnassigned = (clientId: string) => void removeUnassigned(io, ctx, clientId).catch(logFailure)
  ctx.databaseEvents.on('plan_changed', handlePlanChange)
  ctx.databaseEvents.on('members_unassigned', handleUnassigned)
  return () => {
    unsubscribe()
    ctx.databaseEvents.off('plan_changed', handlePlanChange)
    ctx.databaseEvents.off('members_unassigned', handleUnassigned)
  }

  function logFailure(error: Error) {
    ctx.log.warn({ err: error }, 'could not notify open conversations')
  }
}
