import { type billing, type PaidPlan, PLANS, type Plan } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { longDate } from '../../ui/dates.ts'
import { cancelSubscription, planPreview, startCheckout, switchToFree } from './billing.queries.ts'
import { Differences } from './Differences.tsx'
import { costSaid } from './in-words.ts'

interface Props {
  status: billing.BillingStatus
  plan: Plan
  onBack: () => void
  onClose: () => void
}

/** Exactly what will be different with a plan that holds less, and when. */
export function SmallerPlan({ status, plan, onBack, onClose }: Props) {
  const end = status.currentPeriodEnd
  // Given, not paid for: there is no period to wait for.
  const [now, setNow] = useState(end === null)
  const checkout = useMutation(startCheckout)
  const atOnce = useMutation({ ...switchToFree, onSuccess: onClose })
  const atEnd = useMutation({ ...cancelSubscription, onSuccess: onClose })
  const busy = checkout.isPending || atOnce.isPending || atEnd.isPending

  function go() {
    if (plan !== 'free') checkout.mutate(plan as PaidPlan)
    else if (now) atOnce.mutate()
    else atEnd.mutate()
  }

  return (
    <>
      <Differences from={status.plan} to={plan} />
      {plan === 'free' ? end && <When end={end} now={now} onChange={setNow} /> : <Price plan={plan} />}
      <div className="dialog__foot">
        <div className="actions">
          <Button look="secondary" onClick={onBack}>
            Keep {PLANS[status.plan].title}
          </Button>
          <Button
            look={plan === 'free' ? 'danger' : 'primary'}
            busy={busy}
            busyLabel="Changing..."
            onClick={go}
          >
            {plan === 'free' ? 'Switch to Free' : `Change to ${PLANS[plan].title}`}
          </Button>
        </div>
      </div>
    </>
  )
}

function When({ end, now, onChange }: { end: string; now: boolean; onChange: (now: boolean) => void }) {
  return (
    <fieldset className="when">
      <legend>When?</legend>
      <div className="when__choices">
        <label className="choice">
          <input type="radio" name="when" checked={!now} onChange={() => onChange(false)} />
          <span className="radio" />
          <span>
            <strong>At the end, on {longDate(end)}</strong>
            <span className="when__note">Until then everything works as it does now.</span>
          </span>
        </label>
        <label className="choice">
          <input type="radio" name="when" checked={now} onChange={() => onChange(true)} />
          <span className="radio" />
          <span>
            <strong>Now</strong>
            <span className="when__note">The days that are left are not paid back.</span>
          </span>
        </label>
      </div>
    </fieldset>
  )
}

function Price({ plan }: { plan: Plan }) {
  const { data: preview } = useQuery(planPreview(plan))
  return <p className="plan-modal__price">{preview ? costSaid(preview) : 'Working out the price...'}</p>
}
