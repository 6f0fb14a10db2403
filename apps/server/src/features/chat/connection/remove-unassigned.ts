import type { AppContext } from '../../../platform/context.ts'
import type { SocketServer } from '../../../platform/realtime/socket-types.ts'
import { conversationRoom } from '../conversation-pair.ts'
import { reachesPeer } from '../reach.ts'

/** Takes those out of the room of a client who do not reach the client any more. Local, as the database notifies every process. */
export async function removeUnassigned(io: SocketServer, ctx: Pick<AppContext, 'db'>, clientId: string) {
  const { workspaceId } = await ctx.db
    .selectFrom('client')
    .select('workspace_id as workspaceId')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const room = conversationRoom({ workspaceId, clientId })
  for (const socket of await io.local.in(room).fetchSockets())
    if (!(await reachesPeer(ctx, socket.data.actor, clientId))) socket.leave(room)
}
