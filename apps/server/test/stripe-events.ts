import { randomBytes } from 'node:crypto'
import { signatureOf } from '@portico/stripe-simulator'
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { AppContext } from '../src/platform/context.ts'
import type { TestUser } from './given.ts'

/** Stripe's events of an account, oldest first. */
export async function listEvents(ctx: AppContext, person: TestUser): Promise<Stripe.Event[]> {
  const stripe = await ctx.payments.stripe()
  const customer = await findCustomerId(ctx, person)
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ limit: 100 })) {
    const { object } = event.data as { object: { id: string; customer?: unknown } }
    if (object.customer === customer || object.id === customer) events.push(event)
    // The list is newest first, so no event of this customer is older.
    if (event.type === 'customer.created' && object.id === customer) break
  }
  return events.reverse()
}

export async function findCustomerId(ctx: AppContext, { id }: Pick<TestUser, 'id'>) {
  const row = await ctx.db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('workspace_id', '=', id)
    .executeTakeFirst()
  return row?.customer_id ?? ''
}

/** Posts an event, signed as Stripe does unless the options differ; returns the status. */
export async function deliverWebhook(
  app: FastifyInstance,
  event: object | string,
  { secret = app.ctx.payments.webhookSecret, age = 0, signature = '' } = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
  const signed = signature || signatureOf(payload, secret, Math.floor(Date.now() / 1_000) - age)
  const reply = await app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed },
    payload,
  })
  return reply.statusCode
}

/** An event of a customer that names an unknown subscription. */
export function createEvent(customer: string, type = 'customer.subscription.updated') {
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    data: { object: { id: 'sub_unknown', object: 'subscription', customer } },
  }
}
