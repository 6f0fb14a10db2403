import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { feedback } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { getFeedback, leaveFeedback } from './feedback.service.ts'

export const feedbackRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...feedback.create,
    handler: async ({ client, body }, reply) =>
      sendJson(reply.code(201), await leaveFeedback(ctx, client, body)),
  })

  app.route({
    ...feedback.list,
    handler: async (request, reply) =>
      sendPage(
        request,
        reply,
        await getFeedback(ctx, request.person, request.params.id, pageParams(request.query)),
      ),
  })
}
