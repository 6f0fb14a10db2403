import { type billing, PLANS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../app/api.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Drawing, type DrawingName } from '../../ui/Drawing.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { billingAsStripeSays } from './billing.queries.ts'
import { chargedText, goesOnSaid, holdsSaid } from './in-words.ts'

/** Neither page nor title says success before Stripe has confirmed it. */
export const meta = privatePageMeta('Your Plan')

/** How often Stripe is asked, and for how long, in milliseconds. */
const AGAIN = 2_000
const PATIENCE = 30_000

/** Where Stripe sends people back to. That somebody came here proves nothing: what Stripe says of the subscription does. */
export default function BillingSuccessPage() {
  const patient = usePatience()
  const {
    data: status,
    error,
    refetch,
  } = useQuery({
    ...billingAsStripeSays,
    refetchInterval: ({ state }) => (patient && state.data?.plan === 'free' ? AGAIN : false),
  })

  if (!status && error) return <NotLoaded error={error} onRetry={refetch} />
  if (!status || (status.plan === 'free' && patient)) return <Waiting />
  if (status.plan === 'free') return <NothingYet />
  return <OnPaidPlan status={status} />
}

function OnPaidPlan({ status }: { status: billing.BillingStatus }) {
  const { title } = PLANS[status.plan]
  const holds = `You are on ${title}. ${holdsSaid(status.plan)}`
  if (status.subscriptionStatus === 'past_due')
    return (
      <Result heading="Your payment failed" drawing="door" toDashboard>
        {holds} {goesOnSaid(status)}
      </Result>
    )
  // A granted plan has no subscription and no payment.
  const isBought = status.currentPeriodEnd !== null
  return (
    <Result heading={isBought ? 'Payment Successful' : `You are on ${title}`} drawing="open" toDashboard>
      {chargedText(status)} {holds} {goesOnSaid(status)}
    </Result>
  )
}

function NotLoaded(failure: { error: ApiError; onRetry: () => void }) {
  const heading = 'Your Plan'
  useTitle(heading)
  return (
    <>
      <h1 className="vh" tabIndex={-1}>
        {heading}
      </h1>
      <LoadFailed title="Your plan did not load" {...failure} />
    </>
  )
}

function Waiting() {
  return (
    <Result heading="One moment" drawing="door">
      Waiting for Stripe to confirm your payment. This page goes on by itself.
    </Result>
  )
}

function NothingYet() {
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
  useTitle(heading)
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

/** The document is titled as the page is headed. */
function useTitle(heading: string) {
  useEffect(() => {
    document.title = `Portico | ${heading}`
  }, [heading])
}

function usePatience() {
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return patient
}
