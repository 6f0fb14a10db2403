import type { chat } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import type { SessionOwner } from '../../../platform/http/session-cache.ts'
import type { LiveSocket } from '../../../platform/realtime/socket-types.ts'

declare module '../../../platform/realtime/socket-types.ts' {
  interface SocketData {
    /** The check of the last event that had to wait for an answer. */
    pendingCheck?: Promise<void> | undefined
  }
}

/**
 * Throws when the session has ended or its person is over the limit. Returns a promise only when the answer is not in
 * memory: promises were an eighth of the cost of a message. The events of a connection are checked in the order in which
 * they were sent, because messages are stored in the order in which they pass.
 */
export function checkAccess(ctx: AppContext, socket: LiveSocket, name: chat.EventName): void | Promise<void> {
  const { data } = socket
  const check = data.pendingCheck ? data.pendingCheck.then(checkSession, checkSession) : checkSession()
  if (check) {
    data.pendingCheck = check
    check.then(clear, clear)
  }
  return check

  function checkSession() {
    const owner = ctx.sessionCache.find(data.actor.sessionId)
    return owner instanceof Promise ? owner.then(checkLimit) : checkLimit(owner)
  }

  function checkLimit(owner: SessionOwner | null) {
    if (!owner || data.expiresAt <= Date.now() / 1_000) {
      socket.disconnect(true)
      throw new NotSignedIn()
    }
    return ctx.limits.chat.take(data.actor, name === 'sendMessage' ? 'message' : 'signal')
  }

  function clear() {
    if (data.pendingCheck === check) data.pendingCheck = undefined
  }
}
