import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { activity } from '@portico/contract'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { listNotifications } from './activity.repository.ts'
import { getActivity, getUnread, markRead } from './activity.service.ts'

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

  app.route({ ...activity.markRead, handler: ({ person, body }) => markRead(ctx, person, body) })
}
