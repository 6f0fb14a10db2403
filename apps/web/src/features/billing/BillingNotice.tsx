import { type billing, PLANS, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { longDate } from '../../ui/dates.ts'
import { Note } from '../../ui/Note.tsx'
import { billingStatus, openPortal, resumeSubscription } from './billing.queries.ts'
import './billing.css'

/** What is going to happen to the plan, while there is something: a payment failed, it ends, or the trial does. */
export function BillingNotice() {
  const { data: status } = useQuery(billingStatus)
  if (!status || status.plan === 'free') return null
  if (status.subscriptionStatus === 'past_due') return <PastDue status={status} />
  if (status.cancelAtPeriodEnd) return <Ends status={status} />
  if (status.trialEndsAt) return <Trial status={status} />
  return null
}

function PastDue({ status: { plan } }: { status: billing.BillingStatus }) {
  const portal = useMutation(openPortal)
  return (
    <Notice
      danger
      action={
        <Button size="sm" busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
          Pay now
        </Button>
      }
    >
      Your last payment failed. Everything works for now, and the payment is tried again over the next days.
      If none goes through, your account is Free again and {PLANS[plan].title} ends.
    </Notice>
  )
}

function Ends({ status: { plan, currentPeriodEnd } }: { status: billing.BillingStatus }) {
  const resume = useMutation(resumeSubscription)
  return (
    <Notice
      action={
        <Button size="sm" busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
          Keep Subscription
        </Button>
      }
    >
      {PLANS[plan].title} ends on {longDate(currentPeriodEnd ?? '')}. Until then everything works as it does
      now; then your account is Free, and nothing is deleted.
    </Notice>
  )
}

function Trial({ status: { plan, trialEndsAt } }: { status: billing.BillingStatus }) {
  const portal = useMutation(openPortal)
  const { title, monthlyPence } = PLANS[plan]
  return (
    <Notice
      action={
        <Button size="sm" busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
          Card and invoices
        </Button>
      }
    >
      Your free trial of {title} runs until {longDate(trialEndsAt ?? '')}. With a card it then goes on for{' '}
      {pounds(monthlyPence)} a month; without one your account is Free again.
    </Notice>
  )
}

function Notice({ danger, action, children }: { danger?: boolean; action: ReactNode; children: ReactNode }) {
  return (
    <div className="billing-notice">
      <Note danger={danger}>
        <div className="billing-notice__body">
          <p>{children}</p>
          {action}
        </div>
      </Note>
    </div>
  )
}
