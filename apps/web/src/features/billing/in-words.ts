import { type billing, PLANS, type Plan, planNames, pounds, TRIAL_DAYS } from '@portico/contract'
import { longDate } from '../../ui/dates.ts'

/** What another plan brings or takes, in a sentence or two: "Enterprise adds five clients and priority support." */
export function changeSaid(from: Plan, to: Plan) {
  const [old, wanted] = [PLANS[from], PLANS[to]]
  const more = wanted.clientLimit - old.clientLimit
  const differences = [
    more !== 0 && clients(Math.abs(more)),
    wanted.liveChat !== old.liveChat && 'live chat',
    wanted.support !== old.support && 'priority support',
  ].filter((difference) => difference !== false)
  const verb = isLess(from, to) ? `has ${clients(wanted.clientLimit)} and goes without` : 'adds'
  const listed = isLess(from, to) ? differences.slice(1) : differences
  if (listed.length === 0) return `${wanted.title} has room for ${clients(wanted.clientLimit)}.`
  return `${wanted.title} ${verb} ${inARow(listed)}.`
}

export function isLess(from: Plan, to: Plan) {
  return planNames.indexOf(to) < planNames.indexOf(from)
}

/** What it costs, now and later. */
export function costSaid({ plan, trialDays, dueNow, credit, monthly, nextPaymentAt }: billing.Preview) {
  const { title } = PLANS[plan]
  const each = `${pounds(monthly)} a month`
  if (trialDays > 0) return `The first ${trialDays} days are free and need no card. Then ${each}.`
  const next = nextPaymentAt ? `, next on ${longDate(nextPaymentAt)}` : ''
  if (credit > 0)
    return `Nothing to pay now: ${pounds(credit)} that you have paid already is taken off the next payments. Then ${each}${next}.`
  if (dueNow > 0)
    return `${pounds(dueNow)} today${nextPaymentAt ? ', worked out to the day' : ''}. Then ${each}${next}.`
  return nextPaymentAt ? `Nothing to pay now. ${title} is ${each}${next}.` : `${title} is ${each}.`
}

/** A plan as a payment brings it: "Five clients, live chat and a 7-day free trial that runs until …" */
export function holdsSaid(plan: Plan, trialEndsAt: string | null) {
  const { clientLimit, liveChat, support } = PLANS[plan]
  const parts = [
    clients(clientLimit),
    liveChat && 'live chat',
    support === 'priority' && 'priority support',
    trialEndsAt && `a ${TRIAL_DAYS}-day free trial that runs until ${longDate(trialEndsAt)}`,
  ]
  return `${capital(inARow(parts.filter((part) => typeof part === 'string')))}.`
}

/** What comes next of itself, in a sentence; nothing for a plan that was given. */
export function goesOnSaid(status: billing.BillingStatus) {
  const { plan, currentPeriodEnd, cancelAtPeriodEnd, nextPlan, subscriptionStatus, trialEndsAt } = status
  if (!currentPeriodEnd) return ''
  const each = (of: Plan) => `${pounds(PLANS[of].monthlyPence)} a month`
  if (cancelAtPeriodEnd) return 'Then your account is Free, and nothing is deleted.'
  if (subscriptionStatus === 'past_due')
    return `The payment is tried again over the next days. If none goes through, your account is Free again and ${PLANS[plan].title} ends.`
  if (nextPlan) return `Then ${PLANS[nextPlan].title} for ${each(nextPlan)}.`
  if (trialEndsAt)
    return `With a card it then goes on for ${each(plan)}; without one your account is Free again.`
  return `It is ${each(plan)}. The next payment is on ${longDate(currentPeriodEnd)}.`
}

export function clients(count: number) {
  return `${spelled[count] ?? count} ${count === 1 ? 'client' : 'clients'}`
}

export function inARow(parts: string[]) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const spelled = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
