import { type billing, type PaidPlan, PLANS, type Plan, paths, planNames } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { planPreview, startCheckout } from './billing.queries.ts'
import {
  isDowngrade,
  lacksCard,
  planChangeText,
  planStatusText,
  portalLabel,
  priceText,
  renewalText,
} from './billing-text.ts'
import { PlanChoice } from './PlanChoice.tsx'
import { getRequiredStep, requiredStepText } from './required-step.ts'
import { KeepButton, type KeepButtonProps, PortalButton } from './SubscriptionButtons.tsx'

interface Props {
  status: billing.BillingStatus
  initialPlan?: Plan | undefined
  /** A smaller plan needs a confirmation that lists what changes. */
  onDowngrade: (plan: Plan) => void
  onClose: () => void
}

export function ChoosePlan({ status, initialPlan, onDowngrade, onClose }: Props) {
  const { plan: current } = status
  const [selected, setSelected] = useState<Plan>(initialPlan ?? current)
  const checkout = useMutation(startCheckout)
  const { title } = PLANS[selected]
  const requiredStep = selected === 'free' ? null : getRequiredStep(status)
  const plans = useRef<HTMLDivElement>(null)
  // The plans may be loaded after the dialog has opened.
  useEffect(focusSelected, [])

  function focusSelected() {
    plans.current?.querySelector<HTMLElement>(':checked')?.focus()
  }

  function continueWithPlan() {
    if (isDowngrade(current, selected)) onDowngrade(selected)
    else checkout.mutate(selected as PaidPlan)
  }

  return (
    <>
      <div className="plans plans--choices" role="radiogroup" aria-label="Plans" ref={plans}>
        {planNames.map((plan) => (
          <PlanChoice
            key={plan}
            plan={plan}
            isCurrent={plan === current}
            startsAt={plan === status.nextPlan ? status.currentPeriodEnd : null}
            checked={plan === selected}
            onChoose={() => setSelected(plan)}
          />
        ))}
      </div>
      <div className="dialog__foot">
        <div className="dialog__status" role="status">
          <ChosenPlanText status={status} selected={selected} />
        </div>
        <div className="actions">
          <Button look="quiet" onClick={onClose}>
            {requiredStep ? 'Close' : `Keep ${PLANS[current].title}`}
          </Button>
          {requiredStep === 'pay' && <PortalButton look="primary">Pay now</PortalButton>}
          {requiredStep === 'keep' && <KeepButton status={status} onKept={focusSelected} look="primary" />}
          {!requiredStep && (
            <Button
              look="primary"
              disabled={selected === current}
              busy={checkout.isPending}
              busyLabel={current === 'free' ? 'Opening checkout...' : 'Opening...'}
              onClick={continueWithPlan}
            >
              {current === 'free'
                ? 'Continue to checkout'
                : selected === current
                  ? 'Change plan'
                  : `Change to ${title}`}
            </Button>
          )}
        </div>
      </div>
      {current !== 'free' && (
        <OtherActions status={status} requiredStep={requiredStep} onKept={focusSelected} />
      )}
    </>
  )
}

function ChosenPlanText({ status, selected }: { status: billing.BillingStatus; selected: Plan }) {
  const { plan: current } = status
  const requiredStep = selected === 'free' ? null : getRequiredStep(status)
  const isUpgrade = isDowngrade(selected, current)
  const { data: preview, isError } = useQuery({
    ...planPreview(selected),
    enabled: isUpgrade && !requiredStep,
  })

  if (selected === current) {
    const then = requiredStep ? renewalText(status) : 'Choose another plan to see what changes.'
    return (
      <p>
        {planStatusText(status)} {then}
      </p>
    )
  }
  if (requiredStep) return <p>{requiredStepText(status)}</p>
  return (
    <p>
      {planChangeText(current, selected)}{' '}
      {isUpgrade &&
        (preview
          ? priceText(preview, { hasCard: !lacksCard(status) })
          : !isError && 'Working out the price...')}
    </p>
  )
}

interface OtherActionsProps extends KeepButtonProps {
  requiredStep: 'pay' | 'keep' | null
}

function OtherActions({ status, requiredStep, onKept }: OtherActionsProps) {
  const { cancelAtPeriodEnd, currentPeriodEnd } = status
  return (
    <div className="plan-modal__more">
      {requiredStep !== 'pay' && (
        <PortalButton look="quiet" size="sm">
          {portalLabel(status)}
        </PortalButton>
      )}
      {requiredStep === null && getRequiredStep(status) === 'keep' && (
        <KeepButton status={status} onKept={onKept} look="quiet" size="sm" />
      )}
      {currentPeriodEnd && !cancelAtPeriodEnd && (
        <Link className="btn btn--quiet btn--sm" to={paths.freelancer.cancelSubscription}>
          Cancel Subscription
        </Link>
      )}
    </div>
  )
}
