import createError from '@fastify/error'
import type { chat } from '@portico/contract'
import type { Actor, ClientUser, Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { ClientNotFound, FreelancerNotFound } from '../../clients/clients.service.ts'
import { otherRoleOf, pairOf } from '../conversation-pair.ts'
import { findHistory } from '../timeline/history.repository.ts'
import { NoSuchPeer } from '../timeline/messages.service.ts'
import {
  advanceSeen,
  findConversations,
  findState,
  findStateOfClient,
  type StoredState,
} from './conversations.repository.ts'

export const CursorNotKnown = createError('CURSOR_NOT_KNOWN', 'There is no such message to go on from.', 400)
export const OneCursorOnly = createError('ONE_CURSOR_ONLY', 'Please send before or after, not both.', 400)

export async function listConversations({ db, presence }: AppContext, freelancer: Freelancer) {
  const found = await findConversations(db, freelancer)
  return found.map((conversation) => ({
    ...conversation,
    peerHere: presence.isOnline({ role: 'client', id: conversation.client.id }),
  }))
}

export async function getConversation({ db, presence }: AppContext, client: ClientUser) {
  const found = await findStateOfClient(db, client.id)
  if (!found) throw new FreelancerNotFound()
  const { freelancerId, ...state } = found
  return { ...state, peerHere: presence.isOnline({ role: 'freelancer', id: freelancerId }) }
}

/** What a conversation stands at; nobody learns of one that is not theirs. */
export async function getState(
  ctx: AppContext,
  actor: Actor,
  peerId: string,
): Promise<chat.ConversationState> {
  const state = await findState(ctx.db, actor.role, pairOf(actor, peerId))
  if (!state) throw new NoSuchPeer()
  return withPresence(ctx, actor, peerId, state)
}

export async function readHistory(
  { db }: AppContext,
  actor: Actor,
  peerId: string,
  query: chat.HistoryQuery,
) {
  if (query.before && query.after) throw new OneCursorOnly()
  const found = await findHistory(db, pairOf(actor, peerId), query)
  if (!found) throw actor.role === 'freelancer' ? new ClientNotFound() : new FreelancerNotFound()
  if (!found.cursorFound) throw new CursorNotKnown()
  return found.json
}

/** Notes that everything up to a message was on the screen. */
export async function markSeen(ctx: AppContext, actor: Actor, { peerId, number }: chat.Payload<'markSeen'>) {
  const pair = pairOf(actor, peerId)
  const marked = await advanceSeen(ctx.db, actor.role, { ...pair, number })
  if (marked) return { ...marked, pair, isNew: true }
  const { seen, unread } = await getState(ctx, actor, peerId)
  return { seen, unread, pair, isNew: false }
}

function withPresence({ presence }: AppContext, { role }: Actor, peerId: string, state: StoredState) {
  return { ...state, peerHere: presence.isOnline({ role: otherRoleOf[role], id: peerId }) }
}
