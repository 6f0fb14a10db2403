import { type billing, PLANS, type Plan, planNames, pluralForm, pounds } from '@portico/contract'
import { formatDate } from '../../ui/dates.ts'

/** "Enterprise adds five clients and priority support." */
export function planChangeText(from: Plan, to: Plan) {
  const [current, next] = [PLANS[from], PLANS[to]]
  const rooms = isDowngrade(from, to)
    ? formatRooms(next, current)
    : [
        next.clientLimit > current.clientLimit && formatClientCount(next.clientLimit - current.clientLimit),
        next.memberLimit > current.memberLimit && formatMemberCount(next.memberLimit - current.memberLimit),
      ]
  const others = [
    next.liveChat !== current.liveChat && 'live chat',
    next.support !== current.support && 'priority support',
  ]
  if (!isDowngrade(from, to)) return `${next.title} adds ${joinTexts([...rooms, ...others])}.`
  const lost = joinTexts(others)
  if (lost === '') return `${next.title} has room for ${joinTexts(rooms)}.`
  const comma = rooms[1] ? ',' : ''
  return `${next.title} has ${joinTexts(rooms)}${comma} and goes without ${lost}.`
}

type Catalogue = Pick<(typeof PLANS)[Plan], 'clientLimit' | 'memberLimit'>

/** The clients, and the members where the other plan has another number of them. */
function formatRooms(of: Catalogue, other: Catalogue) {
  return [
    formatClientCount(of.clientLimit),
    of.memberLimit !== other.memberLimit && formatMemberCount(of.memberLimit),
  ]
}

export function isDowngrade(from: Plan, to: Plan) {
  return planNames.indexOf(to) < planNames.indexOf(from)
}

/** The price of a plan now and later. A trial may have no card yet. */
export function priceText(
  { plan, trialDays, dueNow, credit, monthly, nextPaymentAt }: billing.Preview,
  { hasCard = true } = {},
) {
  const { title } = PLANS[plan]
  const each = `${pounds(monthly)} a month`
  if (trialDays > 0) return `The first ${trialDays} days are free and need no card. Then ${each}.`
  const next = nextPaymentAt ? `, next on ${formatDate(nextPaymentAt)}` : ''
  if (credit > 0)
    return `Nothing to pay now: ${pounds(credit)} that you have paid already is taken off the next payments. Then ${each}${next}.`
  if (dueNow > 0)
    return `${pounds(dueNow)} today${nextPaymentAt ? ', worked out to the day' : ''}. Then ${each}${next}.`
  if (!nextPaymentAt) return `${title} is ${each}.`
  return `Nothing to pay now. ${title} is ${each} from ${formatDate(nextPaymentAt)}${hasCard ? '' : CARD_CONDITION}.`
}

export const CARD_CONDITION = ', if there is a card by then'

/** "Five clients, three members and live chat." */
export function planContentText(plan: Plan) {
  const { clientLimit, memberLimit, liveChat, support } = PLANS[plan]
  const parts = [
    formatClientCount(clientLimit),
    memberLimit > 1 && formatMemberCount(memberLimit),
    liveChat && 'live chat',
    support === 'priority' && 'priority support',
  ]
  return `${capitalise(joinTexts(parts))}.`
}

/** Empty while Stripe has not reported a charge. */
export function chargedText({ trialEndsAt, lastCharge }: billing.BillingStatus) {
  if (lastCharge && lastCharge.amount > 0)
    return `${pounds(lastCharge.amount)} was charged on ${formatDate(lastCharge.at)}.`
  // Below the heading “Payment Successful”.
  if (trialEndsAt)
    return `The payment was ${pounds(0)}: your free trial runs until ${formatDate(trialEndsAt)}.`
  return lastCharge ? `The payment was ${pounds(0)}.` : ''
}

export function planStatusText(status: billing.BillingStatus) {
  const { plan, currentPeriodEnd, cancelAtPeriodEnd, nextPlan, trialEndsAt, subscriptionStatus, ended } =
    status
  const { title } = PLANS[plan]
  const day = formatDate(currentPeriodEnd ?? '')
  if (ended) return `You are on ${title}. ${planEndedText(ended)} Nothing was deleted.`
  if (subscriptionStatus === 'past_due') return `You are on ${title}. The last payment failed.`
  if (cancelAtPeriodEnd) return `${title} ends on ${day}.`
  if (nextPlan) return `You are on ${title} until ${day}.`
  if (trialEndsAt) return `You are on ${title}, on a free trial until ${day}.`
  return `You are on ${title}.`
}

/** The next automatic change or payment. Empty for a granted plan. */
export function renewalText(status: billing.BillingStatus) {
  const { plan, currentPeriodEnd, cancelAtPeriodEnd, nextPlan, subscriptionStatus, trialEndsAt } = status
  if (!currentPeriodEnd) return ''
  const each = (of: Plan) => `${pounds(PLANS[of].monthlyPence)} a month`
  if (subscriptionStatus === 'past_due') {
    const end = cancelAtPeriodEnd
      ? ` Otherwise that happens on ${formatDate(currentPeriodEnd)}, as you have chosen.`
      : ''
    return `The payment is tried again over the next days. If none goes through, your account is Free again and ${PLANS[plan].title} ends.${end}`
  }
  if (cancelAtPeriodEnd) return 'Then your account is Free, and nothing is deleted.'
  const then = nextPlan ?? plan
  if (lacksCard(status))
    return `There is no card yet. Add one to go on with ${PLANS[then].title} for ${each(then)}; without one your account is Free from that day.`
  if (nextPlan) return `Then ${PLANS[nextPlan].title} for ${each(nextPlan)}.`
  if (trialEndsAt)
    return `Your card is charged ${pounds(PLANS[plan].monthlyPence)} that day, and every month from then on.`
  return `It is ${each(plan)}. The next payment is on ${formatDate(currentPeriodEnd)}.`
}

/** A trial without a card ends in Free. */
export function lacksCard({ trialEndsAt, cancelAtPeriodEnd, hasCard }: billing.BillingStatus) {
  return trialEndsAt !== null && !cancelAtPeriodEnd && !hasCard
}

export function portalLabel(status: billing.BillingStatus) {
  if (status.subscriptionStatus === 'past_due') return 'Pay now'
  return lacksCard(status) ? 'Add a card' : 'Card and invoices'
}

export function planEndedText({ plan, at, reason }: billing.Ended) {
  const { title } = PLANS[plan]
  const on = at ? ` on ${formatDate(at)}` : ''
  if (reason === 'trial_ended')
    return `Your free trial of ${title} ended${on}, and there was no card to go on with.`
  return `Your ${title} plan ended${on}${endReasonTexts[reason]}.`
}

const endReasonTexts = {
  payment_failed: ' because the payment failed',
  payment_disputed: ' because a payment was disputed with the bank',
  cancelled: ', as you had chosen',
  ended_early: '',
}

export function freePlanText({ plan }: billing.Ended) {
  const room = [
    ...formatRooms(PLANS.free, PLANS[plan]),
    PLANS[plan].liveChat && !PLANS.free.liveChat && 'no live chat',
  ]
  return `Your account is Free now, with room for ${joinTexts(room)}. Nothing was deleted.`
}

/** The end of a paid period is at most a month away, so the year is left out. */
export const formatDayAndMonth = (instant: string) => formatDate(instant).replace(/ \d+$/, '')

export function formatClientCount(count: number) {
  return `${numberWords[count] ?? count} ${pluralForm(count, 'client')}`
}

export function formatMemberCount(count: number) {
  return `${numberWords[count] ?? count} ${pluralForm(count, 'member')}`
}

const joinTexts = (parts: (string | false)[]) => joinList(parts.filter((part) => part !== false))

export function joinList(parts: string[]) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function capitalise(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
