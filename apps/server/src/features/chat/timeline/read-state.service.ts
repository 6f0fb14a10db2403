import type { chat } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { pairOf } from '../conversation-pair.ts'
import { getStoredState, NoSuchPeer } from '../conversations/conversations.service.ts'
import { reachesPeer } from '../reach.ts'
import * as repository from './read-state.repository.ts'

/** Marks everything up to a message as seen by this person. `isNew` is false when they had seen it before. */
export async function markSeen(ctx: AppContext, actor: Actor, { peerId, number }: chat.Payload<'markSeen'>) {
  if (!(await reachesPeer(ctx, actor, peerId))) throw new NoSuchPeer()
  const pair = pairOf(actor, peerId)
  const { side, personId } = actor
  const marked = await repository.markSeen(ctx.db, side, { ...pair, personId, number })
  if (marked) return { ...marked, pair, isNew: true }
  const { seen, unread, name, members } = await getStoredState(ctx, actor, peerId)
  return { seen, unread, name, members, pair, isNew: false }
}
