import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { calendar } from '@portico/contract'
import { getFeedState, readFeed, removeFeed, renewFeed } from './calendar.service.ts'

/** A calendar fetches its feed once an hour at most, but several calendars of one person may fetch at the same time. */
const MAX_AGE_SECONDS = 300

export const calendarRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({ ...calendar.get, handler: ({ person }) => getFeedState(ctx, person) })

  app.route({ ...calendar.renew, handler: ({ person }) => renewFeed(ctx, person) })

  app.route({
    ...calendar.remove,
    handler: async ({ person }, reply) => {
      await removeFeed(ctx, person)
      return reply.code(204).send(null)
    },
  })

  // The secret is in the query, because paths are logged. Outlook asks with HEAD first.
  app.route({
    ...calendar.feed,
    method: ['GET', 'HEAD'],
    handler: async ({ query, ip, headers }, reply) => {
      const { text, etag } = await readFeed(ctx, query.token, ip)
      reply.headers({ etag, 'cache-control': `private, max-age=${MAX_AGE_SECONDS}` })
      if (isKnown(headers['if-none-match'], etag)) {
        reply.statusCode = 304
        return reply.send('')
      }
      return reply
        .headers({ 'content-disposition': 'inline; filename="portico.ics"' })
        .type('text/calendar; charset=utf-8')
        .send(text)
    },
  })
}

/** Proxies that compress turn it into a weak ETag. */
function isKnown(header: string | undefined, etag: string) {
  return header?.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
}
