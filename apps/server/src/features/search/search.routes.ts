import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { search } from '@portico/contract'
import { addNextLink } from '../../platform/sql/paging.ts'
import { findEverything } from './search.service.ts'

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...search.search,
    handler: async (request, reply) => {
      const { person, query } = request
      await ctx.limits.search.take(person)
      const { results, next } = await findEverything(ctx, person, query)
      addNextLink(request, reply, next)
      return { results }
    },
  })
}
