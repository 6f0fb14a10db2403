import createError from '@fastify/error'
import { billing } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { hearOf, isEvent } from './sync.service.ts'

export const NotFromStripe = createError('NOT_FROM_STRIPE', 'This was not signed by Stripe.', 400)
const NotAnEvent = createError('NOT_AN_EVENT', 'This is not an event of Stripe’s.', 400)

/** How old a signature may be, in seconds: an older one may have been overheard. */
const TOLERANCE = 300
const LIMIT = 512 * 1_024

/** Stripe's way in. The signature is over the exact bytes, so they are read as they came. */
export async function webhookRoutes(app: FastifyInstance) {
  const { ctx } = app
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT }, (_request, body, done) =>
    done(null, body),
  )

  app.post(billing.WEBHOOK_URL, async ({ body, headers }, reply) => {
    reply.header('cache-control', 'no-store')
    const event: unknown = await verified(body as Buffer | undefined, headers['stripe-signature'])
    if (!isEvent(event)) throw new NotAnEvent()
    await hearOf(ctx, event)
    return { received: true }
  })

  async function verified(body: Buffer | undefined, signature: string | string[] | undefined) {
    // Said before the SDK is loaded: anybody can knock.
    if (!body?.length || typeof signature !== 'string' || !signature.includes('v1='))
      throw new NotFromStripe()
    const stripe = await ctx.payments.stripe()
    try {
      return stripe.webhooks.constructEvent(body, signature, ctx.payments.webhookSecret, TOLERANCE)
    } catch {
      throw new NotFromStripe()
    }
  }
}
