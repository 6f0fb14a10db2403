import { useQueryClient } from '@tanstack/react-query'
import { hasPlans } from '../../app/plans.tsx'
import { useMemberRole } from '../../app/session.ts'
import { billingStatus } from './billing.queries.ts'

/** The notice is shown with the dashboard's summary, but its data must not wait for that. Members are refused it. */
export function usePrefetchBillingStatus() {
  const client = useQueryClient()
  const isOwner = useMemberRole() === 'owner' && hasPlans()
  // During render, as `usePrefetchQuery` does, which cannot be left out.
  if (isOwner && !client.getQueryState(billingStatus.queryKey)) void client.prefetchQuery(billingStatus)
}
