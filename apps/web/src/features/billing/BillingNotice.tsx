import { type billing, type PaidPlan, PLANS, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { hasPlans } from '../../app/plans.tsx'
import { useMemberRole } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { billingStatus, dismissPlanEnd, openPortal, resumeSubscription } from './billing.queries.ts'
import { freePlanText, lacksCard, planEndedText, portalLabel, renewalText } from './billing-text.ts'
import { usePlansLink } from './use-plans-link.ts'
import './billing.css'

/** A failed payment, a trial, or an end or change of the plan that is scheduled or has happened. */
export function BillingNotice() {
  const isOwner = useMemberRole() === 'owner' && hasPlans()
  const { data: status } = useQuery({ ...billingStatus, enabled: isOwner })
  if (!status || !isOwner) return null
  if (status.ended && !status.ended.dismissed) return <PlanEnded ended={status.ended} />
  if (status.plan === 'free') return null
  if (status.subscriptionStatus === 'past_due') return <PaymentFailed status={status} />
  if (status.cancelAtPeriodEnd) return <PlanEnds status={status} />
  if (status.nextPlan) return <PlanChanges status={status} to={status.nextPlan} />
  if (status.trialEndsAt) return <TrialRuns status={status} />
  return null
}

function PlanEnded({ ended }: { ended: billing.Ended }) {
  const plans = usePlansLink() ?? ''
  const dismiss = useMutation(dismissPlanEnd)
  return (
    <NoticeWithAction
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
      {planEndedText(ended)} {freePlanText(ended)}
    </NoticeWithAction>
  )
}

function PaymentFailed({ status }: { status: billing.BillingStatus }) {
  return (
    <NoticeWithAction danger action={<PortalButton>{portalLabel(status)}</PortalButton>}>
      Your last payment failed. Everything works for now. {renewalText(status)}
    </NoticeWithAction>
  )
}

function PlanEnds({ status }: { status: billing.BillingStatus }) {
  const { plan, currentPeriodEnd } = status
  const resume = useMutation(resumeSubscription)
  return (
    <NoticeWithAction
      action={
        <Button size="sm" busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
          Keep Subscription
        </Button>
      }
    >
      {PLANS[plan].title} ends on {formatDate(currentPeriodEnd ?? '')}. Until then everything works as it does
      now. {renewalText(status)}
    </NoticeWithAction>
  )
}

function PlanChanges({ status, to }: { status: billing.BillingStatus; to: PaidPlan }) {
  const resume = useMutation(resumeSubscription)
  const { title } = PLANS[status.plan]
  return (
    <NoticeWithAction
      action={
        <>
          {lacksCard(status) && <PortalButton>{portalLabel(status)}</PortalButton>}
          <Button size="sm" busy={resume.isPending} busyLabel="Keeping..." onClick={() => resume.mutate()}>
            Keep {title}
          </Button>
        </>
      }
    >
      {title} changes to {PLANS[to].title} on {formatDate(status.currentPeriodEnd ?? '')}, for{' '}
      {pounds(PLANS[to].monthlyPence)} a month. Until then everything works as it does now
      {status.trialEndsAt && '; your free trial ends then'}. {lacksCard(status) && renewalText(status)}
    </NoticeWithAction>
  )
}

function TrialRuns({ status }: { status: billing.BillingStatus }) {
  return (
    <NoticeWithAction action={<PortalButton>{portalLabel(status)}</PortalButton>}>
      Your free trial of {PLANS[status.plan].title} runs until {formatDate(status.trialEndsAt ?? '')}.{' '}
      {renewalText(status)}
    </NoticeWithAction>
  )
}

function PortalButton({ children }: { children: string }) {
  const portal = useMutation(openPortal)
  return (
    <Button size="sm" busy={portal.isPending} busyLabel="Opening..." onClick={() => portal.mutate()}>
      {children}
    </Button>
  )
}

function NoticeWithAction({
  danger,
  action,
  children,
}: {
  danger?: boolean
  action: ReactNode
  children: ReactNode
}) {
  const notice = useRef<HTMLDivElement>(null)
  // A pressed button may remove the notice. The focus then moves to the heading.
  useLayoutEffect(() => {
    const element = notice.current
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('#main h1')?.focus()
    }
  }, [])
  return (
    <div className="billing-notice" ref={notice}>
      <Notice danger={danger}>
        <div className="billing-notice__body">
          <p>{children}</p>
          <div className="actions">{action}</div>
        </div>
      </Notice>
    </div>
  )
}
