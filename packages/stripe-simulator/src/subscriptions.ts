import { declined, refuse } from './fault.ts'
import { makeInvoice, monthLine, prorationLines, tryToPay } from './invoices.ts'
import { monthAfter } from './months.ts'
import type { Price } from './objects/catalogue.ts'
import { type Subscription, subscriptionOf, withPrice } from './objects/subscription.ts'
import { cancelWith } from './schedules.ts'
import { change, isLive, nameOf } from './stored.ts'
import { newId, type World } from './world.ts'

const DAY = 86_400

interface NewSubscription {
  customer: string
  price: Price
  trialDays: number
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  paymentMethod: string | null
  metadata: Record<string, string>
}

/** Begins with its trial, or with its first payment: without that there is no subscription. */
export function subscribe(world: World, { trialDays, ...sent }: NewSubscription): Subscription {
  const now = world.now()
  const trialEnd = trialDays > 0 ? now + trialDays * DAY : null
  const id = newId('sub')
  world.store.put(
    subscriptionOf(id, now, {
      ...sent,
      itemId: newId('si'),
      trialEnd,
      end: trialEnd ?? monthAfter(now, now),
    }),
  )
  const subscription = find(world, id)
  const line = monthLine(subscription, sent.price, nameOf(world, sent.price))
  const first = trialEnd
    ? { ...line, amount: 0, subtotal: 0, description: `Trial period for ${nameOf(world, sent.price)}` }
    : line
  const invoice = makeInvoice(world, subscription, 'subscription_create', [first])
  if (invoice.status !== 'paid' && tryToPay(world, invoice).status !== 'paid') throw declined()
  const begun = find(world, id)
  world.emit('customer.subscription.created', begun)
  return begun
}

/** Says that it changed, and what it was before. */
export function update(world: World, id: string, part: Partial<Subscription>): Subscription {
  const before = find(world, id)
  const after = change<Subscription>(world, id, part)
  const names = Object.keys(part) as (keyof Subscription)[]
  world.emit(
    'customer.subscription.updated',
    after,
    Object.fromEntries(names.map((name) => [name, before[name]])),
  )
  return after
}

export function cancelAtPeriodEnd(world: World, id: string, atEnd: boolean): Subscription {
  const subscription = find(world, id)
  if (!isLive(subscription))
    throw refuse('A canceled subscription can only update its cancellation_details and metadata.')
  if (subscription.schedule)
    throw refuse(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  if (subscription.cancel_at_period_end === atEnd) return subscription
  return update(world, id, {
    cancel_at_period_end: atEnd,
    cancel_at: atEnd ? subscription.items.data[0].current_period_end : null,
    canceled_at: atEnd ? world.now() : null,
    cancellation_details: {
      ...NO_DETAILS,
      reason: atEnd ? 'cancellation_requested' : null,
    },
  })
}

const NO_DETAILS = { comment: null, feedback: null, feedback_option: null, reason: null }

export function cancelNow(
  world: World,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const now = world.now()
  const before = find(world, id)
  if (!isLive(before)) throw refuse(`No such subscription: '${id}'`, 'id')
  const ended = change<Subscription>(world, id, {
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...NO_DETAILS, reason },
  })
  world.emit('customer.subscription.deleted', ended)
  cancelWith(world, before)
  return ended
}

export type Proration = 'always_invoice' | 'create_prorations' | 'none'

/** The same subscription at another price. What is owed for the rest of the period is paid at once, or nothing changes. */
export function changePrice(world: World, id: string, to: Price, proration: Proration): Subscription {
  const before = find(world, id)
  const [item] = before.items.data
  if (item.price.id === to.id) return before
  const names = { old: nameOf(world, item.price), new: nameOf(world, to) }
  const trial = before.status === 'trialing'
  const lines = trial || proration === 'none' ? [] : prorationLines(before, to, names, world.now())
  const items = { ...before.items, data: [withPrice(item, to)] as Subscription['items']['data'] }
  const after = update(world, id, { items })
  if (lines.length > 0) {
    const invoice = makeInvoice(world, after, 'subscription_update', lines)
    if (invoice.status !== 'paid' && tryToPay(world, invoice).status !== 'paid') throw declined()
  }
  return find(world, id)
}

function find({ store }: World, id: string): Subscription {
  const subscription = store.get<Subscription>(id)
  if (!subscription) throw refuse(`No such subscription: '${id}'`, 'id')
  return subscription
}
