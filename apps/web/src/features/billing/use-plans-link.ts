import { useLocation } from 'react-router'
import { hasPlans } from '../../app/plans.tsx'
import { useMemberRole } from '../../app/session.ts'

/**
 * A link that opens the plan window over the current page and keeps its other parameters. Undefined without plans, and for members, who
 * cannot change the plan: its owner does.
 */
export function usePlansLink() {
  const { search } = useLocation()
  const isOwner = useMemberRole() === 'owner'
  const query = new URLSearchParams(search)
  query.set('plans', '')
  return isOwner && hasPlans() ? { search: `?${query}` } : undefined
}

/** Stands where the link would. */
export const OWNER_CHANGES_PLAN = 'The owner of the workspace can change the plan.'
