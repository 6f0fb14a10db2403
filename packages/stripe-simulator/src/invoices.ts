import { canPay } from './cards.ts'
import { newId, type SimulatorContext } from './context.ts'
import type { Price } from './objects/catalogue.ts'
import type { Customer } from './objects/customer.ts'
import {
  buildInvoice,
  buildInvoiceLine,
  type Invoice,
  type Line,
  subscriptionIdOf,
} from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import { findCustomer, updateObject } from './stored-objects.ts'

const DAY_SECONDS = 86_400
/** Delays before each retry of a failed payment. After the last one, the subscription ends. */
const RETRY_DELAYS_DAYS = [3, 5, 7]

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

export function createInvoice(
  context: SimulatorContext,
  subscription: Subscription,
  reason: Reason,
  lines: Line[],
) {
  const customer = findCustomer(context, subscription.customer)
  const invoice = buildInvoice(newId('in'), context.now(), {
    customer,
    subscription,
    reason,
    lines,
    pages: context.pagesUrl,
  })
  context.store.put<Customer>({
    ...customer,
    balance: invoice.ending_balance ?? 0,
    currency: invoice.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  })
  context.store.put(invoice)
  context.emit('invoice.created', invoice)
  context.emit('invoice.finalized', invoice)
  updateObject<Subscription>(context, subscription.id, { latest_invoice: invoice.id })
  return invoice.amount_due === 0 ? markAsPaid(context, invoice) : invoice
}

/** The status of the returned invoice says whether the payment succeeded. */
export function tryToPay(context: SimulatorContext, invoice: Invoice): Invoice {
  const subscription = context.store.get<Subscription>(subscriptionIdOf(invoice)) as Subscription
  const customer = findCustomer(context, invoice.customer)
  const card = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const attempts = invoice.attempt_count + 1
  if (canPay(context, card))
    return markAsPaid(context, { ...invoice, attempt_count: attempts, attempted: true })

  const wait = RETRY_DELAYS_DAYS[attempts - 1]
  const failed = context.store.put<Invoice>({
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: wait === undefined ? null : context.now() + wait * DAY_SECONDS,
  })
  context.store.put<Customer>({ ...customer, delinquent: true })
  context.emit('invoice.payment_failed', failed)
  return failed
}

function markAsPaid(context: SimulatorContext, invoice: Invoice): Invoice {
  const now = context.now()
  const paid = context.store.put<Invoice>({
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  updateObject<Customer>(context, invoice.customer, { delinquent: false })
  context.emit('invoice.paid', paid)
  context.emit('invoice.payment_succeeded', paid)
  return paid
}

export function createMonthLine(subscription: Subscription, price: Price, name: string): Line {
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]
  return buildInvoiceLine(newId('il'), {
    subscription,
    price,
    amount: price.unit_amount,
    description: `1 × ${name} (at ${formatPounds(price.unit_amount)} / month)`,
    period: { start, end },
    proration: false,
  })
}

/** Credits the rest of the period at the old price and charges it at the new one. */
export function createProrationLines(
  subscription: Subscription,
  to: Price,
  names: { old: string; new: string },
  now: number,
) {
  const { price: from, current_period_start: start, current_period_end: end } = subscription.items.data[0]
  const left = Math.max(0, (end - now) / (end - start))
  const line = (price: Price, amount: number, description: string) =>
    buildInvoiceLine(newId('il'), {
      subscription,
      price,
      amount,
      description,
      period: { start: now, end },
      proration: true,
    })
  return [
    line(from, -Math.round(from.unit_amount * left), `Unused time on ${names.old}`),
    line(to, Math.round(to.unit_amount * left), `Remaining time on ${names.new}`),
  ]
}

export function formatPounds(pence: number) {
  return `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(2)}`
}
