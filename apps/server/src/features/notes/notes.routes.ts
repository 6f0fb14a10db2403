import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notes } from '@portico/contract'
import type { FastifyReply } from 'fastify'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { exportNotes } from './export.service.ts'
import { asCsv, asText } from './export-formats.ts'
import {
  changeNote,
  getNote,
  getNoteCounts,
  getNotes,
  leaveNote,
  removeNote,
  replyToNote,
} from './notes.service.ts'

function sendExport(reply: FastifyReply, name: string, type: string, content: Readable) {
  return reply
    .header('content-disposition', contentDisposition(name))
    .type(`${type}; charset=utf-8`)
    .send(content) as never
}

export const noteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...notes.create,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply.code(201), await leaveNote(ctx, person, params.id, body)),
  })

  app.route({
    ...notes.list,
    handler: async (request, reply) => {
      const { limit, cursor, ...filter } = request.query
      const page = pageParams({ limit, cursor })
      return sendPage(request, reply, await getNotes(ctx, request.person, request.params.id, filter, page))
    },
  })

  app.route({
    ...notes.counts,
    handler: ({ person, params }) => getNoteCounts(ctx, person, params.id),
  })

  app.route({
    ...notes.exportCsv,
    handler: async ({ person, params, query }, reply) => {
      const { fileName, content } = await exportNotes(ctx, person, params.id, query, asCsv)
      return sendExport(reply, `${fileName} (notes).csv`, 'text/csv', content)
    },
  })

  app.route({
    ...notes.exportText,
    handler: async ({ person, params, query }, reply) => {
      const { fileName, content } = await exportNotes(ctx, person, params.id, query, asText)
      return sendExport(reply, `${fileName} (notes).txt`, 'text/plain', content)
    },
  })

  app.route({
    ...notes.get,
    handler: async ({ person, params }, reply) => sendJson(reply, await getNote(ctx, person, params.id)),
  })

  app.route({
    ...notes.change,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply, await changeNote(ctx, person, params.id, body)),
  })

  app.route({
    ...notes.remove,
    handler: async ({ person, params }, reply) => {
      await removeNote(ctx, person, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...notes.reply,
    handler: async ({ person, params, body }, reply) =>
      sendJson(reply.code(201), await replyToNote(ctx, person, params.id, body)),
  })
}
