import { Dialog } from '@base-ui/react/dialog'
import { PLANS, type Plan } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { LoadFailed, Loading, SkeletonText } from '../../ui/States.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { billingStatus } from './billing.queries.ts'
import { ChoosePlan } from './ChoosePlan.tsx'
import { Downgrade } from './Downgrade.tsx'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'
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
  const focusBack = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="dialog plan-modal"
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>(':checked') ?? true}
          finalFocus={focusBack}
        >
          <div className="plan-modal__head">
            <div>
              <Dialog.Title>
                {smallerPlan ? `Change to ${PLANS[smallerPlan].title}?` : 'Choose Your Plan'}
              </Dialog.Title>
              <Dialog.Description>
                {smallerPlan === 'free'
                  ? 'You will lose access to premium features.'
                  : smallerPlan
                    ? 'Nothing is deleted. This is what will be different.'
                    : 'Unlimited projects and file uploads on every plan.'}
              </Dialog.Description>
            </div>
            <Dialog.Close className="btn btn--quiet btn--icon btn--sm" aria-label="Close">
              <CoreIcon name="close" />
            </Dialog.Close>
          </div>
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
