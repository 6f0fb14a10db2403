import type { FastifyError } from '@fastify/error'
import { chat } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { logProblem, toProblem } from '../../../platform/http/errors.ts'
import { createPayloadParser } from '../../../platform/http/validation.ts'
import type { LiveSocket } from '../../../platform/realtime/socket-types.ts'
import { payFor } from '../../../platform/sql/current-account.ts'
import { checkAccess } from './event-access.ts'

type EventHandler<Name extends chat.EventName> = (
  socket: LiveSocket,
  payload: chat.Payload<Name>,
) => chat.EventResults[Name] | Promise<chat.EventResults[Name]>

export type EventHandlers = { [Name in chat.EventName]: EventHandler<Name> }

/**
 * Events get what routes get: an access check, a validated payload, and errors that people can read. Returns a function
 * that adds the handlers to a socket. The handlers are shared by all sockets, so an idle socket holds no closures.
 */
export function createEventHandlers(ctx: AppContext, handlers: EventHandlers) {
  const names = Object.keys(handlers) as chat.EventName[]
  const listeners = names.map((name) => [name, createListener(ctx, name, handlers[name])] as const)
  return (socket: LiveSocket) => {
    for (const [name, listener] of listeners) socket.on(name, listener as never)
  }
}

function createListener<Name extends chat.EventName>(
  ctx: AppContext,
  name: Name,
  handle: EventHandler<Name>,
) {
  const validate = createPayloadParser<chat.Payload<Name>>(chat.events[name])

  return async function (this: LiveSocket, ...args: unknown[]) {
    const acknowledge = args.at(-1)
    try {
      // An unneeded `await` would cost an eighth of a message (event-access.ts).
      const pendingCheck = checkAccess(ctx, this, name)
      if (pendingCheck) await pendingCheck
      const payload = validate(args[0])
      const result = await payFor(this.data.actor, () => handle(this, payload))
      if (typeof acknowledge === 'function') acknowledge({ ok: true, ...result })
    } catch (error) {
      const problem = toProblem(error as FastifyError)
      const { code, message } = problem
      logProblem(ctx.log, problem, { err: error, event: name })
      this.emit('chatError', { code, message })
      if (typeof acknowledge === 'function') acknowledge({ ok: false, code, message })
    }
  }
}
