import type { PaidPlan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOf } from './catalogue.ts'
import type { StripeCalls } from './stripe-calls.ts'

/** The plan that follows when the period ends; null when none is scheduled. */
export async function readNextPlan(
  stripe: Stripe,
  { schedule }: Stripe.Subscription,
): Promise<PaidPlan | null> {
  if (!schedule) return null
  const { current_phase, phases } = await stripe.subscriptionSchedules.retrieve(idOf(schedule), {
    expand: ['phases.items.price'],
  })
  const next = current_phase && phases.find(({ start_date }) => start_date >= current_phase.end_date)
  const price = next?.items[0]?.price
  return (typeof price === 'object' && !price.deleted && planOf(price)) || null
}

/** Schedules the new price for the end of the period, with nothing to pay before. */
export async function scheduleChangeAtPeriodEnd(
  { stripe, key }: StripeCalls,
  { id, schedule: known }: Stripe.Subscription,
  { id: price }: Stripe.Price,
) {
  // A schedule may exist already, for another plan or from an attempt that failed half-way.
  const {
    id: schedule,
    current_phase,
    phases,
  } = known
    ? await stripe.subscriptionSchedules.retrieve(idOf(known))
    : await stripe.subscriptionSchedules.create({ from_subscription: id }, key('schedule'))
  const now = phases.find(({ start_date }) => start_date === current_phase?.start_date)
  const [item] = now?.items ?? []
  if (!now || !item) throw new Error('Stripe made a schedule without a current phase.')
  await stripe.subscriptionSchedules.update(
    schedule,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          start_date: now.start_date,
          end_date: now.end_date,
          items: [{ price: idOf(item.price), quantity: 1 }],
          ...(now.trial_end && { trial_end: now.trial_end }),
        },
        {
          items: [{ price, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    },
    key(`schedule:${price}`),
  )
}

/** Stripe refuses a cancellation or a change of plan while a schedule is attached to the subscription. */
export async function releaseSchedule({ stripe, key }: StripeCalls, { schedule }: Stripe.Subscription) {
  if (schedule)
    await stripe.subscriptionSchedules.release(idOf(schedule), {}, key(`release:${idOf(schedule)}`))
}

function idOf(thing: string | { id: string }) {
  return typeof thing === 'string' ? thing : thing.id
}
