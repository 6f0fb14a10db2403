import type { PaidPlan } from '@portico/contract'
import type Stripe from 'stripe'
import type { Work } from './account.ts'
import { planOf } from './catalogue.ts'

/** The plan that follows when the period ends, as Stripe has it; null when none does. */
export async function nextPlanOf(
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

/** Has the subscription change by itself when its period ends: at the new price, with nothing to pay before. */
export async function changeAtPeriodEnd(
  { stripe, key }: Pick<Work, 'stripe' | 'key'>,
  { id, schedule: known }: Stripe.Subscription,
  { id: price }: Stripe.Price,
) {
  // One may be there already: made a moment before something went wrong, or for another plan.
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

/** Nothing follows any more. Stripe lets no cancellation be set on a subscription that follows a schedule, and no change. */
export async function letGoOfSchedule(
  { stripe, key }: Pick<Work, 'stripe' | 'key'>,
  { schedule }: Stripe.Subscription,
) {
  if (schedule)
    await stripe.subscriptionSchedules.release(idOf(schedule), {}, key(`release:${idOf(schedule)}`))
}

function idOf(thing: string | { id: string }) {
  return typeof thing === 'string' ? thing : thing.id
}
