import { type billing, type PaidPlan, PLANS, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { longDate } from '../../ui/dates.ts'
import { Note } from '../../ui/Note.tsx'
import { billingStatus, openPortal, resumeSubscription } from './billing.queries.ts'
import { goesOnSaid } from './in-words.ts'
import './billing.css'

/** What is going to happen to the plan, while there is something: a payment failed, it ends, or the trial does. */
export function BillingNotice() {
  const { data: status } = useQuery(billingStatus)
  if (!status || status.plan === 'free') return null
  if (status.subscriptionStatus === 'past_due') return <PastDue status={status} />
  if (status.cancelAtPeriodEnd) return <Ends status={status} />
  if (status.nextPlan) return <Changes status={status} to={status.nextPlan} />
  if (status.trialEndsAt) return <Trial status={status} />
  return null
}

function PastDue({ status }: { status: billing.BillingStatus }) {
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
      Your last payment failed. Everything works for now. {goesOnSaid(status)}
    </Notice>
  )
}

function Ends({ status }: { status: billing.BillingStatus }) {
  const { plan, currentPeriodEnd } = status
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
      now. {goesOnSaid(status)}
    </Notice>
  )
}

function Changes({ status, to }: { status: billing.BillingStatus; to: PaidPlan }) {
  const resume = useMutation(resumeSubscription)
  const { title } = PLANS[status.plan]
  return (
    <Notice
      action={
        <Button size="sm" busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
          Keep {title}
        </Button>
      }
    >
      {title} changes to {PLANS[to].title} on {longDate(status.currentPeriodEnd ?? '')}, for{' '}
      {pounds(PLANS[to].monthlyPence)} a month. Until then everything works as it does now
      {status.trialEndsAt && '; your free trial ends then'}.
    </Notice>
  )
}

function Trial({ status }: { status: billing.BillingStatus }) {
  const portal = useMutation(openPortal)
  return (
    <Notice
      action={
        <Button size="sm" busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
          Card and invoices
        </Button>
      }
    >
      Your free trial of {PLANS[status.plan].title} runs until {longDate(status.trialEndsAt ?? '')}.{' '}
      {goesOnSaid(status)}
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
