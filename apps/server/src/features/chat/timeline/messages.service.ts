import createError from '@fastify/error'
import type { chat } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { groupCommit } from '../../../platform/sql/group-commit.ts'
import { otherSideOf, type Pair, pairOf, sideOf } from '../conversation-pair.ts'
import { messageId } from './message-id.ts'
import { insertMessages, type StoreResult } from './messages.repository.ts'
import { createRecentSet } from './recent-set.ts'
import type { OutgoingMessage, RejectionReason } from './rejections.repository.ts'

export const NotYou = createError('NOT_YOU', 'You can only speak for yourself.', 403)
export const NoSuchPeer = createError('NO_SUCH_PEER', 'You cannot chat with this person.', 404)
export const MessageIdTaken = createError(
  'MESSAGE_ID_TAKEN',
  'Another message was sent under this clientMessageId.',
  409,
)
export const ChatNotInPlan = createError(
  'CHAT_NOT_IN_PLAN',
  'Live chat is part of the Pro and Enterprise plans.',
  403,
)
/** To a client: what their freelancer pays for is not theirs to know. */
export const ChatNotAvailable = createError('CHAT_NOT_AVAILABLE', 'Chat is not available just now.', 403)
export const NoOngoingProject = createError(
  'NO_ONGOING_PROJECT',
  'Chat support is available only for ongoing projects.',
  403,
)

export interface SentMessage {
  pair: Pair
  message: chat.Message
  /** It was stored by an earlier attempt, and as far as this process knows told. */
  again: boolean
}

/** Sends one message after another into the database; answers each once it is committed. */
export function createMessageSender(ctx: AppContext) {
  const store = groupCommit<OutgoingMessage, StoreResult>(
    (said) => insertMessages(ctx.writer, said, ctx.clock.now()),
    nameOf,
  )
  /** Of these we do not know whether they were stored: the line to the database broke before it answered. */
  const inDoubt = createRecentSet(10_000)

  return async (actor: Actor, payload: chat.Payload<'sendMessage'>): Promise<SentMessage> => {
    const { content, senderId, receiverId, senderType, receiverType, clientMessageId = null } = payload
    const mine = sideOf[actor.role]
    const theirs = otherSideOf[actor.role]
    if (senderId !== actor.id || senderType !== mine || receiverType !== theirs) throw new NotYou()

    const pair = pairOf(actor, receiverId)
    const byClient = actor.role === 'client'
    const said = { ...pair, byClient, clientMessageId, content }
    let outcome: StoreResult
    try {
      outcome = await store(said)
    } catch (error) {
      inDoubt.add(nameOf(said) ?? '')
      throw error
    }
    const { refusal, number, createdAt, again } = outcome
    if (refusal) throw rejectionErrors[actor.role][refusal]()
    const message = {
      id: messageId({ clientId: pair.clientId, number, createdAt }),
      number,
      content,
      senderId,
      receiverId,
      senderType: mine,
      receiverType: theirs,
      clientMessageId,
      createdAt,
    }
    return { pair, message, again: again && !inDoubt.forget(nameOf(said) ?? '') }
  }
}

/** Its sender's own name for it, among those of all senders. */
function nameOf({ byClient, clientId, freelancerId, clientMessageId }: OutgoingMessage) {
  return clientMessageId === null ? null : `${byClient ? clientId : freelancerId} ${clientMessageId}`
}

const errorsByReason: Record<RejectionReason, () => Error> = {
  NO_SUCH_PEER: () => new NoSuchPeer(),
  MESSAGE_ID_TAKEN: () => new MessageIdTaken(),
  CHAT_NOT_IN_PLAN: () => new ChatNotInPlan(),
  NO_ONGOING_PROJECT: () => new NoOngoingProject(),
}
const rejectionErrors: Record<Actor['role'], Record<RejectionReason, () => Error>> = {
  freelancer: errorsByReason,
  client: { ...errorsByReason, CHAT_NOT_IN_PLAN: () => new ChatNotAvailable() },
}
