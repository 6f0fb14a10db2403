import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { support } from '@portico/contract'
import { askSupport } from './support.service.ts'

export const supportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...support.ask,
    handler: ({ body, ip }) => askSupport(ctx, body, ip),
  })
}
