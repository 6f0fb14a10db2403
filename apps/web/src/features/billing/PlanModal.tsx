import { CURRENCY_TEXT, PLANS, type Plan } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed, Loading, SkeletonText } from '../../ui/States.tsx'
import { billingStatus } from './billing.queries.ts'
import { ChoosePlan } from './ChoosePlan.tsx'
import { Downgrade } from './Downgrade.tsx'
import './PlanModal.css'

interface Props {
  /** Selected when the window opens; the current plan if it is missing. */
  initialPlan?: Plan | undefined
  onClose: () => void
}

export default function PlanModal({ initialPlan, onClose }: Props) {
  const { data: status, error, refetch } = useQuery(billingStatus)
  const [smallerPlan, setSmallerPlan] = useState<Plan>()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      className="plan-modal"
      title={smallerPlan ? `Change to ${PLANS[smallerPlan].title}?` : 'Choose Your Plan'}
      description={
        smallerPlan === 'free'
          ? 'You will lose access to premium features.'
          : smallerPlan
            ? 'Nothing is deleted. This is what will be different.'
            : `Unlimited projects and file uploads on every plan. ${CURRENCY_TEXT}`
      }
      hasCross
      ref={popup}
      initialFocus={() => popup.current?.querySelector<HTMLElement>(':checked') ?? true}
      closesOnBack={false}
      onClose={onClose}
    >
      {status && smallerPlan && (
        <Downgrade
          status={status}
          plan={smallerPlan}
          onBack={() => setSmallerPlan(undefined)}
          onClose={onClose}
        />
      )}
      {status && !smallerPlan && (
        <ChoosePlan
          status={status}
          initialPlan={initialPlan}
          onDowngrade={setSmallerPlan}
          onClose={onClose}
        />
      )}
      {!status && error && <LoadFailed title="Your plan did not load" error={error} onRetry={refetch} />}
      {!status && !error && (
        <Loading says="Loading your plan...">
          <SkeletonText />
        </Loading>
      )}
    </Dialog>
  )
}
