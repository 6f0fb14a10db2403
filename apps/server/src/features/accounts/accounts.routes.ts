import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accounts } from '@portico/contract'
import { login, register } from './accounts.service.ts'
import { endSession } from './sessions.service.ts'

export const accountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...accounts.register,
    handler: async ({ body, ip }, reply) => reply.code(201).send(await register(ctx, body, ip)),
  })

  app.route({
    ...accounts.login,
    handler: ({ body, ip }) => login(ctx, body.email, body.password, ip),
  })

  app.route({
    ...accounts.logout,
    handler: async ({ person }, reply) => {
      await endSession(ctx, person)
      return reply.code(204).send(null)
    },
  })
}
