import { type billing, PLANS, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { longDate } from '../../ui/dates.ts'
import { Note } from '../../ui/Note.tsx'
import { billingStatus, openPortal } from './billing.queries.ts'
import { usePlansLink } from './use-plans-link.ts'

/** The plan, how it goes on, and everything that can be done about it. */
export function PlanSection() {
  const { data: status, isError } = useQuery(billingStatus)
  const plans = usePlansLink()
  const portal = useMutation(openPortal)
  if (isError) return <Note>Your plan did not load.</Note>
  if (!status) return <Note>Loading your plan...</Note>
  const subscribed = status.currentPeriodEnd !== null
  return (
    <>
      <p>{planSaid(status)}</p>
      <div className="actions">
        <Link className="btn btn--secondary" to={plans}>
          {status.plan === 'free' ? 'Upgrade' : 'Change plan'}
        </Link>
        {subscribed && (
          <>
            <Button busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
              Card and invoices
            </Button>
            <Link className="btn btn--quiet" to="/cancel-subscription">
              {status.cancelAtPeriodEnd ? 'Keep Subscription' : 'Cancel Subscription'}
            </Link>
          </>
        )}
      </div>
    </>
  )
}

function planSaid({
  plan,
  currentPeriodEnd,
  cancelAtPeriodEnd,
  trialEndsAt,
  subscriptionStatus,
}: billing.BillingStatus) {
  const { title, monthlyPence } = PLANS[plan]
  if (!currentPeriodEnd) return `You are on ${title}.`
  const day = longDate(currentPeriodEnd)
  if (cancelAtPeriodEnd) return `${title} ends on ${day}.`
  if (subscriptionStatus === 'past_due') return `${title}. The last payment failed.`
  if (trialEndsAt) return `${title}, on a free trial until ${day}.`
  return `${title}, ${pounds(monthlyPence)} a month. The next payment is on ${day}.`
}
