import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { reachableClient } from '../access/reachable.ts'

/** Whether the actor may take part in the conversation with this peer. Costs a query only for members who do not see all clients. */
export async function reachesPeer({ db }: Pick<AppContext, 'db'>, actor: Actor, peerId: string) {
  if (actor.side === 'client' || actor.sees === 'all') return true
  const found = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', peerId)
    .where(reachableClient(actor.side, actor))
    .executeTakeFirst()
  return found !== undefined
}
