import { paysNow } from './cards.ts'
import type { Price } from './objects/catalogue.ts'
import type { Customer } from './objects/customer.ts'
import { type Invoice, invoiceOf, type Line, lineOf, subscriptionIdOf } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import { change, customerOfId } from './stored.ts'
import { newId, type World } from './world.ts'

const DAY = 86_400
/** When a payment that failed is tried again: after so many days each; then Stripe gives up. */
const RETRIES = [3, 5, 7]

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

export function makeInvoice(world: World, subscription: Subscription, reason: Reason, lines: Line[]) {
  const customer = customerOfId(world, subscription.customer)
  const invoice = invoiceOf(newId('in'), world.now(), {
    customer,
    subscription,
    reason,
    lines,
    pages: world.pages,
  })
  world.store.put<Customer>({
    ...customer,
    balance: invoice.ending_balance ?? 0,
    currency: invoice.currency,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  })
  world.store.put(invoice)
  world.emit('invoice.created', invoice)
  world.emit('invoice.finalized', invoice)
  change<Subscription>(world, subscription.id, { latest_invoice: invoice.id })
  return invoice.amount_due === 0 ? settle(world, invoice) : invoice
}

/** One attempt; whether it went through stands in the answer's status. */
export function tryToPay(world: World, invoice: Invoice): Invoice {
  const subscription = world.store.get<Subscription>(subscriptionIdOf(invoice)) as Subscription
  const customer = customerOfId(world, invoice.customer)
  const card = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const attempts = invoice.attempt_count + 1
  if (paysNow(world, card)) return settle(world, { ...invoice, attempt_count: attempts, attempted: true })

  const wait = RETRIES[attempts - 1]
  const failed = world.store.put<Invoice>({
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: wait === undefined ? null : world.now() + wait * DAY,
  })
  world.store.put<Customer>({ ...customer, delinquent: true })
  world.emit('invoice.payment_failed', failed)
  return failed
}

function settle(world: World, invoice: Invoice): Invoice {
  const now = world.now()
  const paid = world.store.put<Invoice>({
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  change<Customer>(world, invoice.customer, { delinquent: false })
  world.emit('invoice.paid', paid)
  world.emit('invoice.payment_succeeded', paid)
  return paid
}

/** What a month of this price costs. */
export function monthLine(subscription: Subscription, price: Price, name: string): Line {
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]
  return lineOf(newId('il'), {
    subscription,
    price,
    amount: price.unit_amount,
    description: `1 × ${name} (at ${pounds(price.unit_amount)} / month)`,
    period: { start, end },
    proration: false,
  })
}

/** The days that are left: what was paid for them comes back, and the new price is taken. */
export function prorationLines(
  subscription: Subscription,
  to: Price,
  names: { old: string; new: string },
  now: number,
) {
  const { price: from, current_period_start: start, current_period_end: end } = subscription.items.data[0]
  const left = Math.max(0, (end - now) / (end - start))
  const line = (price: Price, amount: number, description: string) =>
    lineOf(newId('il'), {
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

export function pounds(pence: number) {
  return `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(2)}`
}
