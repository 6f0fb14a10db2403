import type { chat } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import type { SessionOwner } from '../../../platform/http/session-cache.ts'
import type { LiveSocket } from '../../../platform/realtime/socket-types.ts'

/**
 * Lets an event in when its session lives and its person does not say too much: at once, unless it has to be asked for. A
 * connection's events pass one by one, in the order in which they were sent, for messages are stored in the order in which
 * they are let in.
 */
export function checkAccess(ctx: AppContext, socket: LiveSocket, name: chat.EventName): void | Promise<void> {
  const { data } = socket
  const turn = data.turn ? data.turn.then(ask, ask) : ask()
  if (turn) {
    data.turn = turn
    turn.then(pass, pass)
  }
  return turn

  function ask() {
    const owner = ctx.sessionCache.find(data.actor.sessionId)
    return owner instanceof Promise ? owner.then(count) : count(owner)
  }

  function count(owner: SessionOwner | null) {
    if (!owner || data.until <= Date.now() / 1_000) {
      socket.disconnect(true)
      throw new NotSignedIn()
    }
    return ctx.limits.chat.take(data.actor, name === 'sendMessage' ? 'message' : 'signal')
  }

  /** Nobody waits any more: who comes next need not either. */
  function pass() {
    if (data.turn === turn) data.turn = undefined
  }
}
