import type { chat } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { problem } from '../../../platform/http/problem.ts'
import { ClientNotFound, FreelancerNotFound } from '../../clients/clients.service.ts'
import { pairOf } from '../conversation-pair.ts'
import { reachesPeer } from '../reach.ts'
import { findHistory } from './history.repository.ts'

export const CursorNotKnown = problem('CURSOR_NOT_KNOWN', 400, 'There is no such message to go on from.', {
  when: '`before` or `after` is not a message of this conversation.',
})
export const OneCursorOnly = problem('ONE_CURSOR_ONLY', 400, 'Please send before or after, not both.', {
  when: 'A history is asked for from two messages at once.',
})

export async function readHistory(ctx: AppContext, actor: Actor, peerId: string, query: chat.HistoryQuery) {
  if (query.before && query.after) throw new OneCursorOnly()
  const isReached = await reachesPeer(ctx, actor, peerId)
  const page = isReached && (await findHistory(ctx.db, pairOf(actor, peerId), query))
  if (!page) throw actor.side === 'freelancer' ? new ClientNotFound() : new FreelancerNotFound()
  if (!page.cursorFound) throw new CursorNotKnown()
  return page.json
}
