import { type billing, PLANS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { titled } from '../../app/titled.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Failed } from '../../ui/States.tsx'
import { billingAsStripeSays } from './billing.queries.ts'
import { goesOnSaid, holdsSaid } from './in-words.ts'

export const meta = titled('Payment Successful')

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

  if (!status && error) return <Failed title="Your plan did not load" error={error} onRetry={refetch} />
  if (!status || (status.plan === 'free' && patient)) return <Waiting />
  if (status.plan === 'free') return <NothingYet />
  return <Arrived status={status} />
}

function Arrived({ status }: { status: billing.BillingStatus }) {
  const { plan, trialEndsAt } = status
  return (
    <>
      <Drawing name="open" />
      <h1 tabIndex={-1}>Payment Successful</h1>
      <p role="status">
        You are on {PLANS[plan].title}. {holdsSaid(plan, trialEndsAt)} {goesOnSaid(status)}
      </p>
      <ToDashboard />
    </>
  )
}

function Waiting() {
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>One moment</h1>
      <p role="status">Waiting for Stripe to confirm your payment. This page goes on by itself.</p>
    </>
  )
}

function NothingYet() {
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>No payment has arrived yet</h1>
      <p role="status">
        You are on Free. If you have paid, your plan changes as soon as Stripe tells us, also while you do
        something else.
      </p>
      <ToDashboard />
    </>
  )
}

function ToDashboard() {
  return (
    <div className="actions">
      <Link className="btn btn--primary" to="/">
        Go to the dashboard
      </Link>
    </div>
  )
}

function usePatience() {
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return patient
}
