import type Stripe from 'stripe'
import { attachCard } from './cards.ts'
import { declined, refuse } from './fault.ts'
import { type Form, text } from './form.ts'
import { tryToPay } from './invoices.ts'
import type { Customer } from './objects/customer.ts'
import { type Invoice, subscriptionIdOf } from './objects/invoice.ts'
import { type Configuration, type PortalSession, portalSessionOf } from './objects/portal.ts'
import type { Subscription } from './objects/subscription.ts'
import { change, customerOfId, find, isLive, priceOfId, subscriptionsOf } from './stored.ts'
import { changePrice, update } from './subscriptions.ts'
import { newId, type World } from './world.ts'

export function openPortal(world: World, form: Form): PortalSession {
  const customer = customerOfId(world, text(form, 'customer') ?? '')
  const configuration = configurationFor(world, text(form, 'configuration'))
  const id = newId('bps')
  return world.store.put(
    portalSessionOf(id, world.now(), {
      configuration: configuration.id,
      customer: customer.id,
      flow: flowOf(world, form, configuration, customer),
      return_url: text(form, 'return_url') ?? configuration.default_return_url,
      url: `${world.pages}/portal/${id}`,
    }),
  )
}

function configurationFor(world: World, id: string | undefined) {
  if (id) return find<Configuration>(world, 'billing_portal.configuration', id, 'configuration')
  const [latest] = world.store.list<Configuration>('billing_portal.configuration')
  if (latest) return latest
  throw refuse(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
  )
}

function flowOf(world: World, form: Form, { features }: Configuration, customer: Customer): Flow | null {
  const type = text(form, 'flow_data', 'type')
  if (!type) return null
  if (type !== 'subscription_update_confirm')
    throw refuse(`The flow ${type} is not simulated.`, 'flow_data[type]')
  const at = ['flow_data', 'subscription_update_confirm'] as const
  const subscription = find<Subscription>(world, 'subscription', text(form, ...at, 'subscription') ?? '')
  const price = priceOfId(world, text(form, ...at, 'items', '0', 'price') ?? '')
  const offered = features.subscription_update.products?.some(({ prices }) => prices.includes(price.id))
  if (subscription.customer !== customer.id || !isLive(subscription))
    throw refuse('This subscription cannot be updated because it is not one of an active customer’s.')
  if (!features.subscription_update.enabled || !offered)
    throw refuse(
      'This subscription cannot be updated because the subscription update feature is disabled for it.',
    )
  if (subscription.schedule)
    throw refuse('This subscription cannot be updated because it is managed by a subscription schedule.')
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

/** The change of plan that this session is for; null when it is for everything else. */
export function changeAskedFor(world: World, { flow }: PortalSession) {
  const asked = flow?.subscription_update_confirm
  const [item] = asked?.items ?? []
  if (!asked || !item?.price) return null
  return {
    subscription: find<Subscription>(world, 'subscription', asked.subscription),
    price: priceOfId(world, item.price),
  }
}

/** True once the plan is what was asked for. */
export function confirmChange(world: World, session: PortalSession) {
  const asked = changeAskedFor(world, session)
  if (!asked || !isLive(asked.subscription) || asked.subscription.schedule)
    throw refuse('This link is no longer active.')
  const { features } = configurationFor(world, session.configuration)
  const proration = features.subscription_update.proration_behavior as
    | 'always_invoice'
    | 'create_prorations'
    | 'none'
  return changePrice(world, asked.subscription.id, asked.price, proration)
}

/** Another card for everything that is to come. */
export function replaceCard(world: World, { customer }: PortalSession, number: string) {
  const known = customerOfId(world, customer)
  const card = attachCard(world, known, number)
  const settings = { ...known.invoice_settings, default_payment_method: card.id }
  world.emit('customer.updated', change<Customer>(world, customer, { invoice_settings: settings }))
  for (const { id } of subscriptionsOf(world, customer).filter(isLive))
    update(world, id, { default_payment_method: card.id })
}

/** Pays what is open, now; a card that does not pay leaves everything as it was. */
export function payInvoice(world: World, customer: string, invoiceId: string) {
  const invoice = find<Invoice>(world, 'invoice', invoiceId)
  if (invoice.customer !== customer || invoice.status !== 'open') throw refuse('This invoice cannot be paid.')
  if (tryToPay(world, invoice).status !== 'paid') throw declined()
  const subscription = find<Subscription>(world, 'subscription', subscriptionIdOf(invoice))
  if (subscription.status === 'past_due') update(world, subscription.id, { status: 'active' })
}
