import { type billing, type PaidPlan, PLANS, type Plan, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import {
  cancelSubscription,
  planPreview,
  scheduleChange,
  startCheckout,
  switchToFree,
} from './billing.queries.ts'
import { CARD_CONDITION, lacksCard, priceText } from './billing-text.ts'
import { PlanDifferences } from './PlanDifferences.tsx'

interface Props {
  status: billing.BillingStatus
  plan: Plan
  onBack: () => void
  onClose: () => void
}

/** Confirms the change to a smaller plan: what will be different, and when. */
export function Downgrade({ status, plan, onBack, onClose }: Props) {
  const end = status.currentPeriodEnd
  // A granted plan has no paid period to wait for.
  const [isNow, setNow] = useState(end === null)
  const checkout = useMutation(startCheckout)
  const toFree = useMutation({ ...switchToFree, onSuccess: onClose })
  const cancel = useMutation({ ...cancelSubscription, onSuccess: onClose })
  const schedule = useMutation({ ...scheduleChange, onSuccess: onClose })
  const busy = [checkout, toFree, cancel, schedule].some(({ isPending }) => isPending)

  function confirm() {
    if (plan === 'free') return isNow ? toFree.mutate() : cancel.mutate()
    return isNow ? checkout.mutate(plan) : schedule.mutate(plan)
  }

  return (
    <>
      <PlanDifferences from={status.plan} to={plan} />
      {end && (
        <WhenChoice plan={plan} end={end} hasCard={!lacksCard(status)} isNow={isNow} onChange={setNow} />
      )}
      {!end && plan !== 'free' && (
        <p className="plan-modal__price">
          <Price plan={plan} hasCard />
        </p>
      )}
      <div className="dialog__foot">
        <div className="actions">
          <Button look="secondary" onClick={onBack}>
            Keep {PLANS[status.plan].title}
          </Button>
          <Button
            look={plan === 'free' ? 'danger' : 'primary'}
            busy={busy}
            busyLabel="Changing..."
            onClick={confirm}
          >
            {plan === 'free' ? 'Switch to Free' : `Change to ${PLANS[plan].title}`}
          </Button>
        </div>
      </div>
    </>
  )
}

interface WhenProps {
  plan: Plan
  end: string
  /** A trial may have no card yet. */
  hasCard: boolean
  isNow: boolean
  onChange: (isNow: boolean) => void
}

function WhenChoice({ plan, end, hasCard, isNow, onChange }: WhenProps) {
  return (
    <fieldset className="when">
      <legend>When?</legend>
      <div className="when__choices">
        <label className="choice">
          <input type="radio" name="when" checked={!isNow} onChange={() => onChange(false)} />
          <span className="radio" />
          <span>
            <strong>At the end, on {formatDate(end)}</strong>
            <span className="when__note">
              Until then everything works as it does now.
              {plan !== 'free' &&
                ` Then ${pounds(PLANS[plan].monthlyPence)} a month${hasCard ? '' : CARD_CONDITION}.`}
            </span>
          </span>
        </label>
        <label className="choice">
          <input type="radio" name="when" checked={isNow} onChange={() => onChange(true)} />
          <span className="radio" />
          <span>
            <strong>Now</strong>
            <span className="when__note">
              {plan === 'free' ? (
                'The days that are left are not paid back.'
              ) : (
                <Price plan={plan} hasCard={hasCard} />
              )}
            </span>
          </span>
        </label>
      </div>
    </fieldset>
  )
}

function Price({ plan, hasCard }: { plan: PaidPlan; hasCard: boolean }) {
  const { data: preview, isError } = useQuery(planPreview(plan))
  if (isError) return 'Stripe shows what it costs before you confirm.'
  return preview ? priceText(preview, { hasCard }) : 'Working out the price...'
}
