import { addMonth } from './add-month.ts'
import { newId, type SimulatorContext } from './context.ts'
import { type Form, part, text, whole } from './form.ts'
import { buildPhase, buildSchedule, type Phase, type Schedule } from './objects/schedule.ts'
import { type Subscription, withPrice } from './objects/subscription.ts'
import { findObject, findPrice, isLive, updateObject } from './stored-objects.ts'
import { invalidRequestError } from './stripe-error.ts'

export function createSchedule(context: SimulatorContext, form: Form): Schedule {
  const from = text(form, 'from_subscription')
  if (!from) throw invalidRequestError('Only schedules of a subscription are simulated.', 'from_subscription')
  const subscription = findObject<Subscription>(context, 'subscription', from, 'from_subscription')
  if (subscription.schedule)
    throw invalidRequestError('You cannot migrate a subscription that is already attached to a schedule.')
  if (!isLive(subscription) || subscription.cancel_at_period_end)
    throw invalidRequestError('You cannot migrate a subscription that is canceled or set to be.')
  const schedule = context.store.put(buildSchedule(newId('sub_sched'), context.now(), subscription))
  context.emit('subscription_schedule.created', schedule)
  setSchedule(context, from, schedule.id)
  return schedule
}

export function updateSchedule(context: SimulatorContext, id: string, form: Form): Schedule {
  const before = findActiveSchedule(context, id)
  const sent = Object.values(part(form, 'phases') ?? {}).filter((phase) => typeof phase === 'object')
  const phases: Phase[] = []
  for (const phase of sent) phases.push(parsePhase(context, phase, phases.at(-1)))
  const [first] = phases
  if (!first) return before
  if (first.start_date !== before.current_phase.start_date)
    throw invalidRequestError(
      'The first phase must be the current one, with its own start.',
      'phases[0][start_date]',
    )
  refuseChangeOfCurrentPhase(context, before, first)
  const after = updateObject<Schedule>(context, id, {
    phases,
    current_phase: phaseDates(first),
    end_behavior: text(form, 'end_behavior') ?? before.end_behavior,
  })
  context.emit('subscription_schedule.updated', after)
  return after
}

/** Stripe would apply such a change at once. Portico does not ask for it. */
function refuseChangeOfCurrentPhase(
  context: SimulatorContext,
  { subscription, current_phase }: Schedule,
  { end_date, items }: Phase,
) {
  const [item] = findObject<Subscription>(context, 'subscription', subscription ?? '').items.data
  if (items[0].price !== item.price.id || end_date !== current_phase.end_date)
    throw invalidRequestError('Changes of the current phase are not simulated.', 'phases[0]')
}

function parsePhase(context: SimulatorContext, form: Form, before: Phase | undefined): Phase {
  const start = whole(form, 'start_date') ?? before?.end_date
  if (start === undefined || (before && start !== before.end_date))
    throw invalidRequestError('A phase begins where the one before it ends.', 'phases[start_date]')
  if (text(form, 'iterations'))
    throw invalidRequestError('Received unknown parameter: phases[iterations]', 'phases')
  const months = text(form, 'duration', 'interval') === 'month' ? 1 : undefined
  const end = whole(form, 'end_date') ?? (months && addMonth(start, start))
  if (!end || end <= start)
    throw invalidRequestError('A phase needs an end, or a duration of a month.', 'phases[end_date]')
  return buildPhase({
    start,
    end,
    price: findPrice(context, text(form, 'items', '0', 'price') ?? ''),
    trialEnd: whole(form, 'trial_end') ?? null,
    ...(text(form, 'proration_behavior') && { proration: text(form, 'proration_behavior') ?? '' }),
  })
}

/** Detaches the schedule; the subscription stays as it is. */
export function releaseSchedule(context: SimulatorContext, id: string): Schedule {
  const { subscription } = findActiveSchedule(context, id)
  const released = updateObject<Schedule>(context, id, {
    status: 'released',
    released_at: context.now(),
    released_subscription: subscription,
    subscription: null,
  })
  context.emit('subscription_schedule.released', released)
  if (subscription) setSchedule(context, subscription, null)
  return released
}

export function cancelScheduleOf(context: SimulatorContext, { schedule }: Subscription) {
  if (!schedule) return
  const canceled = updateObject<Schedule>(context, schedule as string, {
    status: 'canceled',
    canceled_at: context.now(),
    subscription: null,
  })
  context.emit('subscription_schedule.canceled', canceled)
}

/** At the end of a period: enters the next phase, or releases a schedule that has none. */
export function enterPhase(context: SimulatorContext, subscription: Subscription): Subscription {
  const [item] = subscription.items.data
  const schedule = subscription.schedule && context.store.get<Schedule>(subscription.schedule as string)
  if (!schedule || schedule.current_phase.end_date > item.current_period_end) return subscription
  const next = schedule.phases.find(({ start_date }) => start_date >= schedule.current_phase.end_date)
  if (!next) {
    releaseSchedule(context, schedule.id)
    return findObject<Subscription>(context, 'subscription', subscription.id)
  }
  const moved = updateObject<Schedule>(context, schedule.id, { current_phase: phaseDates(next) })
  context.emit('subscription_schedule.updated', moved)
  const changed = withPrice(item, findPrice(context, next.items[0].price))
  return updateObject<Subscription>(context, subscription.id, {
    items: { ...subscription.items, data: [changed] },
  })
}

export function findNextPrice(context: SimulatorContext, { schedule: id }: Subscription) {
  const schedule = id && context.store.get<Schedule>(id as string)
  if (!schedule) return null
  const next = schedule.phases.find(({ start_date }) => start_date >= schedule.current_phase.end_date)
  return next ? findPrice(context, next.items[0].price) : null
}

function setSchedule(context: SimulatorContext, subscription: string, schedule: string | null) {
  const { schedule: before } = findObject<Subscription>(context, 'subscription', subscription)
  const after = updateObject<Subscription>(context, subscription, { schedule })
  context.emit('customer.subscription.updated', after, { schedule: before })
}

function findActiveSchedule(context: SimulatorContext, id: string) {
  const schedule = findObject<Schedule>(context, 'subscription_schedule', id, 'schedule')
  if (schedule.status !== 'active')
    throw invalidRequestError(
      `You cannot do this with a subscription schedule that is \`${schedule.status}\`.`,
    )
  return schedule
}

function phaseDates({ start_date, end_date }: Phase) {
  return { start_date, end_date }
}
