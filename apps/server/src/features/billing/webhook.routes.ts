import createError from '@fastify/error'
import { billing } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { handleEvent, isEvent } from './sync.service.ts'

export const NotFromStripe = createError('NOT_FROM_STRIPE', 'This was not signed by Stripe.', 400)
const NotAnEvent = createError('NOT_AN_EVENT', 'This is not an event of Stripe’s.', 400)

/** Older signatures may be replayed. */
const SIGNATURE_TOLERANCE_SECONDS = 300
const MAX_BODY_BYTES = 512 * 1_024

/** Reads the body as bytes, because the signature covers the exact bytes. */
export async function webhookRoutes(app: FastifyInstance) {
  const { ctx } = app
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  app.post(billing.WEBHOOK_URL, async ({ body, headers }, reply) => {
    reply.header('cache-control', 'no-store')
    const event: unknown = await verifyEvent(body as Buffer | undefined, headers['stripe-signature'])
    if (!isEvent(event)) throw new NotAnEvent()
    await handleEvent(ctx, event)
    return { received: true }
  })

  async function verifyEvent(body: Buffer | undefined, signature: string | string[] | undefined) {
    // Refused before the SDK is loaded, because anybody can call this.
    if (!body?.length || typeof signature !== 'string' || !signature.includes('v1='))
      throw new NotFromStripe()
    const stripe = await ctx.payments.stripe()
    try {
      return stripe.webhooks.constructEvent(
        body,
        signature,
        ctx.payments.webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
      )
    } catch {
      throw new NotFromStripe()
    }
  }
}
