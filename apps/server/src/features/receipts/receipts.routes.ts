import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receipts } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import {
  getNewestReceipt,
  getReceipt,
  getWithdrawal,
  listAllReceipts,
  listReceiptsOfProject,
} from './receipts.service.ts'

export const receiptRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...receipts.get,
    handler: async ({ person, params }, reply) => sendJson(reply, await getReceipt(ctx, person, params.id)),
  })

  app.route({
    ...receipts.newest,
    handler: async ({ person, params }, reply) =>
      sendJson(reply, await getNewestReceipt(ctx, person, params.id)),
  })

  app.route({
    ...receipts.withdrawal,
    handler: async ({ person, params }, reply) =>
      sendJson(reply, await getWithdrawal(ctx, person, params.id)),
  })

  app.route({
    ...receipts.ofProject,
    handler: async (request, reply) => {
      const { person, params, query } = request
      const found = await listReceiptsOfProject(ctx, person, params.id, pageParams(query))
      return sendPage(request, reply, found)
    },
  })

  app.route({
    ...receipts.all,
    handler: async (request, reply) => {
      const { clientId, projectId, ...page } = request.query
      const of = { clientId, projectId }
      return sendPage(request, reply, await listAllReceipts(ctx, request.person, of, pageParams(page)))
    },
  })
}
