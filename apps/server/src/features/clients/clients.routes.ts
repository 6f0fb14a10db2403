import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clients } from '@portico/contract'
import { wrapJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { onlyAssigned } from '../access/reachable.ts'
import { resetAccess, updateClient } from './access.service.ts'
import { listClients } from './clients.repository.ts'
import {
  countClientContents,
  createClient,
  createLoginLink,
  getClientDetail,
  getMyFreelancer,
  removeClient,
  requestLink,
  resendLogin,
} from './clients.service.ts'
import {
  countHandedOut,
  endHandedOut,
  listChangedAddresses,
  listHandedOutLinks,
} from './handed-out.service.ts'
import { enterByLink } from './links.service.ts'
import { handOver, setMembers } from './members.service.ts'
import { endMyLink, endMyLinks, listMyLinks } from './my-links.service.ts'
import { previewClient } from './preview.service.ts'
import { listSortedClients } from './sorted-clients.repository.ts'

export const clientRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...clients.create,
    handler: async ({ freelancer, body, ip }, reply) =>
      reply.code(201).send(await createClient(ctx, freelancer, body, ip)),
  })

  app.route({
    ...clients.list,
    handler: async (request, reply) => {
      const { archived = false, sort, mine, ...page } = request.query
      const asked = pageParams(page)
      const asker = onlyAssigned(request.freelancer, mine)
      const found = sort
        ? listSortedClients(ctx.db, asker, sort, archived, asked)
        : listClients(ctx.db, asker, archived, asked)
      const { json, next } = await found
      return sendPage(request, reply, { json: wrapJson('clients', json), next })
    },
  })

  app.route({
    ...clients.get,
    handler: ({ freelancer, params }) => getClientDetail(ctx, freelancer, params.id),
  })

  app.route({
    ...clients.update,
    handler: ({ freelancer, params, body, ip }) => updateClient(ctx, freelancer, params.id, body, ip),
  })

  app.route({
    ...clients.setMembers,
    handler: ({ freelancer, params, body }) => setMembers(ctx, freelancer, params.id, body),
  })

  app.route({
    ...clients.handOver,
    handler: ({ freelancer, params, body }) => handOver(ctx, freelancer, params.id, body),
  })

  app.route({
    ...clients.resetAccess,
    handler: ({ freelancer, params }) => resetAccess(ctx, freelancer, params.id),
  })

  app.route({
    ...clients.contents,
    handler: ({ freelancer, params }) => countClientContents(ctx, freelancer, params.id),
  })

  app.route({
    ...clients.remove,
    handler: async ({ freelancer, params }, reply) => {
      await removeClient(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...clients.resendLogin,
    handler: ({ freelancer, params, ip }) => resendLogin(ctx, freelancer, params.id, ip),
  })

  app.route({
    ...clients.createLoginLink,
    handler: ({ freelancer, params }) => createLoginLink(ctx, freelancer, params.id),
  })

  app.route({
    ...clients.preview,
    handler: ({ freelancer, params }) => previewClient(ctx, freelancer, params.id),
  })

  app.route({
    ...clients.enter,
    handler: ({ query: { token, timeZone }, ip, headers }) =>
      ctx.limits.link.attempt(ip, () =>
        enterByLink(ctx, token, { userAgent: headers['user-agent'], timeZone }),
      ),
  })

  app.route({
    ...clients.myLinks,
    handler: async (request, reply) =>
      sendPage(request, reply, await listMyLinks(ctx, request.client, pageParams(request.query))),
  })

  app.route({
    ...clients.endMyLinks,
    handler: async ({ client }, reply) => {
      await endMyLinks(ctx, client)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...clients.endMyLink,
    handler: async ({ client, params }, reply) => {
      await endMyLink(ctx, client, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...clients.handedOutLinks,
    handler: async (request, reply) =>
      sendPage(request, reply, await listHandedOutLinks(ctx, request.freelancer, pageParams(request.query))),
  })

  app.route({
    ...clients.changedAddresses,
    handler: async (request, reply) =>
      sendPage(
        request,
        reply,
        await listChangedAddresses(ctx, request.freelancer, pageParams(request.query)),
      ),
  })

  app.route({
    ...clients.countHandedOut,
    handler: ({ freelancer }) => countHandedOut(ctx, freelancer),
  })

  app.route({
    ...clients.endHandedOut,
    handler: async ({ freelancer }, reply) => {
      await endHandedOut(ctx, freelancer)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...clients.requestLink,
    handler: async ({ body, ip }, reply) => reply.code(202).send(await requestLink(ctx, body, ip)),
  })

  app.route({
    ...clients.myFreelancer,
    handler: ({ client }) => getMyFreelancer(ctx, client),
  })
}
