import { type billing, featuresOf, type PaidPlan, PLANS, type Plan, planNames } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MonthlyPrice } from '../../ui/MonthlyPrice.tsx'
import { openPortal, planPreview, resumeSubscription, startCheckout } from './billing.queries.ts'
import {
  isDowngrade,
  lacksCard,
  planChangeText,
  planStatusText,
  portalLabel,
  priceText,
  renewalText,
} from './billing-text.ts'

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

interface ChoiceProps {
  plan: Plan
  isCurrent: boolean
  startsAt: string | null
  checked: boolean
  onChoose: () => void
}

/** The date is at most a month away, so the year is left out. */
const formatDayAndMonth = (instant: string) => formatDate(instant).replace(/ \d+$/, '')

function PlanChoice({ plan, isCurrent, startsAt, checked, onChoose }: ChoiceProps) {
  const { title, monthlyPence } = PLANS[plan]
  const priceId = useId()
  return (
    <label className="choice">
      <input
        type="radio"
        name="plan"
        value={plan}
        checked={checked}
        onChange={onChoose}
        aria-label={title}
        aria-describedby={priceId}
      />
      <span className="choice__top">
        <span className="radio" />
        {isCurrent && <span className="choice__held">Your plan</span>}
        {startsAt && <span className="choice__held">From {formatDayAndMonth(startsAt)}</span>}
      </span>
      <strong>{title}</strong>
      <MonthlyPrice pence={monthlyPence} id={priceId} />
      <ul className="ticks">
        {featuresOf(plan).map(({ says, included }) => (
          <li key={says} className={included ? undefined : 'no'}>
            <Icon name={included ? 'check' : 'minus'} />
            {says}
          </li>
        ))}
      </ul>
    </label>
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

/** What a person has to do before they can choose another paid plan. */
function getRequiredStep({ cancelAtPeriodEnd, nextPlan, subscriptionStatus }: billing.BillingStatus) {
  if (cancelAtPeriodEnd || nextPlan) return 'keep'
  return subscriptionStatus === 'past_due' ? 'pay' : null
}

function requiredStepText({ plan, cancelAtPeriodEnd, currentPeriodEnd, nextPlan }: billing.BillingStatus) {
  const { title } = PLANS[plan]
  const day = formatDate(currentPeriodEnd ?? '')
  if (cancelAtPeriodEnd)
    return `${title} ends on ${day}. Keep your subscription first, then choose another plan.`
  if (nextPlan)
    return `${title} changes to ${PLANS[nextPlan].title} on ${day}. Keep ${title} first, then choose another plan.`
  return 'Your last payment failed. Pay it first, then choose another plan.'
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
        <Link className="btn btn--quiet btn--sm" to="/cancel-subscription">
          Cancel Subscription
        </Link>
      )}
    </div>
  )
}

interface LookProps {
  look: 'primary' | 'quiet'
  size?: 'sm'
}

function PortalButton({ children, ...look }: LookProps & { children: string }) {
  const portal = useMutation(openPortal)
  return (
    <Button {...look} busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
      {children}
    </Button>
  )
}

interface KeepButtonProps {
  status: billing.BillingStatus
  /** The button may have disappeared, and the focus with it. */
  onKept: () => void
}

function KeepButton({ status, onKept, ...look }: LookProps & KeepButtonProps) {
  const resume = useMutation({ ...resumeSubscription, onSuccess: onKept })
  return (
    <Button {...look} busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
      {status.nextPlan ? `Keep ${PLANS[status.plan].title}` : 'Keep Subscription'}
    </Button>
  )
}
