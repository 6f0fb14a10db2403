import { refuse } from './fault.ts'
import { type Form, part, text, whole } from './form.ts'
import { monthAfter } from './months.ts'
import { type Phase, phaseOf, type Schedule, scheduleOf } from './objects/schedule.ts'
import { type Subscription, withPrice } from './objects/subscription.ts'
import { change, find, isLive, priceOfId } from './stored.ts'
import { newId, type World } from './world.ts'

/** What a subscription will be from when: its phases follow each other by themselves. */
export function createSchedule(world: World, form: Form): Schedule {
  const from = text(form, 'from_subscription')
  if (!from) throw refuse('Only schedules of a subscription are simulated.', 'from_subscription')
  const subscription = find<Subscription>(world, 'subscription', from, 'from_subscription')
  if (subscription.schedule)
    throw refuse('You cannot migrate a subscription that is already attached to a schedule.')
  if (!isLive(subscription) || subscription.cancel_at_period_end)
    throw refuse('You cannot migrate a subscription that is canceled or set to be.')
  const schedule = world.store.put(scheduleOf(newId('sub_sched'), world.now(), subscription))
  world.emit('subscription_schedule.created', schedule)
  attach(world, from, schedule.id)
  return schedule
}

export function updateSchedule(world: World, id: string, form: Form): Schedule {
  const before = active(world, id)
  const sent = Object.values(part(form, 'phases') ?? {}).filter((phase) => typeof phase === 'object')
  const phases: Phase[] = []
  for (const phase of sent) phases.push(phaseSent(world, phase, phases.at(-1)))
  const [first] = phases
  if (!first) return before
  if (first.start_date !== before.current_phase.start_date)
    throw refuse('The first phase must be the current one, with its own start.', 'phases[0][start_date]')
  keepCurrent(world, before, first)
  const after = change<Schedule>(world, id, {
    phases,
    current_phase: spanOf(first),
    end_behavior: text(form, 'end_behavior') ?? before.end_behavior,
  })
  world.emit('subscription_schedule.updated', after)
  return after
}

/** Stripe would change the subscription at once; nobody here asks for that by a schedule. */
function keepCurrent(world: World, { subscription, current_phase }: Schedule, { end_date, items }: Phase) {
  const [item] = find<Subscription>(world, 'subscription', subscription ?? '').items.data
  if (items[0].price !== item.price.id || end_date !== current_phase.end_date)
    throw refuse('Changes of the current phase are not simulated.', 'phases[0]')
}

function phaseSent(world: World, form: Form, before: Phase | undefined): Phase {
  const start = whole(form, 'start_date') ?? before?.end_date
  if (start === undefined || (before && start !== before.end_date))
    throw refuse('A phase begins where the one before it ends.', 'phases[start_date]')
  if (text(form, 'iterations')) throw refuse('Received unknown parameter: phases[iterations]', 'phases')
  const months = text(form, 'duration', 'interval') === 'month' ? 1 : undefined
  const end = whole(form, 'end_date') ?? (months && monthAfter(start, start))
  if (!end || end <= start)
    throw refuse('A phase needs an end, or a duration of a month.', 'phases[end_date]')
  return phaseOf({
    start,
    end,
    price: priceOfId(world, text(form, 'items', '0', 'price') ?? ''),
    trialEnd: whole(form, 'trial_end') ?? null,
    ...(text(form, 'proration_behavior') && { proration: text(form, 'proration_behavior') ?? '' }),
  })
}

/** The subscription stays as it is, and follows nothing any more. */
export function releaseSchedule(world: World, id: string): Schedule {
  const { subscription } = active(world, id)
  const released = change<Schedule>(world, id, {
    status: 'released',
    released_at: world.now(),
    released_subscription: subscription,
    subscription: null,
  })
  world.emit('subscription_schedule.released', released)
  if (subscription) attach(world, subscription, null)
  return released
}

/** With the subscription its schedule is over too. */
export function cancelWith(world: World, { schedule }: Subscription) {
  if (!schedule) return
  const canceled = change<Schedule>(world, schedule as string, {
    status: 'canceled',
    canceled_at: world.now(),
    subscription: null,
  })
  world.emit('subscription_schedule.canceled', canceled)
}

/** The period has ended: the next phase begins, or there is none and the subscription goes on by itself. */
export function enterPhase(world: World, subscription: Subscription): Subscription {
  const [item] = subscription.items.data
  const schedule = subscription.schedule && world.store.get<Schedule>(subscription.schedule as string)
  if (!schedule || schedule.current_phase.end_date > item.current_period_end) return subscription
  const next = schedule.phases.find(({ start_date }) => start_date >= schedule.current_phase.end_date)
  if (!next) {
    releaseSchedule(world, schedule.id)
    return find<Subscription>(world, 'subscription', subscription.id)
  }
  const moved = change<Schedule>(world, schedule.id, { current_phase: spanOf(next) })
  world.emit('subscription_schedule.updated', moved)
  const changed = withPrice(item, priceOfId(world, next.items[0].price))
  return change<Subscription>(world, subscription.id, { items: { ...subscription.items, data: [changed] } })
}

/** The price that comes next; null when everything stays as it is. */
export function nextPriceOf(world: World, { schedule: id }: Subscription) {
  const schedule = id && world.store.get<Schedule>(id as string)
  if (!schedule) return null
  const next = schedule.phases.find(({ start_date }) => start_date >= schedule.current_phase.end_date)
  return next ? priceOfId(world, next.items[0].price) : null
}

function attach(world: World, subscription: string, schedule: string | null) {
  const { schedule: before } = find<Subscription>(world, 'subscription', subscription)
  const after = change<Subscription>(world, subscription, { schedule })
  world.emit('customer.subscription.updated', after, { schedule: before })
}

function active(world: World, id: string) {
  const schedule = find<Schedule>(world, 'subscription_schedule', id, 'schedule')
  if (schedule.status !== 'active')
    throw refuse(`You cannot do this with a subscription schedule that is \`${schedule.status}\`.`)
  return schedule
}

function spanOf({ start_date, end_date }: Phase) {
  return { start_date, end_date }
}
