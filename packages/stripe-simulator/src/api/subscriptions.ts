import { newId, type SimulatorContext } from '../context.ts'
import { endTrialNow } from '../due-events.ts'
import { type Form, flag, metadata, text, whole } from '../form.ts'
import { createProrationLines, formatPounds } from '../invoices.ts'
import { buildInvoice, type Invoice } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import {
  findCustomer,
  findObject,
  findPrice,
  findProductName,
  isLive,
  listSubscriptionsOf,
  updateObject,
} from '../stored-objects.ts'
import { invalidRequestError } from '../stripe-error.ts'
import { cancelAtPeriodEnd, cancelNow, changePrice, type Proration, subscribe } from '../subscriptions.ts'

export function createSubscription(context: SimulatorContext, form: Form): Subscription {
  const customer = findCustomer(context, text(form, 'customer') ?? '')
  const behavior = text(form, 'trial_settings', 'end_behavior', 'missing_payment_method') ?? 'create_invoice'
  const card = text(form, 'default_payment_method') ?? customer.invoice_settings.default_payment_method
  return subscribe(context, {
    customer: customer.id,
    price: findPrice(context, text(form, 'items', '0', 'price') ?? ''),
    trialDays: whole(form, 'trial_period_days') ?? 0,
    missingPaymentMethod: behavior as 'cancel' | 'create_invoice' | 'pause',
    paymentMethod: card,
    metadata: metadata(form),
  })
}

export function updateSubscription(context: SimulatorContext, id: string, form: Form): Subscription {
  const price = text(form, 'items', '0', 'price')
  const atEnd = flag(form, 'cancel_at_period_end')
  findObject<Subscription>(context, 'subscription', id)
  if (text(form, 'trial_end') === 'now') endTrialNow(context, id)
  if (price) changePrice(context, id, findPrice(context, price), prorationOf(form))
  if (atEnd !== undefined) cancelAtPeriodEnd(context, id, atEnd)
  const now = findObject<Subscription>(context, 'subscription', id)
  return updateObject<Subscription>(context, id, { metadata: metadata(form, now.metadata) })
}

export function cancelSubscription(context: SimulatorContext, id: string): Subscription {
  findObject<Subscription>(context, 'subscription', id)
  return cancelNow(context, id, 'cancellation_requested')
}

/** Without a status, lists those that have not ended, as Stripe does. */
export function listSubscriptions(context: SimulatorContext, form: Form): Subscription[] {
  const status = text(form, 'status')
  const customer = text(form, 'customer')
  const all = customer
    ? listSubscriptionsOf(context, findCustomer(context, customer).id)
    : context.store.list<Subscription>('subscription')
  if (status === 'all') return all
  if (status === 'ended') return all.filter((subscription) => !isLive(subscription))
  return all.filter((subscription) => (status ? subscription.status === status : isLive(subscription)))
}

export function previewInvoice(context: SimulatorContext, form: Form): Invoice {
  const subscription = findObject<Subscription>(
    context,
    'subscription',
    text(form, 'subscription') ?? '',
    'subscription',
  )
  if (!isLive(subscription))
    throw invalidRequestError('No upcoming invoices for a canceled subscription.', 'subscription')
  const [item] = subscription.items.data
  const to = findPrice(context, text(form, 'subscription_details', 'items', '0', 'price') ?? item.price.id)
  const names = { old: findProductName(context, item.price), new: findProductName(context, to) }
  const still = subscription.status === 'trialing' || to.id === item.price.id
  const lines = still ? [] : createProrationLines(subscription, to, names, context.now())
  const customer = findCustomer(context, subscription.customer)
  return {
    ...buildInvoice(newId('upcoming_in'), context.now(), {
      customer,
      subscription,
      reason: 'subscription_update',
      lines,
      pages: context.pagesUrl,
    }),
    status: 'draft',
    number: null,
    hosted_invoice_url: null,
    description: `${formatPounds(to.unit_amount)} a month from then on`,
  }
}

function prorationOf(form: Form): Proration {
  return (text(form, 'proration_behavior') ?? 'create_prorations') as Proration
}
