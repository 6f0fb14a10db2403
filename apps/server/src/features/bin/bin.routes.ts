import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bin } from '@portico/contract'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { listBinItems } from './bin.repository.ts'
import { deleteForGood, restoreFromBin } from './bin.service.ts'

export const binRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...bin.list,
    handler: async (request, reply) =>
      sendPage(request, reply, await listBinItems(ctx.db, request.freelancer, pageParams(request.query))),
  })

  app.route({
    ...bin.restore,
    handler: ({ freelancer, params }) => restoreFromBin(ctx, freelancer, params),
  })

  app.route({
    ...bin.remove,
    handler: async ({ freelancer, params }, reply) => {
      await deleteForGood(ctx, freelancer, params)
      return reply.code(204).send(null)
    },
  })
}
