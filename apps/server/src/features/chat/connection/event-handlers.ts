import type { FastifyError } from '@fastify/error'
import { chat } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { problemOf } from '../../../platform/http/errors.ts'
import { cleaner } from '../../../platform/http/validation.ts'
import type { LiveSocket } from '../../../platform/realtime/socket-types.ts'
import { checkAccess } from './event-access.ts'

type EventHandler<Name extends chat.EventName> = (
  socket: LiveSocket,
  payload: chat.Payload<Name>,
) => chat.EventResults[Name] | Promise<chat.EventResults[Name]>

/** What each event does. They are told apart by name alone, so that a connection carries no closures of its own. */
export type Handlers = { [Name in chat.EventName]: EventHandler<Name> }

/**
 * Gives events what routes have: somebody who may ask, a checked payload, and an error that the person gets to see.
 * Nothing that is sent can hurt the process.
 */
export function createEventHandlers(ctx: AppContext, handlers: Handlers) {
  const names = Object.keys(handlers) as chat.EventName[]
  const listeners = names.map((name) => [name, createListener(ctx, name, handlers[name])] as const)
  return (socket: LiveSocket) => {
    for (const [name, listen] of listeners) socket.on(name, listen as never)
  }
}

function createListener<Name extends chat.EventName>(ctx: AppContext, name: Name, work: EventHandler<Name>) {
  const check = cleaner<chat.Payload<Name>>(chat.events[name])

  return async function (this: LiveSocket, ...sent: unknown[]) {
    const done = sent.at(-1)
    try {
      const turn = checkAccess(ctx, this, name)
      if (turn) await turn
      const answer = await work(this, check(sent[0]))
      if (typeof done === 'function') done({ ok: true, ...answer })
    } catch (error) {
      const { statusCode, code, message } = problemOf(error as FastifyError)
      if (statusCode >= 500) ctx.log.error({ err: error, event: name }, message)
      this.emit('chatError', { code, message })
      if (typeof done === 'function') done({ ok: false, code, message })
    }
  }
}
