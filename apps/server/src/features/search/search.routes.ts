import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { search } from '@portico/contract'
import { limitConcurrencyOfEach } from '../../platform/process/limit-concurrency.ts'
import { addNextLink } from '../../platform/sql/paging.ts'
import { findEverything } from './search.service.ts'

/** A search of many long texts takes seconds. A hundred at once by one person left no connection for anybody else. */
const takeTurn = limitConcurrencyOfEach({ maxConcurrent: 2, maxWaitMs: 10_000 })

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...search.search,
    handler: async (request, reply) => {
      const { person, query } = request
      await ctx.limits.search.take(person)
      const { results, next } = await takeTurn(person.id, () => findEverything(ctx, person, query))
      addNextLink(request, reply, next)
      return { results }
    },
  })
}
