import { type billing, type PaidPlan, PLANS, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Note } from '../../ui/Note.tsx'
import { billingStatus, dismissEnd, openPortal, resumeSubscription } from './billing.queries.ts'
import { endedSaid, freeSaid, goesOnSaid, lacksCard, portalNamed } from './in-words.ts'
import { usePlansLink } from './use-plans-link.ts'
import './billing.css'

/** What has happened to the plan, or is going to, while there is something: a payment failed, it ends or has ended, or the trial does. */
export function BillingNotice() {
  const { data: status } = useQuery(billingStatus)
  if (!status) return null
  if (status.ended && !status.ended.dismissed) return <HasEnded ended={status.ended} />
  if (status.plan === 'free') return null
  if (status.subscriptionStatus === 'past_due') return <PastDue status={status} />
  if (status.cancelAtPeriodEnd) return <Ends status={status} />
  if (status.nextPlan) return <Changes status={status} to={status.nextPlan} />
  if (status.trialEndsAt) return <Trial status={status} />
  return null
}

function HasEnded({ ended }: { ended: billing.Ended }) {
  const plans = usePlansLink()
  const dismiss = useMutation(dismissEnd)
  return (
    <Notice
      action={
        <>
          <Link className="btn btn--secondary btn--sm" to={plans}>
            Choose a plan
          </Link>
          <Button
            look="quiet"
            size="sm"
            busy={dismiss.isPending}
            busyLabel="Dismissing..."
            onClick={() => dismiss.mutate()}
          >
            Dismiss
          </Button>
        </>
      }
    >
      {endedSaid(ended)} {freeSaid(ended)}
    </Notice>
  )
}

function PastDue({ status }: { status: billing.BillingStatus }) {
  return (
    <Notice danger action={<ToPortal>{portalNamed(status)}</ToPortal>}>
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
      {PLANS[plan].title} ends on {formatDate(currentPeriodEnd ?? '')}. Until then everything works as it does
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
        <>
          {lacksCard(status) && <ToPortal>{portalNamed(status)}</ToPortal>}
          <Button size="sm" busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
            Keep {title}
          </Button>
        </>
      }
    >
      {title} changes to {PLANS[to].title} on {formatDate(status.currentPeriodEnd ?? '')}, for{' '}
      {pounds(PLANS[to].monthlyPence)} a month. Until then everything works as it does now
      {status.trialEndsAt && '; your free trial ends then'}. {lacksCard(status) && goesOnSaid(status)}
    </Notice>
  )
}

function Trial({ status }: { status: billing.BillingStatus }) {
  return (
    <Notice action={<ToPortal>{portalNamed(status)}</ToPortal>}>
      Your free trial of {PLANS[status.plan].title} runs until {formatDate(status.trialEndsAt ?? '')}.{' '}
      {goesOnSaid(status)}
    </Notice>
  )
}

function ToPortal({ children }: { children: string }) {
  const portal = useMutation(openPortal)
  return (
    <Button size="sm" busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
      {children}
    </Button>
  )
}

function Notice({ danger, action, children }: { danger?: boolean; action: ReactNode; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  // What was pressed in it may be why it goes: then the focus goes on to the heading.
  useLayoutEffect(() => {
    const here = notice.current
    return () => {
      if (here?.contains(document.activeElement)) document.querySelector<HTMLElement>('#main h1')?.focus()
    }
  }, [])
  return (
    <div className="billing-notice" ref={notice}>
      <Note danger={danger}>
        <div className="billing-notice__body">
          <p>{children}</p>
          <div className="actions">{action}</div>
        </div>
      </Note>
    </div>
  )
}
