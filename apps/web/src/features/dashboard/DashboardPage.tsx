import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { titled } from '../../app/titled.ts'
import { Page } from '../../ui/Page.tsx'
import { Failed } from '../../ui/States.tsx'
import { BillingNotice } from '../billing/BillingNotice.tsx'
import { dashboardSummary } from './dashboard.queries.ts'
import { RecentProjects } from './RecentProjects.tsx'
import { SummarySentence } from './SummarySentence.tsx'
import { Tiles } from './Tiles.tsx'
import { UpcomingDeadlines } from './UpcomingDeadlines.tsx'
import '../../ui/Rows.css'
import '../../ui/split.css'
import './dashboard.css'

export const meta = titled('Dashboard')

/** Until the summary has come, every part shows its bones. */
export default function DashboardPage() {
  const { data: summary, error, refetch } = useQuery(dashboardSummary)

  if (!summary && error) {
    return (
      <Page heading="Dashboard">
        <Failed title="Your dashboard did not load" error={error} onRetry={refetch} />
      </Page>
    )
  }
  return (
    <Page heading="Dashboard" summary={<SummarySentence summary={summary} />}>
      <p className="vh" role="status">
        {summary ? '' : 'Loading dashboard...'}
      </p>
      {summary && summary.plan !== 'free' && <BillingNotice />}
      <Tiles summary={summary} />
      <div className="split split--dash section">
        <RecentProjects projects={summary?.recentProjects} />
        <UpcomingDeadlines projects={summary?.upcomingDeadlines} />
        <QuickActions />
      </div>
    </Page>
  )
}

function QuickActions() {
  return (
    <section>
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
