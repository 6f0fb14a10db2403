import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { payFor } from '../sql/current-account.ts'
import { runForRequest } from './current-request.ts'

/**
 * Counts the database queries of each handler against the caller's share of the connections (fair-share.ts), and says where they come
 * from (audit.ts).
 */
export const shareConnections = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      return runForRequest(originOf(request), () =>
        payFor(payerOf(request), () => handler.call(this, request, reply)),
      )
    }
  })
})

const payerOf = ({ actor, ip }: FastifyRequest) =>
  actor ? { workspaceId: actor.workspaceId } : { address: ip }

const originOf = ({ ip, headers, claims }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent'],
  isPreview: claims?.preview === true,
})
