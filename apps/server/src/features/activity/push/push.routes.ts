import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { push } from '@portico/contract'
import { getPushState, sendTest, subscribe, unsubscribe } from './push.service.ts'

export const pushRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...push.get,
    handler: ({ person, claims }) => getPushState(ctx, person, claims?.preview === true),
  })

  app.route({
    ...push.subscribe,
    handler: async ({ person, body }, reply) => reply.code(201).send(await subscribe(ctx, person, body)),
  })

  app.route({ ...push.unsubscribe, handler: ({ person }) => unsubscribe(ctx, person) })

  app.route({
    ...push.test,
    handler: async ({ person }, reply) => {
      await sendTest(ctx, person)
      return reply.code(204).send(null)
    },
  })
}
