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
  /** The plan to begin with, where one was chosen already; otherwise the plan one has. */
  chosen?: Plan | undefined
  onClose: () => void
}

/** The four plans, what another one would change, and the way there. */
export default function PlanModal({ chosen, onClose }: Props) {
  const { data: status, error, refetch } = useQuery(billingStatus)
  const [smaller, setSmaller] = useState<Plan>()
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
                {smaller ? `Change to ${PLANS[smaller].title}?` : 'Choose Your Plan'}
              </Dialog.Title>
              <Dialog.Description>
                {smaller === 'free'
                  ? 'You will lose access to premium features.'
                  : smaller
                    ? 'Nothing is deleted. This is what will be different.'
                    : 'Unlimited projects and file uploads on every plan.'}
              </Dialog.Description>
            </div>
            <Dialog.Close className="btn btn--quiet btn--icon btn--sm" aria-label="Close">
              <CoreIcon name="close" />
            </Dialog.Close>
          </div>
          {status && smaller && (
            <Downgrade
              status={status}
              plan={smaller}
              onBack={() => setSmaller(undefined)}
              onClose={onClose}
            />
          )}
          {status && !smaller && (
            <ChoosePlan status={status} wanted={chosen} onSmaller={setSmaller} onClose={onClose} />
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
