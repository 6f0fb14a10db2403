import { type billing, featuresOf, members, PLANS, pounds } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { formatDate } from '../../ui/dates.ts'
import { LoadFailed, Loading, SkeletonText } from '../../ui/States.tsx'
import { myWorkspace } from '../accounts/workspace.queries.ts'
import { allClients } from '../clients/clients.queries.ts'
import { billingStatus, cancelSubscription, resumeSubscription } from './billing.queries.ts'
import { formatClientCount, formatMemberCount, planEndedText } from './billing-text.ts'
import '../../ui/Facts.css'
import './billing.css'

export const meta = privatePageMeta('Cancel Subscription')

export default function CancelSubscriptionPage() {
  const { data: status, error, refetch } = useQuery(billingStatus)
  const resume = useMutation(resumeSubscription)

  if (!status && error)
    return <LoadFailed title="Your subscription did not load" error={error} onRetry={refetch} />
  if (!status) {
    return (
      <Loading says="Loading your subscription...">
        <SkeletonText />
      </Loading>
    )
  }
  if (!status.currentPeriodEnd) return <NothingToCancel status={status} />
  const about = { status, end: status.currentPeriodEnd }
  if (status.cancelAtPeriodEnd)
    return <Cancelled {...about} keeping={resume.isPending} onKeep={() => resume.mutate()} />
  return <ConfirmCancellation {...about} wasResumed={!resume.isIdle} />
}

interface Props {
  status: billing.BillingStatus
  end: string
}

/** The pressed button disappears, so the focus moves to the heading of the result. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus()

function ConfirmCancellation({ status, end, wasResumed }: Props & { wasResumed: boolean }) {
  const { plan, nextPlan, subscriptionStatus } = status
  const cancel = useMutation(cancelSubscription)
  const { title, monthlyPence } = PLANS[plan]
  return (
    <>
      <Drawing name="leave" />
      <h1 tabIndex={-1} ref={wasResumed ? focusHeading : undefined}>
        Cancel Subscription?
      </h1>
      <p>
        You will lose premium access at the end of the billing cycle, on{' '}
        <span className="nowrap">{formatDate(end)}</span>. Until then everything works as it does now.
      </p>
      <dl className="facts billing-facts">
        <Fact name="You have">
          {title}, {pounds(monthlyPence)} a month
        </Fact>
        {subscriptionStatus === 'past_due' && (
          <Fact name="To pay">
            Your last payment failed and is tried again. If none goes through, {title} ends sooner.
          </Fact>
        )}
        {nextPlan && (
          <Fact name="Not any more">The change to {PLANS[nextPlan].title} that you have chosen for then</Fact>
        )}
        <Fact name="After that">{freePlanSummary}</Fact>
        <RemainingClients />
        <RemainingMembers />
      </dl>
      <div className="actions">
        <Link className="btn btn--secondary" to="/">
          Keep Subscription
        </Link>
        <Button
          look="danger"
          busy={cancel.isPending}
          busyLabel="Cancelling..."
          onClick={() => cancel.mutate()}
        >
          Cancel Subscription
        </Button>
      </div>
    </>
  )
}

const freePlanSummary = [
  PLANS.free.title,
  ...featuresOf('free').map(({ says }) => says.charAt(0).toLowerCase() + says.slice(1)),
].join(', ')

function RemainingClients() {
  const { data: clients } = useQuery(allClients)
  if (!clients || clients.length <= PLANS.free.clientLimit) return null
  return (
    <Fact name={`Your ${formatClientCount(clients.length)}`}>
      All stay, with every file and message. You cannot add another.
    </Fact>
  )
}

function RemainingMembers() {
  const { data: workspace } = useQuery(myWorkspace)
  if (!workspace || workspace.membersUsed <= PLANS.free.memberLimit) return null
  return (
    <Fact name={`Your ${formatMemberCount(workspace.membersUsed)}`}>
      For {members.PAUSE_DAYS} days all work on. Then those beyond the plan are paused: they can log in and
      read why, and what they wrote stays.
    </Fact>
  )
}

function Cancelled({
  status: { plan, subscriptionStatus },
  end,
  keeping,
  onKeep,
}: Props & { keeping: boolean; onKeep: () => void }) {
  return (
    <>
      <Drawing name="leave" />
      <h1 tabIndex={-1} ref={focusHeading}>
        Your subscription ends
      </h1>
      <p>
        {PLANS[plan].title} works until <span className="nowrap">{formatDate(end)}</span>, as it does now.
        Then your account is Free. Nothing is deleted.
        {subscriptionStatus === 'past_due' &&
          ' Your last payment failed and is tried again; if none goes through, that comes sooner.'}
      </p>
      <div className="actions">
        <Link className="btn btn--secondary" to="/">
          Go to the dashboard
        </Link>
        <Button look="primary" busy={keeping} busyLabel="Keeping..." onClick={onKeep}>
          Keep Subscription
        </Button>
      </div>
    </>
  )
}

function NothingToCancel({ status: { plan, ended } }: { status: billing.BillingStatus }) {
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>There is nothing to cancel</h1>
      <p>
        You are on {PLANS[plan].title}, and nothing is charged. {ended && planEndedText(ended)}
      </p>
      <div className="actions">
        <Link className="btn btn--primary" to="/">
          Go to the dashboard
        </Link>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
