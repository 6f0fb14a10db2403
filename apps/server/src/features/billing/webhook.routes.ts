import { billing, durationInWords } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { problem } from '../../platform/http/problem.ts'
import { handleEvent, isEvent } from './sync.service.ts'

/** Older signatures may be replayed. */
const SIGNATURE_TOLERANCE_SECONDS = 300

export const NotFromStripe = problem('NOT_FROM_STRIPE', 400, 'This was not signed by Stripe.', {
  when: `What came to Stripe’s way in bears no signature of Stripe’s over these very bytes, or one that is older than ${durationInWords(SIGNATURE_TOLERANCE_SECONDS)}.`,
})
const NotAnEvent = problem('NOT_AN_EVENT', 400, 'This is not an event of Stripe’s.', {
  when: 'What came to Stripe’s way in is signed by Stripe, but has no `id`, `type` or `data.object`.',
})

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
