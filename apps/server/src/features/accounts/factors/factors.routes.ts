import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accounts, factors } from '@portico/contract'
import { visitor } from '../visitor.ts'
import { confirmApp, removeApp, startApp } from './app.service.ts'
import { beginConfirmByPasskey, confirmByPasskey, confirmByPassword } from './confirm.service.ts'
import { listFactors, makeRecoveryCodes, turnOff } from './factors.service.ts'
import { createPasskeyChallenge } from './login-challenges.service.ts'
import { addPasskey, removePasskey, startPasskey } from './own-passkeys.service.ts'
import { loginWithCode, loginWithPasskey } from './second-step.service.ts'

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
    ...accounts.beginPasskeyLogin,
    handler: (request) =>
      createPasskeyChallenge(ctx, { ...visitor(request), deviceId: request.body.deviceId }),
  })

  app.route({
    ...accounts.loginWithPasskey,
    handler: (request) => {
      const { deviceId, ...answer } = request.body
      return loginWithPasskey(ctx, answer, { ...visitor(request), deviceId })
    },
  })

  app.route({
    ...accounts.confirm,
    handler: async (request, reply) => {
      await confirmByPassword(ctx, request.freelancer, request.body.password, visitor(request))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...accounts.beginConfirm,
    handler: ({ freelancer }) => beginConfirmByPasskey(ctx, freelancer),
  })

  app.route({
    ...accounts.confirmWithPasskey,
    handler: async ({ freelancer, body }, reply) => {
      await confirmByPasskey(ctx, freelancer, body)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...factors.startPasskey,
    handler: ({ freelancer }) => startPasskey(ctx, freelancer),
  })

  app.route({
    ...factors.addPasskey,
    handler: async (request, reply) =>
      reply.code(201).send(await addPasskey(ctx, request.freelancer, request.body, visitor(request))),
  })

  app.route({
    ...factors.removePasskey,
    handler: async (request, reply) => {
      await removePasskey(ctx, request.freelancer, request.params.id, visitor(request))
      return reply.code(204).send(null)
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
