import type Stripe from 'stripe'
import { attachCard } from './cards.ts'
import { newId, type SimulatorContext } from './context.ts'
import { type Form, text } from './form.ts'
import { tryToPay } from './invoices.ts'
import type { Customer } from './objects/customer.ts'
import { type Invoice, subscriptionIdOf } from './objects/invoice.ts'
import { buildPortalSession, type Configuration, type PortalSession } from './objects/portal.ts'
import type { Subscription } from './objects/subscription.ts'
import {
  findCustomer,
  findObject,
  findPrice,
  isLive,
  listSubscriptionsOf,
  updateObject,
} from './stored-objects.ts'
import { cardDeclinedError, invalidRequestError } from './stripe-error.ts'
import { changePrice, updateSubscriptionObject } from './subscriptions.ts'

export function openPortal(context: SimulatorContext, form: Form): PortalSession {
  const customer = findCustomer(context, text(form, 'customer') ?? '')
  const configuration = findConfiguration(context, text(form, 'configuration'))
  const id = newId('bps')
  return context.store.put(
    buildPortalSession(id, context.now(), {
      configuration: configuration.id,
      customer: customer.id,
      flow: parseFlow(context, form, configuration, customer),
      return_url: text(form, 'return_url') ?? configuration.default_return_url,
      url: `${context.pagesUrl}/portal/${id}`,
    }),
  )
}

function findConfiguration(context: SimulatorContext, id: string | undefined) {
  if (id) return findObject<Configuration>(context, 'billing_portal.configuration', id, 'configuration')
  const [latest] = context.store.list<Configuration>('billing_portal.configuration')
  if (latest) return latest
  throw invalidRequestError(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
  )
}

function parseFlow(
  context: SimulatorContext,
  form: Form,
  { features }: Configuration,
  customer: Customer,
): Flow | null {
  const type = text(form, 'flow_data', 'type')
  if (!type) return null
  if (type !== 'subscription_update_confirm')
    throw invalidRequestError(`The flow ${type} is not simulated.`, 'flow_data[type]')
  const at = ['flow_data', 'subscription_update_confirm'] as const
  const subscription = findObject<Subscription>(
    context,
    'subscription',
    text(form, ...at, 'subscription') ?? '',
  )
  const price = findPrice(context, text(form, ...at, 'items', '0', 'price') ?? '')
  const offered = features.subscription_update.products?.some(({ prices }) => prices.includes(price.id))
  if (subscription.customer !== customer.id || !isLive(subscription))
    throw invalidRequestError(
      'This subscription cannot be updated because it is not one of an active customer’s.',
    )
  if (!features.subscription_update.enabled || !offered)
    throw invalidRequestError(
      'This subscription cannot be updated because the subscription update feature is disabled for it.',
    )
  if (subscription.schedule)
    throw invalidRequestError(
      'This subscription cannot be updated because it is managed by a subscription schedule.',
    )
  const item = { id: text(form, ...at, 'items', '0', 'id') ?? null, price: price.id, quantity: 1 }
  const returnUrl = text(form, 'flow_data', 'after_completion', 'redirect', 'return_url')
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: returnUrl ? { return_url: returnUrl } : null,
      type: returnUrl ? 'redirect' : 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: { discounts: null, items: [item], subscription: subscription.id },
    type,
  }
}

type Flow = Stripe.BillingPortal.Session.Flow

/** The change of plan to confirm; null for a general portal session. */
export function findRequestedChange(context: SimulatorContext, { flow }: PortalSession) {
  const change = flow?.subscription_update_confirm
  const [item] = change?.items ?? []
  if (!change || !item?.price) return null
  return {
    subscription: findObject<Subscription>(context, 'subscription', change.subscription),
    price: findPrice(context, item.price),
  }
}

export function confirmChange(context: SimulatorContext, session: PortalSession) {
  const requestedChange = findRequestedChange(context, session)
  if (!requestedChange || !isLive(requestedChange.subscription) || requestedChange.subscription.schedule)
    throw invalidRequestError('This link is no longer active.')
  const { features } = findConfiguration(context, session.configuration)
  const proration = features.subscription_update.proration_behavior as
    | 'always_invoice'
    | 'create_prorations'
    | 'none'
  return changePrice(context, requestedChange.subscription.id, requestedChange.price, proration)
}

export function replaceCard(context: SimulatorContext, { customer }: PortalSession, number: string) {
  const known = findCustomer(context, customer)
  const card = attachCard(context, known, number)
  const settings = { ...known.invoice_settings, default_payment_method: card.id }
  context.emit('customer.updated', updateObject<Customer>(context, customer, { invoice_settings: settings }))
  for (const { id } of listSubscriptionsOf(context, customer).filter(isLive))
    updateSubscriptionObject(context, id, { default_payment_method: card.id })
}

/** Throws when the card is declined, and changes nothing then. */
export function payInvoice(context: SimulatorContext, customer: string, invoiceId: string) {
  const invoice = findObject<Invoice>(context, 'invoice', invoiceId)
  if (invoice.customer !== customer || invoice.status !== 'open')
    throw invalidRequestError('This invoice cannot be paid.')
  if (tryToPay(context, invoice).status !== 'paid') throw cardDeclinedError()
  const subscription = findObject<Subscription>(context, 'subscription', subscriptionIdOf(invoice))
  if (subscription.status === 'past_due')
    updateSubscriptionObject(context, subscription.id, { status: 'active' })
}
