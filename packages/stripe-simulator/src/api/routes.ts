import { completeSession, openSession } from '../checkout.ts'
import { deleteCustomer, deletedCustomer } from '../customers.ts'
import { expireSession, liveUntil } from '../cycle.ts'
import { refuse } from '../fault.ts'
import { type Form, metadata, text, whole } from '../form.ts'
import type { Session } from '../objects/checkout.ts'
import { type Customer, customerOf, type PaymentMethod } from '../objects/customer.ts'
import type { Event } from '../objects/event.ts'
import type { Invoice } from '../objects/invoice.ts'
import { testClockOf } from '../objects/portal.ts'
import type { Schedule } from '../objects/schedule.ts'
import { openPortal, payInvoice } from '../portal.ts'
import { createSchedule, releaseSchedule, updateSchedule } from '../schedules.ts'
import { customerOfId, find } from '../stored.ts'
import { newId, type World } from '../world.ts'
import { createPrice, createProduct, listPrices, updatePrice, updateProduct } from './catalogue.ts'
import { createConfiguration, updateConfiguration } from './configurations.ts'
import { pageOf } from './lists.ts'
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  previewInvoice,
  updateSubscription,
} from './subscriptions.ts'

type Handler = (world: World, form: Form, id: string) => object

/** What can be asked, as Stripe writes it. A `:id` is handed over; what is not here is not simulated. */
export const routes: Record<string, Handler> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers': list<Customer>('customer', ['email']),
  'GET /v1/customers/:id': (world, _form, id) => deletedCustomer(world, id) ?? customerOfId(world, id),
  'POST /v1/customers/:id': updateCustomer,
  'DELETE /v1/customers/:id': (world, _form, id) => deleteCustomer(world, id),

  'POST /v1/products': createProduct,
  'GET /v1/products': list('product', []),
  'GET /v1/products/:id': get('product'),
  'POST /v1/products/:id': (world, form, id) => updateProduct(world, id, form),
  'POST /v1/prices': createPrice,
  'GET /v1/prices': (world, form) => pageOf('/v1/prices', listPrices(world, form), form),
  'GET /v1/prices/:id': get('price'),
  'POST /v1/prices/:id': (world, form, id) => updatePrice(world, id, form),

  'POST /v1/checkout/sessions': openSession,
  'GET /v1/checkout/sessions': list<Session>('checkout.session', ['customer', 'subscription', 'status']),
  'GET /v1/checkout/sessions/:id': get('checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': (world, _form, id) => {
    const { status } = find<Session>(world, 'checkout.session', id)
    if (status !== 'open') throw refuse('Only Checkout Sessions with a status in ["open"] can be expired.')
    return expireSession(world, id)
  },

  'POST /v1/subscriptions': createSubscription,
  'GET /v1/subscriptions': (world, form) => pageOf('/v1/subscriptions', listSubscriptions(world, form), form),
  'GET /v1/subscriptions/:id': get('subscription'),
  'POST /v1/subscriptions/:id': (world, form, id) => updateSubscription(world, id, form),
  'DELETE /v1/subscriptions/:id': (world, _form, id) => cancelSubscription(world, id),

  'POST /v1/subscription_schedules': createSchedule,
  'GET /v1/subscription_schedules': list<Schedule>('subscription_schedule', ['customer']),
  'GET /v1/subscription_schedules/:id': get('subscription_schedule'),
  'POST /v1/subscription_schedules/:id': (world, form, id) => updateSchedule(world, id, form),
  'POST /v1/subscription_schedules/:id/release': (world, _form, id) => releaseSchedule(world, id),

  'GET /v1/invoices': list<Invoice>('invoice', ['customer', 'status']),
  'GET /v1/invoices/:id': get('invoice'),
  'POST /v1/invoices/create_preview': previewInvoice,
  'POST /v1/invoices/:id/pay': (world, _form, id) => {
    payInvoice(world, find<Invoice>(world, 'invoice', id).customer, id)
    return find(world, 'invoice', id)
  },
  'GET /v1/payment_methods': list<PaymentMethod>('payment_method', ['customer']),

  'POST /v1/billing_portal/sessions': openPortal,
  'POST /v1/billing_portal/configurations': createConfiguration,
  'GET /v1/billing_portal/configurations': list('billing_portal.configuration', []),
  'GET /v1/billing_portal/configurations/:id': get('billing_portal.configuration'),
  'POST /v1/billing_portal/configurations/:id': (world, form, id) => updateConfiguration(world, id, form),

  'GET /v1/events': list<Event>('event', ['type']),
  'GET /v1/events/:id': get('event'),

  // One clock for everybody: customers need not be put on it.
  'GET /v1/test_helpers/test_clocks': (world, form) =>
    pageOf('/v1/test_helpers/test_clocks', [testClockOf(world.now())], form),
  'GET /v1/test_helpers/test_clocks/:id': (world) => testClockOf(world.now()),
  'POST /v1/test_helpers/test_clocks': (world) => testClockOf(world.now()),
  'POST /v1/test_helpers/test_clocks/:id/advance': (world, form) => {
    const until = whole(form, 'frozen_time') ?? 0
    if (until <= world.now()) throw refuse('The time must lie ahead of the clock.', 'frozen_time')
    liveUntil(world, until)
    return testClockOf(world.now())
  },

  // Stripe has no such call: it is what a person does on its page, for tests without a browser.
  'POST /v1/test_helpers/checkout/sessions/:id/complete': (world, form, id) =>
    completeSession(world, id, text(form, 'card') ?? ''),
}

function get(kind: string): Handler {
  return (world, _form, id) => find(world, kind, id)
}

function list<T extends { id: string; object: string }>(
  kind: T['object'],
  filters: (keyof T & string)[],
): Handler {
  return (world, form) => {
    const wanted = filters.flatMap((name) => {
      const value = text(form, name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const things = world.store
      .list<T>(kind)
      .filter((thing) => wanted.every(([name, value]) => thing[name] === value))
    return pageOf(`/v1/${kind}s`, things, form)
  }
}

function createCustomer(world: World, form: Form) {
  const customer = customerOf(newId('cus', 14), world.now(), {
    email: text(form, 'email') ?? null,
    name: text(form, 'name') ?? null,
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
  })
  world.emit('customer.created', world.store.put(customer))
  return customer
}

function updateCustomer(world: World, form: Form, id: string) {
  const before = customerOfId(world, id)
  const card = text(form, 'invoice_settings', 'default_payment_method')
  const after = world.store.put<Customer>({
    ...before,
    email: text(form, 'email') ?? before.email,
    name: text(form, 'name') ?? before.name,
    metadata: metadata(form, before.metadata),
    ...(card && { invoice_settings: { ...before.invoice_settings, default_payment_method: card } }),
  })
  world.emit('customer.updated', after)
  return after
}
