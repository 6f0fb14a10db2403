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
  /** Chosen before the window opened. */
  wanted?: Plan | undefined
  /** A plan that holds less is gone through once more before it is chosen. */
  onSmaller: (plan: Plan) => void
  onClose: () => void
}

export function ChoosePlan({ status, wanted, onSmaller, onClose }: Props) {
  const { plan: held } = status
  const [chosen, setChosen] = useState<Plan>(wanted ?? held)
  const checkout = useMutation(startCheckout)
  const { title } = PLANS[chosen]
  const first = chosen === 'free' ? null : getRequiredStep(status)
  const plans = useRef<HTMLDivElement>(null)
  // They may have come after the dialog that shows them.
  useEffect(focusChosen, [])

  function focusChosen() {
    plans.current?.querySelector<HTMLElement>(':checked')?.focus()
  }

  function continueWithPlan() {
    if (isDowngrade(held, chosen)) onSmaller(chosen)
    else checkout.mutate(chosen as PaidPlan)
  }

  return (
    <>
      <div className="plans plans--choices" role="radiogroup" aria-label="Plans" ref={plans}>
        {planNames.map((plan) => (
          <PlanChoice
            key={plan}
            plan={plan}
            held={plan === held}
            from={plan === status.nextPlan ? status.currentPeriodEnd : null}
            checked={plan === chosen}
            onChoose={() => setChosen(plan)}
          />
        ))}
      </div>
      <div className="dialog__foot">
        <div className="dialog__said" role="status">
          <ChosenPlanText status={status} chosen={chosen} />
        </div>
        <div className="actions">
          <Button look="quiet" onClick={onClose}>
            {first ? 'Close' : `Keep ${PLANS[held].title}`}
          </Button>
          {first === 'pay' && <PortalButton look="primary">Pay now</PortalButton>}
          {first === 'keep' && <KeepButton status={status} onKept={focusChosen} look="primary" />}
          {!first && (
            <Button
              look="primary"
              disabled={chosen === held}
              busy={checkout.isPending}
              busyLabel={held === 'free' ? 'Opening checkout...' : 'Opening...'}
              onClick={continueWithPlan}
            >
              {held === 'free'
                ? 'Continue to checkout'
                : chosen === held
                  ? 'Change plan'
                  : `Change to ${title}`}
            </Button>
          )}
        </div>
      </div>
      {held !== 'free' && <OtherActions status={status} first={first} onKept={focusChosen} />}
    </>
  )
}

interface ChoiceProps {
  plan: Plan
  held: boolean
  /** When it becomes one's plan, where that is settled. */
  from: string | null
  checked: boolean
  onChoose: () => void
}

/** It lies within a month, so the year says nothing. */
const formatDayAndMonth = (instant: string) => formatDate(instant).replace(/ \d+$/, '')

function PlanChoice({ plan, held, from, checked, onChoose }: ChoiceProps) {
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
        {held && <span className="choice__held">Your plan</span>}
        {from && <span className="choice__held">From {formatDayAndMonth(from)}</span>}
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

/** What the chosen plan would change, and what it costs: to the day, where something is paid for already. */
function ChosenPlanText({ status, chosen }: { status: billing.BillingStatus; chosen: Plan }) {
  const { plan: held } = status
  const first = chosen === 'free' ? null : getRequiredStep(status)
  const more = isDowngrade(chosen, held)
  const { data: preview, isError } = useQuery({ ...planPreview(chosen), enabled: more && !first })

  if (chosen === held) {
    const then = first ? renewalText(status) : 'Choose another plan to see what changes.'
    return (
      <p>
        {planStatusText(status)} {then}
      </p>
    )
  }
  if (first) return <p>{requiredStepText(status)}</p>
  return (
    <p>
      {planChangeText(held, chosen)}{' '}
      {more &&
        (preview ? priceText(preview, { card: !lacksCard(status) }) : !isError && 'Working out the price...')}
    </p>
  )
}

/** What has to be done before another plan can be chosen; Free always can be. */
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
  first: 'pay' | 'keep' | null
}

/** What one may look for here beside another plan. */
function OtherActions({ status, first, onKept }: OtherActionsProps) {
  const { cancelAtPeriodEnd, currentPeriodEnd } = status
  return (
    <div className="plan-modal__more">
      {first !== 'pay' && (
        <PortalButton look="quiet" size="sm">
          {portalLabel(status)}
        </PortalButton>
      )}
      {first === null && getRequiredStep(status) === 'keep' && (
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
  /** By then the button may be gone, and the focus with it. */
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
