import type { chat } from '@portico/contract'
import { type Actor, isContact } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { pairOf } from '../conversation-pair.ts'
import { getStoredState, NoSuchPeer } from '../conversations/conversations.service.ts'
import { reachesPeer } from '../reach.ts'
import * as repository from './read-state.repository.ts'

/** Marks everything up to a message as seen, for the side. `isNew` is false when it was seen before, and for contacts, who only read. */
export async function markSeen(ctx: AppContext, actor: Actor, { peerId, number }: chat.Payload<'markSeen'>) {
  if (!(await reachesPeer(ctx, actor, peerId))) throw new NoSuchPeer()
  const pair = pairOf(actor, peerId)
  const marked = isContact(actor)
    ? undefined
    : await repository.markSeen(ctx.db, actor.side, { ...pair, number })
  if (marked) return { ...marked, pair, isNew: true }
  const { seen, unread } = await getStoredState(ctx, actor, peerId)
  return { seen, unread, pair, isNew: false }
}
