import type { chat } from '@portico/contract'
import { NotSignedIn } from '../../platform/access.ts'
import type { AppContext } from '../../platform/context.ts'
import type { LiveSocket } from '../../platform/sockets/server.ts'

const turns = new WeakMap<LiveSocket, Promise<void>>()

/**
 * Lets an event in when its session lives and its person does not say too much. A connection's events pass one by one,
 * in the order in which they were sent, for messages are stored in the order in which they are let in.
 */
export function admit(ctx: AppContext, socket: LiveSocket, name: chat.EventName): Promise<void> {
  const earlier = turns.get(socket)
  const turn = earlier ? earlier.then(mayPass, mayPass) : mayPass()
  turns.set(socket, turn)
  return turn

  async function mayPass() {
    const { actor, until } = socket.data
    const ended = ctx.endedSessions.has(actor.sessionId)
    if (until <= Date.now() / 1_000 || (typeof ended === 'boolean' ? ended : await ended)) {
      socket.disconnect(true)
      throw new NotSignedIn()
    }
    await ctx.limits.chat.take(actor, name === 'sendMessage' ? 'message' : 'signal')
  }
}
