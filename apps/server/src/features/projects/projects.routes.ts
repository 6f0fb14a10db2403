import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clients, projects } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { onlyAssigned } from '../access/reachable.ts'
import { changeProjects } from './bulk.service.ts'
import { listFilteredProjects } from './filtered-projects.repository.ts'
import { listProjects, listProjectsForClient } from './projects.repository.ts'
import {
  changeDueDate,
  changeProject,
  completeNow,
  countProjectContents,
  createProject,
  getProject,
  listProjectsOfClient,
  removeProject,
  undoCompleteNow,
} from './projects.service.ts'
import { passTurn } from './turn.service.ts'

export const projectRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...projects.list,
    handler: async (request, reply) => {
      const { search = '', archived = false, limit, cursor, mine, ...others } = request.query
      const filter = { ...others, search: search.normalize('NFC').trim(), archived }
      const [now, asked] = [ctx.clock.now(), pageParams({ limit, cursor })]
      const asker = onlyAssigned(request.freelancer, mine)
      const found =
        filter.search || Object.keys(others).length > 0
          ? listFilteredProjects(ctx.db, asker, now, filter, asked)
          : listProjects(ctx.db, asker, now, archived, asked)
      return sendPage(request, reply, await found)
    },
  })

  app.route({
    ...projects.get,
    handler: async ({ freelancer, params }, reply) =>
      sendJson(reply, await getProject(ctx, freelancer, params.id)),
  })

  app.route({
    ...projects.listForClient,
    handler: async (request, reply) => {
      const { turn, sort, ...page } = request.query
      const [now, asked] = [ctx.clock.now(), pageParams(page)]
      const found =
        turn || sort
          ? listFilteredProjects(ctx.db, request.client, now, { turn, sort }, asked)
          : listProjectsForClient(ctx.db, request.client, now, asked)
      return sendPage(request, reply, await found)
    },
  })

  app.route({
    ...clients.listProjects,
    handler: async (request, reply) => {
      const { freelancer, params, query } = request
      return sendPage(
        request,
        reply,
        await listProjectsOfClient(ctx, freelancer, params.id, pageParams(query)),
      )
    },
  })

  app.route({
    ...projects.getForClient,
    handler: async ({ client, params }, reply) => sendJson(reply, await getProject(ctx, client, params.id)),
  })

  app.route({
    ...projects.create,
    handler: async ({ freelancer, body, ip }, reply) =>
      sendJson(reply.code(201), await createProject(ctx, freelancer, body, ip)),
  })

  app.route({
    ...projects.update,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply, await changeProject(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...projects.changeSeveral,
    handler: ({ freelancer, body }) => changeProjects(ctx, freelancer, body),
  })

  app.route({
    ...projects.setDueDate,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply, await changeDueDate(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...projects.complete,
    handler: async ({ freelancer, params }, reply) =>
      sendJson(reply, await completeNow(ctx, freelancer, params.id)),
  })

  app.route({
    ...projects.undoComplete,
    handler: async ({ freelancer, params }, reply) => {
      await undoCompleteNow(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...projects.passTurn,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply, await passTurn(ctx, person, params.id, body)),
  })

  app.route({
    ...projects.contents,
    handler: ({ freelancer, params }) => countProjectContents(ctx, freelancer, params.id),
  })

  app.route({
    ...projects.remove,
    handler: async ({ freelancer, params }, reply) => {
      await removeProject(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })
}
