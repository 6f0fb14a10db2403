import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receipts, reviews } from '@portico/contract'
import { sendJson } from '../../platform/sql/json.ts'
import { pageParams, sendPage } from '../../platform/sql/paging.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { mailCode } from './codes.service.ts'
import { decide, decideTogether, undoDecision } from './decisions.service.ts'
import { makeReceiptPdf } from './receipt-pdf.service.ts'
import { askForReview, askTogether, getGroup, listOfFile, listWaiting, withdraw } from './reviews.service.ts'

export const reviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...reviews.ask,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply.code(201), await askForReview(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...reviews.askTogether,
    handler: async ({ freelancer, params, body }, reply) =>
      sendJson(reply.code(201), await askTogether(ctx, freelancer, params.id, body)),
  })

  app.route({
    ...reviews.group,
    handler: async ({ person, params }, reply) => sendJson(reply, await getGroup(ctx, person, params.id)),
  })

  app.route({
    ...reviews.ofFile,
    handler: async (request, reply) => {
      const { person, params, query } = request
      return sendPage(request, reply, await listOfFile(ctx, person, params.id, pageParams(query)))
    },
  })

  app.route({
    ...reviews.waiting,
    handler: async (request, reply) => {
      const { person, params, query } = request
      return sendPage(request, reply, await listWaiting(ctx, person, params.id, pageParams(query)))
    },
  })

  app.route({
    ...reviews.withdraw,
    handler: async ({ freelancer, params }, reply) => {
      await withdraw(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...reviews.decide,
    handler: async ({ client, params, body }, reply) =>
      sendJson(reply, await decide(ctx, client, params.id, body)),
  })

  app.route({
    ...reviews.decideTogether,
    handler: async ({ client, params, body }, reply) =>
      sendJson(reply, await decideTogether(ctx, client, params.id, body)),
  })

  app.route({
    ...reviews.undoDecision,
    handler: async ({ client, params, query }, reply) => {
      await undoDecision(ctx, client, params.id, query.code)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...receipts.pdf,
    handler: async ({ person, params }, reply) => {
      const { bytes, fileName } = await makeReceiptPdf(ctx, person, params.id)
      return reply
        .header('content-disposition', contentDisposition(fileName))
        .type('application/pdf')
        .send(bytes as unknown as Blob)
    },
  })

  app.route({
    ...reviews.sendCode,
    handler: ({ client, params, ip }) => mailCode(ctx, client, params.id, ip),
  })
}
