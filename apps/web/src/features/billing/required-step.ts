import { type billing, PLANS } from '@portico/contract'
import { formatDate } from '../../ui/dates.ts'

/** The step that is required before another paid plan can be chosen. */
export function getRequiredStep({ cancelAtPeriodEnd, nextPlan, subscriptionStatus }: billing.BillingStatus) {
  if (cancelAtPeriodEnd || nextPlan) return 'keep'
  return subscriptionStatus === 'past_due' ? 'pay' : null
}

export function requiredStepText({
  plan,
  cancelAtPeriodEnd,
  currentPeriodEnd,
  nextPlan,
}: billing.BillingStatus) {
  const { title } = PLANS[plan]
  const day = formatDate(currentPeriodEnd ?? '')
  if (cancelAtPeriodEnd)
    return `${title} ends on ${day}. Keep your subscription first, then choose another plan.`
  if (nextPlan)
    return `${title} changes to ${PLANS[nextPlan].title} on ${day}. Keep ${title} first, then choose another plan.`
  return 'Your last payment failed. Pay it first, then choose another plan.'
}
