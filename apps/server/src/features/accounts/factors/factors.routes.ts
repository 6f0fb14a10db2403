import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accounts, factors } from '@portico/contract'
import { visitor } from '../visitor.ts'
import {
  confirmApp,
  listFactors,
  makeRecoveryCodes,
  removeApp,
  startApp,
  turnOff,
} from './factors.service.ts'
import { loginWithCode } from './second-step.service.ts'

export const factorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...accounts.loginWithCode,
    handler: (request) => {
      const { deviceId, ...answer } = request.body
      return loginWithCode(ctx, answer, { ...visitor(request), deviceId })
    },
  })

  app.route({
    ...factors.list,
    handler: ({ freelancer }) => listFactors(ctx, freelancer),
  })

  app.route({
    ...factors.startApp,
    handler: async ({ freelancer }, reply) => reply.code(201).send(await startApp(ctx, freelancer)),
  })

  app.route({
    ...factors.confirmApp,
    handler: (request) => confirmApp(ctx, request.freelancer, request.body, visitor(request)),
  })

  app.route({
    ...factors.removeApp,
    handler: async (request, reply) => {
      await removeApp(ctx, request.freelancer, visitor(request))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...factors.makeRecoveryCodes,
    handler: async (request, reply) =>
      reply.code(201).send(await makeRecoveryCodes(ctx, request.freelancer, visitor(request))),
  })

  app.route({
    ...factors.turnOff,
    handler: async (request, reply) => {
      await turnOff(ctx, request.freelancer, visitor(request))
      return reply.code(204).send(null)
    },
  })
}
