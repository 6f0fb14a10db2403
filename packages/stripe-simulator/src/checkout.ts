import { attachCard } from './cards.ts'
import { declined, refuse } from './fault.ts'
import { type Form, flag, metadata, text, whole } from './form.ts'
import type { Price } from './objects/catalogue.ts'
import { type Session, sessionOf } from './objects/checkout.ts'
import { change, customerOfId, find, priceOfId } from './stored.ts'
import { subscribe } from './subscriptions.ts'
import { newId, type World } from './world.ts'

/** What a session sells; Stripe does not show it in the session itself. */
export interface Order {
  id: string
  object: 'order'
  price: Price
  trialDays: number
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  metadata: Record<string, string>
}

const DAY = 86_400
const orderId = (sessionId: string) => `${sessionId}:order`

export function openSession(world: World, form: Form): Session {
  if (text(form, 'mode') !== 'subscription') throw refuse('Only subscriptions can be bought here.', 'mode')
  if (flag(form, 'ui_mode') !== undefined) throw refuse('Only the hosted page is simulated.', 'ui_mode')
  const successUrl = text(form, 'success_url')
  if (!successUrl) throw refuse('Missing required param: success_url.', 'success_url')
  const customer = customerOfId(world, text(form, 'customer') ?? '')
  const price = priceOfId(world, text(form, 'line_items', '0', 'price') ?? '')
  const trialDays = whole(form, 'subscription_data', 'trial_period_days') ?? 0
  const endBehavior = ['subscription_data', 'trial_settings', 'end_behavior', 'missing_payment_method']
  const id = newId('cs_test', 58)
  const now = world.now()

  world.store.put<Order>({
    id: orderId(id),
    object: 'order',
    price,
    trialDays,
    missingPaymentMethod: (text(form, ...endBehavior) ?? 'create_invoice') as Order['missingPaymentMethod'],
    metadata: metadata(form, {}, 'subscription_data', 'metadata'),
  })
  return world.store.put(
    sessionOf(id, now, {
      amount: trialDays > 0 ? 0 : price.unit_amount,
      currency: price.currency,
      customer: customer.id,
      email: customer.email,
      clientReferenceId: text(form, 'client_reference_id') ?? null,
      successUrl,
      cancelUrl: text(form, 'cancel_url') ?? null,
      collection: text(form, 'payment_method_collection') === 'if_required' ? 'if_required' : 'always',
      metadata: metadata(form),
      url: `${world.pages}/checkout/${id}`,
      expiresAt: whole(form, 'expires_at') ?? now + DAY,
    }),
  )
}

export function orderOf({ store }: World, session: Session): Order {
  return store.get<Order>(orderId(session.id)) as Order
}

export function needsCard({ payment_method_collection, amount_total }: Session) {
  return payment_method_collection === 'always' || (amount_total ?? 0) > 0
}

/** The person has said yes. Everything happens, or the card is declined and nothing does. */
export function completeSession(world: World, id: string, cardNumber: string): Session {
  const session = find<Session>(world, 'checkout.session', id)
  if (session.status !== 'open') throw refuse('This Checkout Session is no longer active.')
  if (!cardNumber && needsCard(session)) throw declined()
  const { price, ...terms } = orderOf(world, session)
  const card = cardNumber ? attachCard(world, customerOfId(world, session.customer), cardNumber) : null
  const subscription = subscribe(world, {
    ...terms,
    price,
    customer: session.customer,
    paymentMethod: card?.id ?? null,
  })
  const completed = change<Session>(world, id, {
    status: 'complete',
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
  })
  world.emit('checkout.session.completed', completed)
  return completed
}

export function returnUrl(session: Session) {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
