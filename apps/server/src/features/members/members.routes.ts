import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { members } from '@portico/contract'
import { visitor } from '../accounts/visitor.ts'
import { acceptInvitation, getInvitation, sendInvitationCode } from './acceptance.service.ts'
import { chooseMembers } from './active-members.service.ts'
import { inviteMember, withdrawInvitation } from './invitations.service.ts'
import {
  changeMember,
  getWorkspace,
  listMembers,
  listWorkspaces,
  removeMember,
  renameWorkspace,
  switchWorkspace,
  transferWorkspace,
} from './members.service.ts'

import { requireFactor } from './required-factor.service.ts'

export const memberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...members.workspace,
    handler: ({ freelancer }) => getWorkspace(ctx, freelancer),
  })

  app.route({
    ...members.rename,
    handler: ({ freelancer, body }) => renameWorkspace(ctx, freelancer, body),
  })

  app.route({
    ...members.requireFactor,
    handler: ({ freelancer, body }) => requireFactor(ctx, freelancer, body.required),
  })

  app.route({
    ...members.choose,
    handler: ({ freelancer, body }) => chooseMembers(ctx, freelancer, body.memberIds),
  })

  app.route({
    ...members.transfer,
    handler: (request) => transferWorkspace(ctx, request.freelancer, request.body, visitor(request)),
  })

  app.route({
    ...members.workspaces,
    handler: ({ freelancer }) => listWorkspaces(ctx, freelancer),
  })

  app.route({
    ...members.switchTo,
    handler: ({ freelancer, body }) => switchWorkspace(ctx, freelancer, body.workspaceId),
  })

  app.route({
    ...members.list,
    handler: ({ freelancer }) => listMembers(ctx, freelancer),
  })

  app.route({
    ...members.invite,
    handler: async ({ freelancer, body, ip }, reply) =>
      reply.code(201).send(await inviteMember(ctx, freelancer, body, ip)),
  })

  app.route({
    ...members.withdraw,
    handler: async ({ freelancer, params }, reply) => {
      await withdrawInvitation(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...members.invitation,
    handler: ({ actor, params, ip }) => getInvitation(ctx, actor, params.token, ip),
  })

  app.route({
    ...members.accept,
    handler: (request) => {
      const { deviceId, ...answer } = request.body
      const { token } = request.params
      return acceptInvitation(ctx, request.actor, { ...answer, token }, { ...visitor(request), deviceId })
    },
  })

  app.route({
    ...members.sendCode,
    handler: ({ freelancer, params, ip }) => sendInvitationCode(ctx, freelancer, params.token, ip),
  })

  app.route({
    ...members.change,
    handler: ({ freelancer, params, body }) => changeMember(ctx, freelancer, params.id, body),
  })

  app.route({
    ...members.remove,
    handler: async ({ freelancer, params, body }, reply) => {
      await removeMember(ctx, freelancer, params.id, body.handOverTo)
      return reply.code(204).send(null)
    },
  })
}
