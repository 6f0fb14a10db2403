import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { portals } from '@portico/contract'
import type { FastifyRequest } from 'fastify'
import {
  enterPortal,
  findPortalOfLink,
  findPortalOfPage,
  joinPortals,
  leavePortals,
  listPortals,
  type PortalUser,
} from './portals.service.ts'

export const portalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...portals.list,
    handler: async (request) => ({ portals: await listPortals(ctx, portalUser(request)) }),
  })

  app.route({
    ...portals.ofLink,
    handler: async ({ body, ip }) => ({
      portal: await ctx.limits.link.attempt(ip, () => findPortalOfLink(ctx, body.token)),
    }),
  })

  app.route({
    ...portals.ofPage,
    handler: async (request) => ({
      clientId: await findPortalOfPage(ctx, portalUser(request), request.query.path),
    }),
  })

  app.route({
    ...portals.join,
    handler: async (request) => ({ token: await joinPortals(ctx, portalUser(request), request.body.token) }),
  })

  app.route({
    ...portals.enter,
    handler: async (request) => ({
      token: await enterPortal(ctx, portalUser(request), request.params.clientId),
    }),
  })

  app.route({
    ...portals.leaveAll,
    handler: async (request, reply) => {
      await leavePortals(ctx, portalUser(request))
      return reply.code(204).send(null)
    },
  })
}

/** A token reaches the group that it names, and that of its own session where it names none. */
function portalUser({ client, claims }: FastifyRequest): PortalUser {
  return { ...client, group: claims?.group ?? client.sessionId }
}
