import { completeSession, openSession } from '../checkout.ts'
import { newId, type SimulatorContext } from '../context.ts'
import { deleteCustomer, findDeletedCustomer } from '../customers.ts'
import { advanceTo, expireSession } from '../due-events.ts'
import { type Form, metadata, text, whole } from '../form.ts'
import type { Session } from '../objects/checkout.ts'
import { buildCustomer, type Customer, type PaymentMethod } from '../objects/customer.ts'
import type { Event } from '../objects/event.ts'
import type { Invoice } from '../objects/invoice.ts'
import { buildTestClock } from '../objects/portal.ts'
import type { Schedule } from '../objects/schedule.ts'
import { openPortal, payInvoice } from '../portal.ts'
import { createSchedule, releaseSchedule, updateSchedule } from '../schedules.ts'
import { findCustomer, findObject } from '../stored-objects.ts'
import { invalidRequestError } from '../stripe-error.ts'
import { createPrice, createProduct, listPrices, updatePrice, updateProduct } from './catalogue.ts'
import { createConfiguration, updateConfiguration } from './configurations.ts'
import { paginate } from './lists.ts'
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  previewInvoice,
  updateSubscription,
} from './subscriptions.ts'

type Handler = (context: SimulatorContext, form: Form, id: string) => object

export const routes: Record<string, Handler> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers': list<Customer>('customer', ['email']),
  'GET /v1/customers/:id': (context, _form, id) =>
    findDeletedCustomer(context, id) ?? findCustomer(context, id),
  'POST /v1/customers/:id': updateCustomer,
  'DELETE /v1/customers/:id': (context, _form, id) => deleteCustomer(context, id),

  'POST /v1/products': createProduct,
  'GET /v1/products': list('product', []),
  'GET /v1/products/:id': get('product'),
  'POST /v1/products/:id': (context, form, id) => updateProduct(context, id, form),
  'POST /v1/prices': createPrice,
  'GET /v1/prices': (context, form) => paginate('/v1/prices', listPrices(context, form), form),
  'GET /v1/prices/:id': get('price'),
  'POST /v1/prices/:id': (context, form, id) => updatePrice(context, id, form),

  'POST /v1/checkout/sessions': openSession,
  'GET /v1/checkout/sessions': list<Session>('checkout.session', ['customer', 'subscription', 'status']),
  'GET /v1/checkout/sessions/:id': get('checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': (context, _form, id) => {
    const { status } = findObject<Session>(context, 'checkout.session', id)
    if (status !== 'open')
      throw invalidRequestError('Only Checkout Sessions with a status in ["open"] can be expired.')
    return expireSession(context, id)
  },

  'POST /v1/subscriptions': createSubscription,
  'GET /v1/subscriptions': (context, form) =>
    paginate('/v1/subscriptions', listSubscriptions(context, form), form),
  'GET /v1/subscriptions/:id': get('subscription'),
  'POST /v1/subscriptions/:id': (context, form, id) => updateSubscription(context, id, form),
  'DELETE /v1/subscriptions/:id': (context, _form, id) => cancelSubscription(context, id),

  'POST /v1/subscription_schedules': createSchedule,
  'GET /v1/subscription_schedules': list<Schedule>('subscription_schedule', ['customer']),
  'GET /v1/subscription_schedules/:id': get('subscription_schedule'),
  'POST /v1/subscription_schedules/:id': (context, form, id) => updateSchedule(context, id, form),
  'POST /v1/subscription_schedules/:id/release': (context, _form, id) => releaseSchedule(context, id),

  'GET /v1/invoices': list<Invoice>('invoice', ['customer', 'status']),
  'GET /v1/invoices/:id': get('invoice'),
  'POST /v1/invoices/create_preview': previewInvoice,
  'POST /v1/invoices/:id/pay': (context, _form, id) => {
    payInvoice(context, findObject<Invoice>(context, 'invoice', id).customer, id)
    return findObject(context, 'invoice', id)
  },
  'GET /v1/payment_methods': list<PaymentMethod>('payment_method', ['customer']),

  'POST /v1/billing_portal/sessions': openPortal,
  'POST /v1/billing_portal/configurations': createConfiguration,
  'GET /v1/billing_portal/configurations': list('billing_portal.configuration', []),
  'GET /v1/billing_portal/configurations/:id': get('billing_portal.configuration'),
  'POST /v1/billing_portal/configurations/:id': (context, form, id) => updateConfiguration(context, id, form),

  'GET /v1/events': list<Event>('event', ['type']),
  'GET /v1/events/:id': get('event'),

  // One clock for all customers.
  'GET /v1/test_helpers/test_clocks': (context, form) =>
    paginate('/v1/test_helpers/test_clocks', [buildTestClock(context.now())], form),
  'GET /v1/test_helpers/test_clocks/:id': (context) => buildTestClock(context.now()),
  'POST /v1/test_helpers/test_clocks': (context) => buildTestClock(context.now()),
  'POST /v1/test_helpers/test_clocks/:id/advance': (context, form) => {
    const until = whole(form, 'frozen_time') ?? 0
    if (until <= context.now())
      throw invalidRequestError('The time must lie ahead of the clock.', 'frozen_time')
    advanceTo(context, until)
    return buildTestClock(context.now())
  },

  // Not in Stripe's API: completes a checkout in tests without a browser.
  'POST /v1/test_helpers/checkout/sessions/:id/complete': (context, form, id) =>
    completeSession(context, id, text(form, 'card') ?? ''),
}

function get(kind: string): Handler {
  return (context, _form, id) => findObject(context, kind, id)
}

function list<T extends { id: string; object: string }>(
  kind: T['object'],
  filters: (keyof T & string)[],
): Handler {
  return (context, form) => {
    const wanted = filters.flatMap((name) => {
      const value = text(form, name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const things = context.store
      .list<T>(kind)
      .filter((thing) => wanted.every(([name, value]) => thing[name] === value))
    return paginate(`/v1/${kind}s`, things, form)
  }
}

function createCustomer(context: SimulatorContext, form: Form) {
  const customer = buildCustomer(newId('cus', 14), context.now(), {
    email: text(form, 'email') ?? null,
    name: text(form, 'name') ?? null,
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
  })
  context.emit('customer.created', context.store.put(customer))
  return customer
}

function updateCustomer(context: SimulatorContext, form: Form, id: string) {
  const before = findCustomer(context, id)
  const card = text(form, 'invoice_settings', 'default_payment_method')
  const after = context.store.put<Customer>({
    ...before,
    email: text(form, 'email') ?? before.email,
    name: text(form, 'name') ?? before.name,
    metadata: metadata(form, before.metadata),
    ...(card && { invoice_settings: { ...before.invoice_settings, default_payment_method: card } }),
  })
  context.emit('customer.updated', after)
  return after
}
