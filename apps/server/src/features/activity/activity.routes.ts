import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { activity, chat } from '@portico/contract'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { listNotifications } from './activity.repository.ts'
import { getActivity, getUnread, markRead } from './activity.service.ts'
import {
  changeSettings,
  getSettings,
  personOfEmail,
  unsubscribe,
  unsubscribeFromChat,
} from './emails/settings.service.ts'

export const activityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...activity.ofProject,
    handler: async (request, reply) =>
      sendPage(
        request,
        reply,
        await getActivity(ctx, request.person, request.params.id, pageParams(request.query)),
      ),
  })

  app.route({
    ...activity.notifications,
    handler: async (request, reply) =>
      sendPage(request, reply, await listNotifications(ctx.db, request.person, pageParams(request.query))),
  })

  app.route({ ...activity.unread, handler: ({ person }) => getUnread(ctx, person) })

  app.route({ ...activity.getSettings, handler: ({ person }) => getSettings(ctx, person) })

  app.route({ ...activity.changeSettings, handler: ({ person, body }) => changeSettings(ctx, person, body) })

  app.route({
    ...activity.getSettingsByEmail,
    handler: async ({ query }) => getSettings(ctx, await personOfEmail(ctx, query.token)),
  })

  app.route({
    ...activity.changeSettingsByEmail,
    handler: async ({ query, body }) => changeSettings(ctx, await personOfEmail(ctx, query.token), body),
  })

  await app.register(oneClick)

  app.route({ ...activity.markRead, handler: ({ person, body }) => markRead(ctx, person, body) })
}

/** Mail programs post a form (RFC 8058) with fixed contents, which are not read. */
const oneClick: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
    done(null, {}),
  )

  app.route({ ...activity.unsubscribe, handler: ({ query }) => unsubscribe(ctx, query.token, query.topic) })

  app.route({ ...chat.unsubscribe, handler: ({ query }) => unsubscribeFromChat(ctx, query.token) })
}
