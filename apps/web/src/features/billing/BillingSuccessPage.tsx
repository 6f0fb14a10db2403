import { type billing, PLANS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../app/api.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Drawing, type DrawingName } from '../../ui/Drawing.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { refreshedBillingStatus } from './billing.queries.ts'
import { chargedText, planContentText, renewalText } from './billing-text.ts'

/** Neither the page nor its title may report success before Stripe has confirmed it. */
export const meta = privatePageMeta('Your Plan')

const POLL_INTERVAL_MS = 2_000
const POLL_TIMEOUT_MS = 30_000

/** Stripe redirects here after a checkout. Anybody can open this page, so it shows the subscription as Stripe has it. */
export default function BillingSuccessPage() {
  const isPolling = useIsPolling()
  const {
    data: status,
    error,
    refetch,
  } = useQuery({
    ...refreshedBillingStatus,
    refetchInterval: ({ state }) => (isPolling && state.data?.plan === 'free' ? POLL_INTERVAL_MS : false),
  })

  if (!status && error) return <PlanNotLoaded error={error} onRetry={refetch} />
  if (!status || (status.plan === 'free' && isPolling)) return <WaitingForStripe />
  if (status.plan === 'free') return <NoPayment />
  return <PaidPlanResult status={status} />
}

function PaidPlanResult({ status }: { status: billing.BillingStatus }) {
  const { title } = PLANS[status.plan]
  const contents = `You are on ${title}. ${planContentText(status.plan)}`
  if (status.subscriptionStatus === 'past_due')
    return (
      <Result heading="Your payment failed" drawing="door" toDashboard>
        {contents} {renewalText(status)}
      </Result>
    )
  // A granted plan has no subscription and no payment.
  const isBought = status.currentPeriodEnd !== null
  return (
    <Result heading={isBought ? 'Payment Successful' : `You are on ${title}`} drawing="open" toDashboard>
      {chargedText(status)} {contents} {renewalText(status)}
    </Result>
  )
}

function PlanNotLoaded(failure: { error: ApiError; onRetry: () => void }) {
  const heading = 'Your Plan'
  useDocumentTitle(heading)
  return (
    <>
      <h1 className="vh" tabIndex={-1}>
        {heading}
      </h1>
      <LoadFailed title="Your plan did not load" {...failure} />
    </>
  )
}

function WaitingForStripe() {
  return (
    <Result heading="One moment" drawing="door">
      Waiting for Stripe to confirm your payment. This page continues by itself.
    </Result>
  )
}

function NoPayment() {
  return (
    <Result heading="No payment has arrived yet" drawing="door" toDashboard>
      You are on Free. If you have paid, your plan changes as soon as Stripe tells us, also while you do
      something else.
    </Result>
  )
}

interface ResultProps {
  heading: string
  drawing: DrawingName
  toDashboard?: boolean
  children: ReactNode
}

function Result({ heading, drawing, toDashboard, children }: ResultProps) {
  useDocumentTitle(heading)
  return (
    <>
      <Drawing name={drawing} />
      <h1 tabIndex={-1}>{heading}</h1>
      <p role="status">{children}</p>
      {toDashboard && (
        <div className="actions">
          <Link className="btn btn--primary" to="/">
            Go to the dashboard
          </Link>
        </div>
      )}
    </>
  )
}

function useDocumentTitle(heading: string) {
  useEffect(() => {
    document.title = `Portico | ${heading}`
  }, [heading])
}

function useIsPolling() {
  const [isPolling, setPolling] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPolling(false), POLL_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPolling
}
