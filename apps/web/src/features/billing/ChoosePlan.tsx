import {
  type billing,
  featuresOf,
  type PaidPlan,
  PLANS,
  type Plan,
  planNames,
  pounds,
} from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { longDate } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { openPortal, planPreview, resumeSubscription, startCheckout } from './billing.queries.ts'
import { changeSaid, costSaid, isLess } from './in-words.ts'
import '../../ui/Plans.css'

interface Props {
  status: billing.BillingStatus
  /** A plan that holds less is gone through once more before it is chosen. */
  onSmaller: (plan: Plan) => void
  onClose: () => void
}

export function ChoosePlan({ status, onSmaller, onClose }: Props) {
  const { plan: held } = status
  const [chosen, setChosen] = useState<Plan>(held)
  const checkout = useMutation(startCheckout)
  const { title } = PLANS[chosen]

  function go() {
    if (isLess(held, chosen)) onSmaller(chosen)
    else checkout.mutate(chosen as PaidPlan)
  }

  return (
    <>
      <div className="plans plans--choices" role="radiogroup" aria-label="Plans">
        {planNames.map((plan) => (
          <PlanChoice
            key={plan}
            plan={plan}
            held={plan === held}
            checked={plan === chosen}
            onChoose={() => setChosen(plan)}
          />
        ))}
      </div>
      <div className="dialog__foot">
        <div className="dialog__said" role="status">
          <Said status={status} chosen={chosen} />
        </div>
        <div className="actions">
          <Button look="quiet" onClick={onClose}>
            Keep {PLANS[held].title}
          </Button>
          <Button
            look="primary"
            disabled={chosen === held || blocked(status, chosen) !== null}
            busy={checkout.isPending}
            busyLabel={held === 'free' ? 'Opening checkout...' : 'Opening...'}
            onClick={go}
          >
            {held === 'free'
              ? 'Continue to checkout'
              : chosen === held
                ? 'Change plan'
                : `Change to ${title}`}
          </Button>
        </div>
      </div>
      {held !== 'free' && <Otherwise status={status} />}
    </>
  )
}

interface ChoiceProps {
  plan: Plan
  held: boolean
  checked: boolean
  onChoose: () => void
}

function PlanChoice({ plan, held, checked, onChoose }: ChoiceProps) {
  const { title, monthlyPence } = PLANS[plan]
  return (
    <label className="choice">
      <input type="radio" name="plan" value={plan} checked={checked} onChange={onChoose} aria-label={title} />
      <span className="choice__top">
        <span className="radio" />
        {held && <span className="choice__held">Your plan</span>}
      </span>
      <strong>{title}</strong>
      <span className="price">
        {pounds(monthlyPence)}
        <small>a month</small>
      </span>
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
function Said({ status, chosen }: { status: billing.BillingStatus; chosen: Plan }) {
  const { plan: held } = status
  const wanted = chosen !== held && blocked(status, chosen) === null
  const { data: preview, isError } = useQuery({
    ...planPreview(chosen),
    enabled: wanted && chosen !== 'free',
  })
  const why = blocked(status, chosen)

  if (why) return <p>{why}</p>
  if (chosen === held) return <p>You are on {PLANS[held].title}. Choose another plan to see what changes.</p>
  return (
    <p>
      {changeSaid(held, chosen)}{' '}
      {chosen !== 'free' && (preview ? costSaid(preview) : isError ? null : 'Working out the price...')}
    </p>
  )
}

/** Why this plan cannot be chosen just now; null when it can. Free always can. */
function blocked(status: billing.BillingStatus, chosen: Plan) {
  const { plan, cancelAtPeriodEnd, currentPeriodEnd, subscriptionStatus } = status
  if (chosen === 'free') return null
  if (cancelAtPeriodEnd && currentPeriodEnd)
    return `${PLANS[plan].title} ends on ${longDate(currentPeriodEnd)}. Keep your subscription first, then choose another plan.`
  if (subscriptionStatus === 'past_due')
    return 'Your last payment failed. Pay it first, then choose another plan.'
  return null
}

/** What one may look for here beside another plan. */
function Otherwise({ status }: { status: billing.BillingStatus }) {
  const portal = useMutation(openPortal)
  const resume = useMutation(resumeSubscription)
  return (
    <div className="plan-modal__more">
      <Button
        look="quiet"
        size="sm"
        busy={portal.isPending}
        busyLabel="Opening..."
        onClick={() => portal.mutate()}
      >
        {status.subscriptionStatus === 'past_due' ? 'Pay now' : 'Card and invoices'}
      </Button>
      {status.cancelAtPeriodEnd ? (
        <Button
          look="quiet"
          size="sm"
          busy={resume.isPending}
          busyLabel="Keeping..."
          onClick={() => resume.mutate()}
        >
          Keep Subscription
        </Button>
      ) : (
        status.currentPeriodEnd && (
          <Link className="btn btn--quiet btn--sm" to="/cancel-subscription">
            Cancel Subscription
          </Link>
        )
      )}
    </div>
  )
}
