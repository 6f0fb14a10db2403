import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { feedback } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { editFeedback, getFeedback, leaveFeedback, removeFeedback } from './feedback.service.ts'
import { editReply, removeReply, replyToFeedback } from './replies.service.ts'

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

  app.route({
    ...feedback.edit,
    handler: async ({ client, params, body }, reply) =>
      sendJson(reply, await editFeedback(ctx, client, params.id, body)),
  })

  app.route({
    ...feedback.remove,
    handler: async ({ client, params }, reply) => {
      await removeFeedback(ctx, client, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...feedback.reply,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply.code(201), await replyToFeedback(ctx, person, params.id, body)),
  })

  app.route({
    ...feedback.editReply,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply, await editReply(ctx, person, params.id, body)),
  })

  app.route({
    ...feedback.removeReply,
    handler: async ({ person, params }, reply) => {
      await removeReply(ctx, person, params.id)
      return reply.code(204).send(null)
    },
  })
}
