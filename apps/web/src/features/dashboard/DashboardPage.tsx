import type { dashboard } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Page } from '../../ui/Page.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { BillingNotice } from '../billing/BillingNotice.tsx'
import { dashboardSummary } from './dashboard.queries.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { RecentProjects } from './RecentProjects.tsx'
import { SummarySentence } from './SummarySentence.tsx'
import { UpcomingDeadlines } from './UpcomingDeadlines.tsx'
import '../../ui/Rows.css'
import '../../ui/split.css'
import './dashboard.css'

export const meta = privatePageMeta('Dashboard')

/** Every part shows its own skeleton until the summary has loaded. */
export default function DashboardPage() {
  const { data: summary, error, refetch } = useQuery(dashboardSummary)

  if (!summary && error) {
    return (
      <Page heading="Dashboard">
        <LoadFailed title="Your dashboard did not load" error={error} onRetry={refetch} />
      </Page>
    )
  }
  return (
    <Page heading="Dashboard" summary={<SummarySentence summary={summary} />}>
      <p className="vh" role="status">
        {summary ? '' : 'Loading dashboard...'}
      </p>
      {summary && <BillingNotice />}
      <PlanFigures summary={summary} />
      {summary && isNew(summary) && <FirstSteps clients={summary.clients.used} />}
      <div className="split split--dash section" aria-busy={!summary}>
        <RecentProjects summary={summary} />
        <UpcomingDeadlines summary={summary} />
        {summary && <QuickActions />}
      </div>
    </Page>
  )
}

/** No client yet, or one client without a project. */
const isNew = ({ clients, recentProjects }: dashboard.Summary) =>
  clients.used < 2 && recentProjects.length === 0

function QuickActions() {
  return (
    <section data-no-print>
      <div className="section__head">
        <h2>Quick Actions</h2>
      </div>
      <div className="actions quick">
        <Link className="btn btn--secondary" to="/projects">
          Manage Projects
        </Link>
        <Link className="btn btn--secondary" to="/projects">
          Projects
        </Link>
        <Link className="btn btn--secondary" to="/clients">
          Clients
        </Link>
      </div>
    </section>
  )
}
