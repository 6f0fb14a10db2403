import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accounts } from '@portico/contract'
import type { FastifyReply } from 'fastify'
import { changeProfile, getProfile, login, queueTestEmail, register } from './accounts.service.ts'
import { confirmEmail, resendConfirmation, type SendWaitingInvitations } from './confirmation.service.ts'
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  resendEmailChange,
} from './email-change.service.ts'
import { undoEmailChange } from './email-undo.service.ts'
import { endOneSession, endOtherSessions, endSession, listSessions } from './ended-sessions.service.ts'
import { changePassword, forgotPassword, resetPassword } from './passwords.service.ts'
import { renameToken } from './session-tokens.ts'
import { visitor } from './visitor.ts'

interface Options {
  sendWaitingInvitations: SendWaitingInvitations
}

export const accountRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { sendWaitingInvitations }) => {
  const { ctx } = app

  app.route({
    ...accounts.register,
    handler: async (request, reply) => {
      const { deviceId, ...account } = request.body
      return reply.code(201).send(await register(ctx, account, { ...visitor(request), deviceId }))
    },
  })

  app.route({
    ...accounts.login,
    handler: async (request, reply) => {
      const { deviceId, ...credentials } = request.body
      return sendLogin(reply, await login(ctx, credentials, { ...visitor(request), deviceId }))
    },
  })

  app.route({
    ...accounts.logout,
    handler: async ({ person }, reply) => {
      await endSession(ctx, person)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...accounts.forgotPassword,
    handler: async (request, reply) =>
      reply.code(202).send(await forgotPassword(ctx, request.body, visitor(request))),
  })

  app.route({
    ...accounts.resetPassword,
    handler: async (request, reply) => {
      const { token, password, deviceId } = request.body
      return sendLogin(reply, await resetPassword(ctx, token, password, { ...visitor(request), deviceId }))
    },
  })

  app.route({
    ...accounts.confirmEmail,
    handler: ({ body, ip }) => confirmEmail(ctx, body.token, ip, sendWaitingInvitations),
  })

  app.route({
    ...accounts.resendConfirmation,
    handler: ({ freelancer, ip }) => resendConfirmation(ctx, freelancer, ip),
  })

  app.route({
    ...accounts.changeEmail,
    handler: (request) => changeEmail(ctx, request.freelancer, request.body, visitor(request)),
  })

  app.route({
    ...accounts.resendEmailChange,
    handler: (request) => resendEmailChange(ctx, request.freelancer, visitor(request)),
  })

  app.route({
    ...accounts.cancelEmailChange,
    handler: ({ freelancer }) => cancelEmailChange(ctx, freelancer),
  })

  app.route({
    ...accounts.confirmEmailChange,
    handler: (request) =>
      confirmEmailChange(ctx, request.body.token, visitor(request), sendWaitingInvitations),
  })

  app.route({
    ...accounts.undoEmailChange,
    handler: (request) => undoEmailChange(ctx, request.body.token, visitor(request)),
  })

  app.route({
    ...accounts.testEmail,
    handler: ({ freelancer, ip }) => queueTestEmail(ctx, freelancer, ip),
  })

  app.route({
    ...accounts.me,
    handler: ({ freelancer }) => getProfile(ctx, freelancer),
  })

  app.route({
    ...accounts.changeMe,
    handler: async ({ freelancer, claims, body }, reply) => {
      const profile = await changeProfile(ctx, freelancer, body)
      // The token carries the name, so a new name means a new token of the same session.
      if (claims && body.name) reply.header('x-session-token', renameToken(ctx, claims, profile.name))
      return profile
    },
  })

  app.route({
    ...accounts.changePassword,
    handler: (request) => changePassword(ctx, request.freelancer, request.body, visitor(request)),
  })

  app.route({
    ...accounts.listSessions,
    handler: ({ person, claims }) => listSessions(ctx, person, claims?.preview === true),
  })

  app.route({
    ...accounts.endOtherSessions,
    handler: async ({ person }, reply) => {
      await endOtherSessions(ctx, person)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...accounts.endOneSession,
    handler: async ({ person, params }, reply) => {
      await endOneSession(ctx, person, params.id)
      return reply.code(204).send(null)
    },
  })
}

/** The status alone says that a login needs a second step. */
function sendLogin(reply: FastifyReply, answer: accounts.SignedIn | accounts.LoginChallenge) {
  return reply.code('challenge' in answer ? 202 : 200).send(answer)
}
