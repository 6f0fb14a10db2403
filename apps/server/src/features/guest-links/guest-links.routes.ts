import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { guestLinks } from '@portico/contract'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { addLink, getLinks, getLinksOfProject, removeLink } from './links.service.ts'

export const guestLinkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...guestLinks.add,
    handler: async ({ person, params, body, ip }, reply) =>
      reply.code(201).send(await addLink(ctx, person, params.id, body, ip)),
  })

  app.route({
    ...guestLinks.list,
    handler: async (request, reply) => {
      const { person, params, query } = request
      return sendPage(request, reply, await getLinks(ctx, person, params.id, pageParams(query)))
    },
  })

  app.route({
    ...guestLinks.ofProject,
    handler: async (request, reply) => {
      const { person, params, query } = request
      return sendPage(request, reply, await getLinksOfProject(ctx, person, params.id, pageParams(query)))
    },
  })

  app.route({
    ...guestLinks.remove,
    handler: async ({ person, params }, reply) => {
      await removeLink(ctx, person, params.id, params.linkId)
      return reply.code(204).send(null)
    },
  })
}
