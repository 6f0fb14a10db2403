import { makeInvoice, monthLine, tryToPay } from './invoices.ts'
import { monthAfter } from './months.ts'
import type { Session } from './objects/checkout.ts'
import { type Invoice, subscriptionIdOf } from './objects/invoice.ts'
import type { Subscription } from './objects/subscription.ts'
import { enterPhase } from './schedules.ts'
import { change, customerOfId, find, isLive, nameOf } from './stored.ts'
import { cancelNow, update } from './subscriptions.ts'
import { runOnFrom, standAt, type World } from './world.ts'

const DAY = 86_400

interface Due {
  at: number
  happen(): void
}

/** Lives through everything that is due until then, in order, each at its own moment; then time runs on from there. */
export function liveUntil(world: World, until: number) {
  for (let steps = 0; steps < 10_000; steps++) {
    const next = nextDue(world)
    if (!next || next.at > until) break
    world.store.atomically(() => {
      standAt(world, next.at)
      next.happen()
    })
  }
  runOnFrom(world, until)
}

/** What has become due while real time went by. */
export function catchUp(world: World) {
  const next = nextDue(world)
  if (next && next.at <= world.now()) liveUntil(world, world.now())
}

export function nextDue(world: World): Due | undefined {
  return [...dueOfSubscriptions(world), ...dueOfInvoices(world), ...dueOfSessions(world)].sort(
    (a, b) => a.at - b.at,
  )[0]
}

function dueOfSubscriptions(world: World): Due[] {
  return world.store
    .list<Subscription>('subscription')
    .filter(isLive)
    .flatMap((subscription) => {
      const { id, status, trial_end, cancel_at_period_end } = subscription
      const end = subscription.items.data[0].current_period_end
      const dues: Due[] = []
      if (cancel_at_period_end)
        dues.push({ at: end, happen: () => void cancelNow(world, id, 'cancellation_requested') })
      else if (status === 'trialing') dues.push({ at: end, happen: () => endTrial(world, subscription) })
      else if (status === 'active') dues.push({ at: end, happen: () => renew(world, subscription) })
      if (status === 'trialing' && trial_end && !world.store.get(noticeId(id))) {
        dues.push({ at: trial_end - 3 * DAY, happen: () => announceTrialEnd(world, subscription) })
      }
      return dues
    })
}

const noticeId = (id: string) => `${id}:trial_will_end`

function announceTrialEnd(world: World, subscription: Subscription) {
  world.store.put({ id: noticeId(subscription.id), object: 'notice' })
  world.emit('customer.subscription.trial_will_end', subscription)
}

function endTrial(world: World, subscription: Subscription) {
  const customer = customerOfId(world, subscription.customer)
  const hasCard = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const withoutCard = subscription.trial_settings?.end_behavior.missing_payment_method
  if (!hasCard && withoutCard === 'cancel')
    return void cancelNow(world, subscription.id, 'cancellation_requested')
  if (!hasCard && withoutCard === 'pause') return void update(world, subscription.id, { status: 'paused' })
  renew(world, subscription)
}

/** The first month begins at once. */
export function endTrialNow(world: World, id: string) {
  const subscription = find<Subscription>(world, 'subscription', id)
  if (subscription.status !== 'trialing') return
  const now = world.now()
  const items = { ...subscription.items }
  items.data = [{ ...items.data[0], current_period_end: now }]
  renew(world, change<Subscription>(world, id, { items, trial_end: now, billing_cycle_anchor: now }))
}

/** The next month, and its payment. */
function renew(world: World, subscription: Subscription) {
  const { id, items, billing_cycle_anchor } = enterPhase(world, subscription)
  const [item] = items.data
  const start = item.current_period_end
  const period = { current_period_start: start, current_period_end: monthAfter(start, billing_cycle_anchor) }
  const renewed = change<Subscription>(world, id, {
    items: { ...items, data: [{ ...item, ...period }] },
  })
  const line = monthLine(renewed, item.price, nameOf(world, item.price))
  const invoice = makeInvoice(world, renewed, 'subscription_cycle', [line])
  const paid = invoice.status === 'paid' || tryToPay(world, invoice).status === 'paid'
  update(world, id, { status: paid ? 'active' : 'past_due' })
}

function dueOfInvoices(world: World): Due[] {
  return world.store
    .list<Invoice>('invoice')
    .filter(({ status }) => status === 'open')
    .flatMap((invoice) =>
      invoice.next_payment_attempt === null
        ? []
        : [{ at: invoice.next_payment_attempt, happen: () => void payAgain(world, invoice) }],
    )
}

/** A payment that failed before: it goes through, or is tried later, or is given up and the subscription with it. */
export function payAgain(world: World, invoice: Invoice): Invoice {
  const subscription = world.store.get<Subscription>(subscriptionIdOf(invoice))
  if (!subscription || !isLive(subscription))
    return change<Invoice>(world, invoice.id, { next_payment_attempt: null })
  const tried = tryToPay(world, invoice)
  if (tried.status === 'paid') {
    if (subscription.status === 'past_due') update(world, subscription.id, { status: 'active' })
  } else if (tried.next_payment_attempt === null) {
    cancelNow(world, subscription.id, 'payment_failed')
  }
  return tried
}

function dueOfSessions(world: World): Due[] {
  return world.store
    .list<Session>('checkout.session')
    .filter(({ status }) => status === 'open')
    .map(({ id, expires_at }) => ({ at: expires_at, happen: () => void expireSession(world, id) }))
}

export function expireSession(world: World, id: string) {
  const expired = change<Session>(world, id, { status: 'expired', url: null })
  world.emit('checkout.session.expired', expired)
  return expired
}
