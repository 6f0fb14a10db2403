import type { chat } from '@portico/contract'
import type { Actor, ClientUser, Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isLookingOnly } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import { chatPlans } from '../../access/plan-limits.ts'
import { FreelancerNotFound } from '../../clients/clients.service.ts'
import { otherRoleOf, pairOf } from '../conversation-pair.ts'
import { reachesPeer } from '../reach.ts'
import { findConversations, findReaders, findState, findStateOfClient } from './conversations.repository.ts'

export const NoSuchPeer = problem('NO_SUCH_PEER', 404, 'You cannot chat with this person.', {
  when: 'An event of the chat names somebody who is not your client or your freelancer, or nobody at all.',
})

export async function listConversations(
  { db, presence, clock, config }: AppContext,
  freelancer: Freelancer,
  {
    archived = false,
    cursor = null,
    limit = 100,
  }: { archived?: boolean; cursor?: string | null; limit?: number },
) {
  // One more than the page shows whether there is a next one.
  const params = { archived, cursor, limit: limit + 1, now: clock.now(), chatPlans: chatPlans(config) }
  const found = await findConversations(db, freelancer, params)
  const conversations = found.slice(0, limit)
  const areOnline = await presence.areOnline(
    conversations.map(({ client }) => ({ side: 'client', personId: client.id })),
  )
  return {
    conversations: conversations.map((conversation, index) => ({
      ...conversation,
      peerHere: areOnline[index] ?? false,
    })),
    next: found.length > limit ? (conversations.at(-1)?.client.id ?? null) : null,
  }
}

export async function getConversation({ db, presence, clock, config }: AppContext, client: ClientUser) {
  const conversation = await findStateOfClient(db, client, {
    now: clock.now(),
    chatPlans: chatPlans(config),
  })
  if (!conversation) throw new FreelancerNotFound()
  const { workspaceId, ...state } = conversation
  const silence = silenceOf(client, state)
  return {
    ...state,
    silence,
    peerHere: await presence.isOnline({ side: 'freelancer', personId: workspaceId }),
  }
}

export async function getState(
  ctx: AppContext,
  actor: Actor,
  peerId: string,
): Promise<chat.ConversationState> {
  const { name: _, members: __, ...state } = await getStoredState(ctx, actor, peerId)
  return {
    ...state,
    peerHere: await ctx.presence.isOnline({ side: otherRoleOf[actor.side], personId: peerId }),
  }
}

/** Clients learn that a message was seen, and not by whom. */
export async function listReaders({ db }: AppContext, actor: Actor, clientId: string) {
  return actor.side === 'freelancer' ? findReaders(db, pairOf(actor, clientId)) : []
}

/** The state without the peer's presence, with the actor's own name and the members who work with the client. */
export async function getStoredState({ db, clock, config }: AppContext, actor: Actor, peerId: string) {
  if (!(await reachesPeer({ db }, actor, peerId))) throw new NoSuchPeer()
  const { side, personId } = actor
  const moment = { now: clock.now(), chatPlans: chatPlans(config) }
  const state = await findState(db, side, { ...pairOf(actor, peerId), personId, ...moment })
  if (!state) throw new NoSuchPeer()
  return { ...state, silence: silenceOf(actor, state) }
}

function silenceOf(actor: Actor, { silence }: Pick<chat.ConversationState, 'silence'>) {
  return isLookingOnly(actor) ? 'LOOKS_ONLY' : silence
}
