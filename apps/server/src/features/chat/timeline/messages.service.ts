import { chat, isBlank } from '@portico/contract'
import type { Actor, Side } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isLookingOnly, LooksOnly, NotSignedIn } from '../../../platform/http/access.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { problem } from '../../../platform/http/problem.ts'
import { chatPlans } from '../../access/plan-limits.ts'
import { otherSideOf, type Pair, pairOf, sideOf } from '../conversation-pair.ts'
import { NoSuchPeer } from '../conversations/conversations.service.ts'
import { reachesPeer } from '../reach.ts'
import { groupCommit } from './group-commit.ts'
import { messageId } from './message-id.ts'
import { insertMessages, type StoreResult } from './messages.repository.ts'
import type { OutgoingMessage, RejectionReason } from './rejections.repository.ts'

export const NotYou = problem('NOT_YOU', 403, 'You can only speak for yourself.', {
  when: 'An event of the chat claims to come from somebody else than the connection belongs to.',
})
export const MessageIdTaken = problem(
  'MESSAGE_ID_TAKEN',
  409,
  'Another message was sent under this clientMessageId.',
  {
    when: 'The same sender has used this `clientMessageId` for another text, for other files or for another person.',
  },
)
export const ChatNotInPlan = problem(
  'CHAT_NOT_IN_PLAN',
  403,
  'Live chat is part of the Pro and Enterprise plans.',
  { when: 'A freelancer writes while their plan has no chat. Existing messages stay readable.' },
)
/** For clients, who do not learn what their freelancer pays for. */
export const ChatNotAvailable = problem('CHAT_NOT_AVAILABLE', 403, 'Chat is not available just now.', {
  when: 'A client writes while their freelancer’s plan has no chat. Existing messages stay readable.',
})
export const NoOngoingProject = problem(
  'NO_ONGOING_PROJECT',
  403,
  'Chat support is available only for ongoing projects.',
  {
    when: `A client writes although none of their projects is ongoing, and their freelancer has not written for ${chat.ANSWER_DAYS} days.`,
  },
)

export const MessageFileNotFound = problem(
  'FILE_NOT_FOUND',
  404,
  'A file of this message was not found. It may have been deleted.',
)

export const ConversationArchived = problem(
  'ARCHIVED',
  409,
  'This conversation is archived. You can read everything.',
)

interface SentMessage {
  pair: Pair
  message: chat.Message
}

/** Resolves once the message is committed. A message that is sent again resolves to the stored one. */
export function createMessageSender(ctx: AppContext) {
  const store = groupCommit<OutgoingMessage, StoreResult>((messages) =>
    insertMessages(ctx.writer, messages, { now: ctx.clock.now(), chatPlans: chatPlans(ctx.config) }),
  )

  return async (actor: Actor, payload: chat.Payload<'sendMessage'>): Promise<SentMessage> => {
    const {
      content,
      senderId,
      receiverId,
      senderType,
      receiverType,
      clientMessageId = null,
      fileIds = [],
    } = payload
    const own = sideOf[actor.side]
    const other = otherSideOf[actor.side]
    if (senderId !== actor.personId || senderType !== own || receiverType !== other) throw new NotYou()
    if (isLookingOnly(actor)) throw new LooksOnly()
    if (isBlank(content) && fileIds.length === 0) throw invalidInput('content', 'Content is required.')

    if (actor.side === 'freelancer' && actor.sees !== 'all' && !(await reachesPeer(ctx, actor, receiverId)))
      throw new NoSuchPeer()
    const pair = pairOf(actor, receiverId)
    const byClient = actor.side === 'client'
    const outgoing = { ...pair, byClient, senderId, clientMessageId, content, fileIds }
    const { rejection, number, createdAt, files, senderName } = await store(outgoing)
    if (rejection) throw rejectionErrors[actor.side][rejection]()
    ctx.metrics?.countMessage()
    const message = {
      id: messageId({ clientId: pair.clientId, number, createdAt }),
      number,
      content,
      files,
      clientId: pair.clientId,
      senderId,
      senderName,
      receiverId,
      senderType: own,
      receiverType: other,
      clientMessageId,
      createdAt,
    }
    return { pair, message }
  }
}

const errorsByReason: Record<RejectionReason, () => Error> = {
  NO_SUCH_PEER: () => new NoSuchPeer(),
  MESSAGE_ID_TAKEN: () => new MessageIdTaken(),
  ARCHIVED: () => new ConversationArchived(),
  CHAT_NOT_IN_PLAN: () => new ChatNotInPlan(),
  NO_ONGOING_PROJECT: () => new NoOngoingProject(),
  FILE_NOT_FOUND: () => new MessageFileNotFound(),
  NOT_SIGNED_IN: () => new NotSignedIn(),
  LOOKS_ONLY: () => new LooksOnly(),
}
const rejectionErrors: Record<Side, Record<RejectionReason, () => Error>> = {
  freelancer: errorsByReason,
  client: { ...errorsByReason, CHAT_NOT_IN_PLAN: () => new ChatNotAvailable() },
}
