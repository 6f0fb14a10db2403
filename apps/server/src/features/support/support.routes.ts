import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { support } from '@portico/contract'
import { askSupport, getSender } from './support.service.ts'

export const supportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...support.ask,
    handler: ({ actor, body, ip }) => askSupport(ctx, actor, body, ip),
  })

  app.route({
    ...support.sender,
    handler: ({ person }) => getSender(ctx, person),
  })
}
