import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { chat } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { addNextLink } from '../../platform/sql/paging.ts'
import { countUnread } from './conversations/conversations.repository.ts'
import { getConversation, listConversations } from './conversations/conversations.service.ts'
import { readHistory } from './timeline/history.service.ts'

export const chatRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...chat.listConversations,
    handler: async (request, reply) => {
      const { conversations, next } = await listConversations(ctx, request.freelancer, request.query)
      addNextLink(request, reply, next)
      return conversations
    },
  })

  app.route({
    ...chat.getConversation,
    handler: ({ client }) => getConversation(ctx, client),
  })

  app.route({
    ...chat.countUnread,
    handler: async ({ person }) => ({ unread: await countUnread(ctx.db, person) }),
  })

  app.route({
    ...chat.history,
    handler: async ({ freelancer, params, query }, reply) =>
      sendJson(reply, await readHistory(ctx, freelancer, params.clientId, query)),
  })

  app.route({
    ...chat.clientHistory,
    handler: async ({ client, params, query }, reply) =>
      sendJson(reply, await readHistory(ctx, client, params.freelancerId, query)),
  })
}
