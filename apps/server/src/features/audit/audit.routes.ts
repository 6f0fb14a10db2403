import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '@portico/contract'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { exportEntries, getEntries } from './audit.service.ts'

export const auditRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...audit.list,
    handler: async (request, reply) => {
      const { limit, cursor, ...filter } = request.query
      const page = pageParams({ limit, cursor })
      return sendPage(request, reply, await getEntries(ctx, request.freelancer, filter, page))
    },
  })

  app.route({
    ...audit.exportCsv,
    handler: async ({ freelancer, query }, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="security-log.csv"')
        .type('text/csv; charset=utf-8')
        .send((await exportEntries(ctx, freelancer, query)) as never) as never,
  })
}
