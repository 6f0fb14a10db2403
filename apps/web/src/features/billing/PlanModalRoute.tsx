import { planNames } from '@portico/contract'
import { useSearchParams } from 'react-router'
import { hasPlans } from '../../app/plans.tsx'
import { useMemberRole } from '../../app/session.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const PlanModal = lazyDialog(() => import('./PlanModal.tsx'))

/** Opens the plan window of the owner for `?plans`, and selects a plan for `?plans=pro`. Back closes it. */
export function PlanModalRoute() {
  const [searchParams, setSearchParams] = useSearchParams()
  const isOwner = useMemberRole() === 'owner'
  if (!searchParams.has('plans') || !isOwner || !hasPlans()) return null
  const initialPlan = planNames.find((plan) => plan === searchParams.get('plans'))

  function close() {
    setSearchParams(
      (params) => {
        params.delete('plans')
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return <PlanModal initialPlan={initialPlan} onClose={close} />
}
