import { attachCard } from './cards.ts'
import { newId, type SimulatorContext } from './context.ts'
import { type Form, flag, metadata, text, whole } from './form.ts'
import type { Price } from './objects/catalogue.ts'
import { buildSession, type Session } from './objects/checkout.ts'
import { findCustomer, findObject, findPrice, updateObject } from './stored-objects.ts'
import { cardDeclinedError, invalidRequestError } from './stripe-error.ts'
import { subscribe } from './subscriptions.ts'

/** What a session sells. Stripe does not return it with the session. */
export interface Order {
  id: string
  object: 'order'
  price: Price
  trialDays: number
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  metadata: Record<string, string>
}

const DAY_SECONDS = 86_400
const orderId = (sessionId: string) => `${sessionId}:order`

export function openSession(context: SimulatorContext, form: Form): Session {
  if (text(form, 'mode') !== 'subscription')
    throw invalidRequestError('Only subscriptions can be bought here.', 'mode')
  if (flag(form, 'ui_mode') !== undefined)
    throw invalidRequestError('Only the hosted page is simulated.', 'ui_mode')
  const successUrl = text(form, 'success_url')
  if (!successUrl) throw invalidRequestError('Missing required param: success_url.', 'success_url')
  const customer = findCustomer(context, text(form, 'customer') ?? '')
  const price = findPrice(context, text(form, 'line_items', '0', 'price') ?? '')
  const trialDays = whole(form, 'subscription_data', 'trial_period_days') ?? 0
  const endBehavior = ['subscription_data', 'trial_settings', 'end_behavior', 'missing_payment_method']
  const id = newId('cs_test', 58)
  const now = context.now()

  context.store.put<Order>({
    id: orderId(id),
    object: 'order',
    price,
    trialDays,
    missingPaymentMethod: (text(form, ...endBehavior) ?? 'create_invoice') as Order['missingPaymentMethod'],
    metadata: metadata(form, {}, 'subscription_data', 'metadata'),
  })
  return context.store.put(
    buildSession(id, now, {
      amount: trialDays > 0 ? 0 : price.unit_amount,
      currency: price.currency,
      customer: customer.id,
      email: customer.email,
      clientReferenceId: text(form, 'client_reference_id') ?? null,
      successUrl,
      cancelUrl: text(form, 'cancel_url') ?? null,
      collection: text(form, 'payment_method_collection') === 'if_required' ? 'if_required' : 'always',
      metadata: metadata(form),
      url: `${context.pagesUrl}/checkout/${id}`,
      expiresAt: whole(form, 'expires_at') ?? now + DAY_SECONDS,
    }),
  )
}

export function readOrder({ store }: SimulatorContext, session: Session): Order {
  return store.get<Order>(orderId(session.id)) as Order
}

export function needsCard({ payment_method_collection, amount_total }: Session) {
  return payment_method_collection === 'always' || (amount_total ?? 0) > 0
}

/** Starts the subscription. Throws when the card is declined, and changes nothing then. */
export function completeSession(context: SimulatorContext, id: string, cardNumber: string): Session {
  const session = findObject<Session>(context, 'checkout.session', id)
  if (session.status !== 'open') throw invalidRequestError('This Checkout Session is no longer active.')
  if (!cardNumber && needsCard(session)) throw cardDeclinedError()
  const { price, ...terms } = readOrder(context, session)
  const card = cardNumber ? attachCard(context, findCustomer(context, session.customer), cardNumber) : null
  const subscription = subscribe(context, {
    ...terms,
    price,
    customer: session.customer,
    paymentMethod: card?.id ?? null,
  })
  const completed = updateObject<Session>(context, id, {
    status: 'complete',
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
  })
  context.emit('checkout.session.completed', completed)
  return completed
}

export function returnUrl(session: Session) {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
