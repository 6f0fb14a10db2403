import { type billing, type PaidPlan, PLANS, type Plan, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { endWithPeriod, planPreview, scheduleChange, startCheckout, switchToFree } from './billing.queries.ts'
import { CARD_CONDITION, formatDayAndMonth, lacksCard, priceText } from './billing-text.ts'
import { PlanDifferences } from './PlanDifferences.tsx'

interface Props {
  status: billing.BillingStatus
  plan: Plan
  onBack: () => void
  onClose: () => void
}

/** Confirms the change to a smaller plan: what will be different, and when. */
export function Downgrade(props: Props) {
  const { status, plan } = props
  return (
    <>
      <PlanDifferences from={status.plan} to={plan} />
      {plan === 'free' ? <ToFree {...props} /> : <ToSmallerPlan {...props} plan={plan} />}
    </>
  )
}

/** Nothing is chosen beforehand, because both ways are as likely, and each button says what it does. */
function ToFree({ status, onBack, onClose }: Props) {
  const { title } = PLANS[status.plan]
  const end = status.cancelAtPeriodEnd ? null : status.currentPeriodEnd
  const keepUntil = end && `Keep ${title} until ${formatDayAndMonth(end)}, then Free`
  const notes = useId()
  const now = useMutation({ ...switchToFree, onSuccess: onClose })
  const later = useMutation({ ...endWithPeriod(title, end), onSuccess: onClose })
  const busy = now.isPending || later.isPending
  return (
    <>
      <div className="to-free">
        <div>
          <Button
            className="btn--block btn--wraps"
            aria-describedby={`${notes}-now`}
            busy={now.isPending}
            busyLabel="Changing..."
            onClick={() => busy || now.mutate()}
          >
            Switch to Free now
          </Button>
          <p id={`${notes}-now`} className="when__note">
            {status.currentPeriodEnd
              ? 'The days that are left are not paid back.'
              : 'From this moment your account is Free.'}
          </p>
        </div>
        {keepUntil && (
          <div>
            <Button
              className="btn--block btn--wraps"
              aria-describedby={`${notes}-later`}
              busy={later.isPending}
              busyLabel="Changing..."
              onClick={() => busy || later.mutate()}
            >
              {keepUntil}
            </Button>
            <p id={`${notes}-later`} className="when__note">
              Until then everything works as it does now.
            </p>
          </div>
        )}
      </div>
      <div className="dialog__foot">
        <div className="actions">
          <Button look="quiet" onClick={onBack}>
            Back to the plans
          </Button>
        </div>
      </div>
    </>
  )
}

function ToSmallerPlan({ status, plan, onBack, onClose }: Props & { plan: PaidPlan }) {
  const end = status.currentPeriodEnd
  // A granted plan has no paid period to wait for.
  const [isNow, setNow] = useState(end === null)
  const checkout = useMutation(startCheckout)
  const schedule = useMutation({ ...scheduleChange, onSuccess: onClose })

  return (
    <>
      {end && (
        <WhenChoice plan={plan} end={end} hasCard={!lacksCard(status)} isNow={isNow} onChange={setNow} />
      )}
      {!end && (
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
            look="primary"
            busy={checkout.isPending || schedule.isPending}
            busyLabel="Changing..."
            onClick={() => (isNow ? checkout : schedule).mutate(plan)}
          >
            Change to {PLANS[plan].title}
          </Button>
        </div>
      </div>
    </>
  )
}

interface WhenProps {
  plan: PaidPlan
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
              {` Then ${pounds(PLANS[plan].monthlyPence)} a month${hasCard ? '' : CARD_CONDITION}.`}
            </span>
          </span>
        </label>
        <label className="choice">
          <input type="radio" name="when" checked={isNow} onChange={() => onChange(true)} />
          <span className="radio" />
          <span>
            <strong>Now</strong>
            <span className="when__note">
              <Price plan={plan} hasCard={hasCard} />
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
