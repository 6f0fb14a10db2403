import { endTrialNow } from '../cycle.ts'
import { refuse } from '../fault.ts'
import { type Form, flag, metadata, text, whole } from '../form.ts'
import { pounds, prorationLines } from '../invoices.ts'
import { type Invoice, invoiceOf } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import { change, customerOfId, find, isLive, nameOf, priceOfId, subscriptionsOf } from '../stored.ts'
import { cancelAtPeriodEnd, cancelNow, changePrice, type Proration, subscribe } from '../subscriptions.ts'
import { newId, type World } from '../world.ts'

export function createSubscription(world: World, form: Form): Subscription {
  const customer = customerOfId(world, text(form, 'customer') ?? '')
  const behavior = text(form, 'trial_settings', 'end_behavior', 'missing_payment_method') ?? 'create_invoice'
  const card = text(form, 'default_payment_method') ?? customer.invoice_settings.default_payment_method
  return subscribe(world, {
    customer: customer.id,
    price: priceOfId(world, text(form, 'items', '0', 'price') ?? ''),
    trialDays: whole(form, 'trial_period_days') ?? 0,
    missingPaymentMethod: behavior as 'cancel' | 'create_invoice' | 'pause',
    paymentMethod: card,
    metadata: metadata(form),
  })
}

export function updateSubscription(world: World, id: string, form: Form): Subscription {
  const price = text(form, 'items', '0', 'price')
  const atEnd = flag(form, 'cancel_at_period_end')
  find<Subscription>(world, 'subscription', id)
  if (text(form, 'trial_end') === 'now') endTrialNow(world, id)
  if (price) changePrice(world, id, priceOfId(world, price), prorationOf(form))
  if (atEnd !== undefined) cancelAtPeriodEnd(world, id, atEnd)
  const now = find<Subscription>(world, 'subscription', id)
  return change<Subscription>(world, id, { metadata: metadata(form, now.metadata) })
}

export function cancelSubscription(world: World, id: string): Subscription {
  find<Subscription>(world, 'subscription', id)
  return cancelNow(world, id, 'cancellation_requested')
}

/** Without a status those that have not ended, as Stripe lists them. */
export function listSubscriptions(world: World, form: Form): Subscription[] {
  const status = text(form, 'status')
  const customer = text(form, 'customer')
  const all = customer
    ? subscriptionsOf(world, customerOfId(world, customer).id)
    : world.store.list<Subscription>('subscription')
  if (status === 'all') return all
  if (status === 'ended') return all.filter((subscription) => !isLive(subscription))
  return all.filter((subscription) => (status ? subscription.status === status : isLive(subscription)))
}

/** What a change of price would cost today; nothing is kept. */
export function previewInvoice(world: World, form: Form): Invoice {
  const subscription = find<Subscription>(
    world,
    'subscription',
    text(form, 'subscription') ?? '',
    'subscription',
  )
  if (!isLive(subscription)) throw refuse('No upcoming invoices for a canceled subscription.', 'subscription')
  const [item] = subscription.items.data
  const to = priceOfId(world, text(form, 'subscription_details', 'items', '0', 'price') ?? item.price.id)
  const names = { old: nameOf(world, item.price), new: nameOf(world, to) }
  const still = subscription.status === 'trialing' || to.id === item.price.id
  const lines = still ? [] : prorationLines(subscription, to, names, world.now())
  const customer = customerOfId(world, subscription.customer)
  return {
    ...invoiceOf(newId('upcoming_in'), world.now(), {
      customer,
      subscription,
      reason: 'subscription_update',
      lines,
      pages: world.pages,
    }),
    status: 'draft',
    number: null,
    hosted_invoice_url: null,
    description: `${pounds(to.unit_amount)} a month from then on`,
  }
}

function prorationOf(form: Form): Proration {
  return (text(form, 'proration_behavior') ?? 'create_prorations') as Proration
}
