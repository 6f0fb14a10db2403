import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sections } from '@portico/contract'
import { addSection, changeSection, moveToSection, removeSection } from './sections.service.ts'

export const sectionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...sections.add,
    handler: async ({ freelancer, params, body }, reply) =>
      reply.code(201).send(await addSection(ctx, freelancer, params.id, body.name)),
  })

  app.route({
    ...sections.change,
    handler: ({ freelancer, params, body }) => changeSection(ctx, freelancer, params.id, body),
  })

  app.route({
    ...sections.remove,
    handler: async ({ freelancer, params }, reply) => {
      await removeSection(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...sections.move,
    handler: ({ freelancer, params, body }) => moveToSection(ctx, freelancer, params.id, body),
  })
}
