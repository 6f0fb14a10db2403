import { paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed, Loading, SkeletonText } from '../../ui/States.tsx'
import { billingStatus, openPortal } from './billing.queries.ts'
import { planStatusText, portalLabel, renewalText } from './billing-text.ts'
import { usePlansLink } from './use-plans-link.ts'
import './billing.css'

export function PlanSection() {
  const { data: status, error, refetch } = useQuery(billingStatus)
  const plans = usePlansLink() ?? ''
  const portal = useMutation(openPortal)
  if (!status && error) return <LoadFailed title="Your plan did not load" error={error} onRetry={refetch} />
  if (!status) {
    return (
      <Loading says="Loading your plan...">
        <SkeletonText />
      </Loading>
    )
  }
  const isSubscribed = status.currentPeriodEnd !== null
  return (
    <>
      <p className="plan-text">
        {planStatusText(status)} {renewalText(status)}
      </p>
      <div className="actions">
        <Link className="btn btn--secondary" to={plans}>
          {status.plan === 'free' ? 'Upgrade' : 'Change plan'}
        </Link>
        {isSubscribed && (
          <>
            <Button busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
              {portalLabel(status)}
            </Button>
            <Link className="btn btn--quiet" to={paths.freelancer.cancelSubscription}>
              {status.cancelAtPeriodEnd ? 'Keep Subscription' : 'Cancel Subscription'}
            </Link>
          </>
        )}
      </div>
    </>
  )
}
