import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { contacts } from '@portico/contract'
import { addContact, changeContact, listContacts, removeContact } from './contacts.service.ts'

export const contactRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...contacts.list,
    handler: ({ freelancer, params }) => listContacts(ctx, freelancer, params.id),
  })

  app.route({
    ...contacts.add,
    handler: async ({ freelancer, params, body, ip }, reply) =>
      reply.code(201).send(await addContact(ctx, freelancer, params.id, body, ip)),
  })

  app.route({
    ...contacts.change,
    handler: ({ freelancer, params, body, ip }) => changeContact(ctx, freelancer, params.id, body, ip),
  })

  app.route({
    ...contacts.remove,
    handler: async ({ freelancer, params }, reply) => {
      await removeContact(ctx, freelancer, params.id)
      return reply.code(204).send(null)
    },
  })
}
