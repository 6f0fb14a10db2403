import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { projects, requests } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { listUnsent, sendStaged } from '../files/staged-files.service.ts'
import { answerRequest } from './answers.service.ts'
import { duplicateProject } from './duplicate.service.ts'
import {
  acceptAll,
  addRequests,
  changeRequest,
  copyRequests,
  listAllRequests,
  listProjectsToCopyFrom,
  listRequestsOfProject,
  removeRequest,
  setReminders,
  setRequestState,
} from './requests.service.ts'

/** Fifty requests with long details. */
const MAX_ADDED_BYTES = 1_024 * 1_024

export const requestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...requests.ofProject,
    handler: async (request, reply) => {
      const { person, claims, params, query } = request
      const isPreview = claims?.preview === true
      return sendPage(request, reply, await listRequestsOfProject(ctx, person, params.id, query, isPreview))
    },
  })

  app.route({
    ...requests.list,
    handler: async (request, reply) => {
      const { state, ...page } = request.query
      const { person, claims } = request
      const isPreview = claims?.preview === true
      const found = await listAllRequests(ctx, person, state, pageParams(page), isPreview)
      return sendPage(request, reply, found)
    },
  })

  app.route({
    ...requests.add,
    bodyLimit: MAX_ADDED_BYTES,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply.code(201), await addRequests(ctx, freelancer, params.id, body.requests)),
  })

  app.route({
    ...projects.duplicate,
    handler: async ({ freelancer, params, body, ip }, reply) =>
      sendJson(reply.code(201), await duplicateProject(ctx, freelancer, params.id, body, ip)),
  })

  app.route({
    ...requests.sources,
    handler: async (request, reply) =>
      sendPage(
        request,
        reply,
        await listProjectsToCopyFrom(ctx, request.freelancer, pageParams(request.query)),
      ),
  })

  app.route({
    ...requests.copy,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply.code(201), await copyRequests(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...requests.change,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply, await changeRequest(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...requests.remove,
    handler: async ({ freelancer, params }, reply) => {
      await removeRequest(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...requests.setState,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply, await setRequestState(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...requests.acceptAll,
    handler: ({ freelancer, params, body }) => acceptAll(ctx, freelancer, params.id, body.requestIds),
  })

  app.route({
    ...requests.answer,
    handler: async ({ client, params, body }, reply) =>
      sendJson(reply, await answerRequest(ctx, client, params.id, body)),
  })

  app.route({
    ...requests.unsent,
    handler: ({ client, claims }) => listUnsent(ctx, client, claims?.preview === true),
  })

  app.route({
    ...requests.sendStaged,
    handler: ({ client, params, body }) => sendStaged(ctx, client, params.id, body.requestId),
  })

  app.route({
    ...requests.setReminders,
    handler: ({ freelancer, params, body }) => setReminders(ctx, freelancer, params.id, body.on),
  })
}
