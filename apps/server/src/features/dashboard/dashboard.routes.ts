import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { dashboard } from '@portico/contract'
import { NotSignedIn } from '../../platform/http/access.ts'
import { sendJson } from '../../platform/sql/json.ts'
import { onlyAssigned } from '../access/reachable.ts'
import { findSummary } from './dashboard.repository.ts'

export const dashboardRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...dashboard.summary,
    handler: async ({ freelancer, query }, reply) => {
      const asker = onlyAssigned(freelancer, query.mine)
      const summary = await findSummary(ctx, asker, ctx.clock.now())
      if (!summary) throw new NotSignedIn()
      return sendJson(reply, summary)
    },
  })
}
