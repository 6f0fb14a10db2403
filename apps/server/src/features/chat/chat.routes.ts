import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { chat } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { countUnread } from './conversations/conversations.repository.ts'
import { getConversation, listConversations } from './conversations/conversations.service.ts'
import { readHistory } from './timeline/history.service.ts'
import { changePreference, getPreference, unsubscribe } from './unread-emails/mail-preference.service.ts'

export const chatRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...chat.listConversations,
    handler: ({ freelancer, query }) => listConversations(ctx, freelancer, query.archived ?? false),
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

  app.route({
    ...chat.getMailPreference,
    handler: ({ person }) => getPreference(ctx, person),
  })

  app.route({
    ...chat.setMailPreference,
    handler: ({ person, body }) => changePreference(ctx, person, body.enabled),
  })

  await app.register(oneClick)
}

/** Mail programs post a form (RFC 8058) with fixed contents, which are not read. */
const oneClick: FastifyPluginAsyncTypebox = async (app) => {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
    done(null, {}),
  )

  app.route({
    ...chat.unsubscribe,
    handler: ({ query }) => unsubscribe(app.ctx, query.token),
  })
}
