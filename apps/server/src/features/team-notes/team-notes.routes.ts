import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { teamNotes } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import {
  editTeamNote,
  getTeamNoteSummary,
  getTeamNotes,
  removeTeamNote,
  writeTeamNote,
} from './team-notes.service.ts'

export const teamNoteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...teamNotes.list,
    handler: async (request, reply) => {
      const { limit, cursor, ...place } = request.query
      const page = pageParams({ limit, cursor })
      return sendPage(request, reply, await getTeamNotes(ctx, request.freelancer, place, page))
    },
  })

  app.route({
    ...teamNotes.summary,
    handler: ({ freelancer, query }) => getTeamNoteSummary(ctx, freelancer, query),
  })

  app.route({
    ...teamNotes.create,
    handler: async ({ freelancer, query, body }, reply) =>
      sendJson(reply.code(201), await writeTeamNote(ctx, freelancer, query, body)),
  })

  app.route({
    ...teamNotes.change,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply, await editTeamNote(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...teamNotes.remove,
    handler: async ({ freelancer, params }, reply) => {
      await removeTeamNote(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })
}
