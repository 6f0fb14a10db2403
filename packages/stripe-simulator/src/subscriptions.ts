import { addMonth } from './add-month.ts'
import { newId, type SimulatorContext } from './context.ts'
import { createInvoice, createMonthLine, createProrationLines, tryToPay } from './invoices.ts'
import type { Price } from './objects/catalogue.ts'
import { buildSubscription, type Subscription, withPrice } from './objects/subscription.ts'
import { cancelScheduleOf } from './schedules.ts'
import { findProductName, isLive, updateObject } from './stored-objects.ts'
import { cardDeclinedError, invalidRequestError } from './stripe-error.ts'

const DAY_SECONDS = 86_400

interface NewSubscription {
  customer: string
  price: Price
  trialDays: number
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  paymentMethod: string | null
  metadata: Record<string, string>
}

/** Begins with a trial or a first payment. Throws when the card is declined. */
export function subscribe(context: SimulatorContext, { trialDays, ...sent }: NewSubscription): Subscription {
  const now = context.now()
  const trialEnd = trialDays > 0 ? now + trialDays * DAY_SECONDS : null
  const id = newId('sub')
  context.store.put(
    buildSubscription(id, now, {
      ...sent,
      itemId: newId('si'),
      trialEnd,
      end: trialEnd ?? addMonth(now, now),
    }),
  )
  const subscription = find(context, id)
  const line = createMonthLine(subscription, sent.price, findProductName(context, sent.price))
  const first = trialEnd
    ? {
        ...line,
        amount: 0,
        subtotal: 0,
        description: `Trial period for ${findProductName(context, sent.price)}`,
      }
    : line
  const invoice = createInvoice(context, subscription, 'subscription_create', [first])
  if (invoice.status !== 'paid' && tryToPay(context, invoice).status !== 'paid') throw cardDeclinedError()
  const begun = find(context, id)
  context.emit('customer.subscription.created', begun)
  return begun
}

export function updateSubscriptionObject(
  context: SimulatorContext,
  id: string,
  part: Partial<Subscription>,
): Subscription {
  const before = find(context, id)
  const after = updateObject<Subscription>(context, id, part)
  const names = Object.keys(part) as (keyof Subscription)[]
  context.emit(
    'customer.subscription.updated',
    after,
    Object.fromEntries(names.map((name) => [name, before[name]])),
  )
  return after
}

export function cancelAtPeriodEnd(context: SimulatorContext, id: string, atEnd: boolean): Subscription {
  const subscription = find(context, id)
  if (!isLive(subscription))
    throw invalidRequestError(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  if (subscription.schedule)
    throw invalidRequestError(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  if (subscription.cancel_at_period_end === atEnd) return subscription
  return updateSubscriptionObject(context, id, {
    cancel_at_period_end: atEnd,
    cancel_at: atEnd ? subscription.items.data[0].current_period_end : null,
    canceled_at: atEnd ? context.now() : null,
    cancellation_details: {
      ...NO_DETAILS,
      reason: atEnd ? 'cancellation_requested' : null,
    },
  })
}

const NO_DETAILS = { comment: null, feedback: null, feedback_option: null, reason: null }

export function cancelNow(
  context: SimulatorContext,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const now = context.now()
  const before = find(context, id)
  if (!isLive(before)) throw invalidRequestError(`No such subscription: '${id}'`, 'id')
  const ended = updateObject<Subscription>(context, id, {
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...NO_DETAILS, reason },
  })
  context.emit('customer.subscription.deleted', ended)
  cancelScheduleOf(context, before)
  return ended
}

export type Proration = 'always_invoice' | 'create_prorations' | 'none'

/** Changes the price. The proration is paid at once, or nothing changes. */
export function changePrice(
  context: SimulatorContext,
  id: string,
  to: Price,
  proration: Proration,
): Subscription {
  const before = find(context, id)
  const [item] = before.items.data
  if (item.price.id === to.id) return before
  const names = { old: findProductName(context, item.price), new: findProductName(context, to) }
  const trial = before.status === 'trialing'
  const lines = trial || proration === 'none' ? [] : createProrationLines(before, to, names, context.now())
  const items = { ...before.items, data: [withPrice(item, to)] as Subscription['items']['data'] }
  const after = updateSubscriptionObject(context, id, { items })
  if (lines.length > 0) {
    const invoice = createInvoice(context, after, 'subscription_update', lines)
    if (invoice.status !== 'paid' && tryToPay(context, invoice).status !== 'paid') throw cardDeclinedError()
  }
  return find(context, id)
}

function find({ store }: SimulatorContext, id: string): Subscription {
  const subscription = store.get<Subscription>(id)
  if (!subscription) throw invalidRequestError(`No such subscription: '${id}'`, 'id')
  return subscription
}
