import { addMonth } from './add-month.ts'
import { freezeClock, resumeClock, type SimulatorContext } from './context.ts'
import { createInvoice, createMonthLine, tryToPay } from './invoices.ts'
import type { Session } from './objects/checkout.ts'
import { type Invoice, subscriptionIdOf } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import { enterPhase } from './schedules.ts'
import { findCustomer, findObject, findProductName, isLive, updateObject } from './stored-objects.ts'
import { cancelNow, updateSubscriptionObject } from './subscriptions.ts'

const DAY_SECONDS = 86_400

interface DueEvent {
  at: number
  happen(): void
}

/** Runs every event that is due until then, in order and each at its own time, and moves the clock there. */
export function advanceTo(context: SimulatorContext, until: number) {
  for (let steps = 0; steps < 10_000; steps++) {
    const next = findNextDueEvent(context)
    if (!next || next.at > until) break
    context.store.atomically(() => {
      freezeClock(context, next.at)
      next.happen()
    })
  }
  resumeClock(context, until)
}

export function runDueEvents(context: SimulatorContext) {
  const next = findNextDueEvent(context)
  if (next && next.at <= context.now()) advanceTo(context, context.now())
}

export function findNextDueEvent(context: SimulatorContext): DueEvent | undefined {
  return [...dueSubscriptionEvents(context), ...dueInvoiceEvents(context), ...dueSessionEvents(context)].sort(
    (a, b) => a.at - b.at,
  )[0]
}

function dueSubscriptionEvents(context: SimulatorContext): DueEvent[] {
  return context.store
    .list<Subscription>('subscription')
    .filter(isLive)
    .flatMap((subscription) => {
      const { id, status, trial_end, cancel_at_period_end } = subscription
      const end = subscription.items.data[0].current_period_end
      const dues: DueEvent[] = []
      if (cancel_at_period_end)
        dues.push({ at: end, happen: () => void cancelNow(context, id, 'cancellation_requested') })
      else if (status === 'trialing') dues.push({ at: end, happen: () => endTrial(context, subscription) })
      else if (status === 'active') dues.push({ at: end, happen: () => renew(context, subscription) })
      if (status === 'trialing' && trial_end && !context.store.get(noticeId(id))) {
        dues.push({ at: trial_end - 3 * DAY_SECONDS, happen: () => emitTrialWillEnd(context, subscription) })
      }
      return dues
    })
}

const noticeId = (id: string) => `${id}:trial_will_end`

function emitTrialWillEnd(context: SimulatorContext, subscription: Subscription) {
  context.store.put({ id: noticeId(subscription.id), object: 'notice' })
  context.emit('customer.subscription.trial_will_end', subscription)
}

function endTrial(context: SimulatorContext, subscription: Subscription) {
  const customer = findCustomer(context, subscription.customer)
  const hasCard = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const withoutCard = subscription.trial_settings?.end_behavior.missing_payment_method
  if (!hasCard && withoutCard === 'cancel')
    return void cancelNow(context, subscription.id, 'cancellation_requested')
  if (!hasCard && withoutCard === 'pause')
    return void updateSubscriptionObject(context, subscription.id, { status: 'paused' })
  renew(context, subscription)
}

export function endTrialNow(context: SimulatorContext, id: string) {
  const subscription = findObject<Subscription>(context, 'subscription', id)
  if (subscription.status !== 'trialing') return
  const now = context.now()
  const items = { ...subscription.items }
  items.data = [{ ...items.data[0], current_period_end: now }]
  renew(
    context,
    updateObject<Subscription>(context, id, { items, trial_end: now, billing_cycle_anchor: now }),
  )
}

function renew(context: SimulatorContext, subscription: Subscription) {
  const { id, items, billing_cycle_anchor } = enterPhase(context, subscription)
  const [item] = items.data
  const start = item.current_period_end
  const period = { current_period_start: start, current_period_end: addMonth(start, billing_cycle_anchor) }
  const renewed = updateObject<Subscription>(context, id, {
    items: { ...items, data: [{ ...item, ...period }] },
  })
  const line = createMonthLine(renewed, item.price, findProductName(context, item.price))
  const invoice = createInvoice(context, renewed, 'subscription_cycle', [line])
  const paid = invoice.status === 'paid' || tryToPay(context, invoice).status === 'paid'
  updateSubscriptionObject(context, id, { status: paid ? 'active' : 'past_due' })
}

function dueInvoiceEvents(context: SimulatorContext): DueEvent[] {
  return context.store
    .list<Invoice>('invoice')
    .filter(({ status }) => status === 'open')
    .flatMap((invoice) =>
      invoice.next_payment_attempt === null
        ? []
        : [{ at: invoice.next_payment_attempt, happen: () => void retryPayment(context, invoice) }],
    )
}

/** After the last failed attempt the subscription ends. */
export function retryPayment(context: SimulatorContext, invoice: Invoice): Invoice {
  const subscription = context.store.get<Subscription>(subscriptionIdOf(invoice))
  if (!subscription || !isLive(subscription))
    return updateObject<Invoice>(context, invoice.id, { next_payment_attempt: null })
  const tried = tryToPay(context, invoice)
  if (tried.status === 'paid') {
    if (subscription.status === 'past_due')
      updateSubscriptionObject(context, subscription.id, { status: 'active' })
  } else if (tried.next_payment_attempt === null) {
    cancelNow(context, subscription.id, 'payment_failed')
  }
  return tried
}

function dueSessionEvents(context: SimulatorContext): DueEvent[] {
  return context.store
    .list<Session>('checkout.session')
    .filter(({ status }) => status === 'open')
    .map(({ id, expires_at }) => ({ at: expires_at, happen: () => void expireSession(context, id) }))
}

export function expireSession(context: SimulatorContext, id: string) {
  const expired = updateObject<Session>(context, id, { status: 'expired', url: null })
  context.emit('checkout.session.expired', expired)
  return expired
}
