import type { dashboard } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageHandle } from '../../app/page-handle.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { dashboardSummary, mySummary } from '../accounts/dashboard.queries.ts'
import { MineSwitch } from '../accounts/MineSwitch.tsx'
import { useMine } from '../accounts/use-mine.ts'
import { BillingNotice } from '../billing/BillingNotice.tsx'
import { usePrefetchBillingStatus } from '../billing/use-prefetch-billing-status.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentProjects } from './RecentProjects.tsx'
import { SummarySentence, SummarySkeleton } from './SummarySentence.tsx'
import { Turns } from './Turns.tsx'
import { UpcomingDeadlines } from './UpcomingDeadlines.tsx'
import '../../ui/Rows.css'
import '../../ui/split.css'
import './dashboard.css'

const CreateClientPanel = lazyDialog(() => import('../clients/CreateClientPanel.tsx'))
const CreateProject = lazyDialog(() => import('../projects/CreateProject.tsx'))

export const meta = privatePageMeta('Dashboard')

const skeleton = (
  <Page heading="Dashboard" summary={<SummarySkeleton />}>
    <Loading says="Loading dashboard...">
      <SkeletonRows count={5} />
    </Loading>
  </Page>
)

export const handle = { skeleton } satisfies PageHandle

export default function DashboardPage() {
  const mine = useMine()
  const [hasChosen, setHasChosen] = useState(false)
  const all = useQuery(dashboardSummary)
  const own = useQuery({
    ...mySummary,
    enabled: mine.mine,
    // After a choice, so that the switch stays on screen.
    placeholderData: hasChosen ? all.data : undefined,
  })
  const { data, error, refetch } = mine.mine ? own : all
  const summary = mine.isKnown ? data : undefined
  usePrefetchBillingStatus()
  const newClient = useRestorableOpen('new-client')
  const newProject = useRestorableOpen('new-project')

  if (!summary && error) {
    return (
      <Page heading="Dashboard">
        <LoadFailed title="Your dashboard did not load" error={error} onRetry={refetch} />
      </Page>
    )
  }
  if (!summary) return skeleton
  function choose(value: boolean) {
    setHasChosen(true)
    mine.choose(value)
  }
  const isFirst = isNew(all.data ?? summary)
  const open = { onNewClient: () => newClient.open(), onNewProject: () => newProject.open() }
  return (
    <Page
      heading="Dashboard"
      summary={<SummarySentence summary={summary} mine={mine.mine} />}
      actions={mine.canChoose && <MineSwitch {...mine} choose={choose} />}
    >
      <BillingNotice />
      <div className="dash-top">
        <Turns summary={summary} />
        <PlanFigures summary={summary} />
      </div>
      {isFirst && <FirstSteps clients={summary.clients.used} {...open} />}
      <div className="split split--dash section">
        <RecentProjects summary={summary} />
        <UpcomingDeadlines summary={summary} />
        <QuickActions summary={summary} {...open} />
      </div>
      {newClient.isOpen && (
        <CreateClientPanel
          onClose={(created) => {
            newClient.close()
            if (created && isFirst) newProject.open()
          }}
        />
      )}
      {newProject.isOpen && <CreateProject onClose={newProject.close} />}
    </Page>
  )
}

/** No client yet, or one client without a project. */
const isNew = ({ clients, recentProjects, hasArchivedProjects }: dashboard.Summary) =>
  clients.used < 2 && recentProjects.length === 0 && !hasArchivedProjects
