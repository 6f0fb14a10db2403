import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { brand } from '@portico/contract'
import { changeBrand, getBrand } from './brand.service.ts'

/** Base64, and room for the other fields. */
const MAX_BRAND_BYTES = 2 * brand.MAX_LOGO_BYTES

export const brandRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { ctx } = app

  app.route({
    ...brand.get,
    handler: ({ freelancer }) => getBrand(ctx, freelancer),
  })

  app.route({
    ...brand.change,
    bodyLimit: MAX_BRAND_BYTES,
    handler: ({ freelancer, body }) => changeBrand(ctx, freelancer, body),
  })
}
