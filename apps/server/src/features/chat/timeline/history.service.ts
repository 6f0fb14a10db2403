import createError from '@fastify/error'
import type { chat } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { ClientNotFound, FreelancerNotFound } from '../../clients/clients.service.ts'
import { pairOf } from '../conversation-pair.ts'
import { findHistory } from './history.repository.ts'

export const CursorNotKnown = createError('CURSOR_NOT_KNOWN', 'There is no such message to go on from.', 400)
export const OneCursorOnly = createError('ONE_CURSOR_ONLY', 'Please send before or after, not both.', 400)

export async function readHistory(
  { db }: AppContext,
  actor: Actor,
  peerId: string,
  query: chat.HistoryQuery,
) {
  if (query.before && query.after) throw new OneCursorOnly()
  const page = await findHistory(db, pairOf(actor, peerId), query)
  if (!page) throw actor.role === 'freelancer' ? new ClientNotFound() : new FreelancerNotFound()
  if (!page.cursorFound) throw new CursorNotKnown()
  return page.json
}
