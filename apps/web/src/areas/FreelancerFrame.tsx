import { paths } from '@portico/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { usePageHandle } from '../app/page-handle.ts'
import type { Session } from '../app/session.ts'
import { useFetchAhead } from '../app/use-fetch-ahead.ts'
import { useRefetchAtMidnight } from '../app/use-refetch-at-midnight.ts'
import { ConfirmIdentity } from '../features/accounts/ConfirmIdentity.tsx'
import { dashboardSummary } from '../features/accounts/dashboard.queries.ts'
import { Bell } from '../features/activity/Bell.tsx'
import { PlanModalRoute } from '../features/billing/PlanModalRoute.tsx'
import { unreadMessages } from '../features/chat/unread.queries.ts'
import { PalettePlaceholder } from '../features/search/PalettePlaceholder.tsx'
import { SearchButton } from '../features/search/SearchButton.tsx'
import { SearchPalette } from '../features/search/SearchPalette.tsx'
import { TopbarSearch } from '../features/search/TopbarSearch.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { loadWhenIdle } from '../ui/load-when-idle.tsx'
import { AreaError } from './AreaError.tsx'
import { FreelancerBottomBar, FreelancerNav, FreelancerSideFoot } from './FreelancerNav.tsx'
import { Guard } from './guard.tsx'
import { MainAlone } from './MainAlone.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SkipLink } from './SkipLink.tsx'
import { UnreadTitle } from './UnreadTitle.tsx'
import { UnstoredSessionNote } from './UnstoredSessionNote.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { usePathWaitingForNetwork } from './use-path-waiting-for-network.ts'
import { useRestoreUnsentFiles } from './use-restore-unsent-files.ts'
import { useSayWhereFilesGo } from './use-say-where-files-go.ts'
import './frame.css'
import './topbar.css'
import './nav.css'
import './sidebar.css'
import './bottombar.css'

const LiveNotifications = loadWhenIdle(() => import('../features/activity/LiveNotifications.tsx'))
const WorkspaceSwitcher = loadWhenIdle(
  () => import('../features/members/WorkspaceSwitcher.tsx'),
  ({ alone }) => alone,
)
const loadPalette = () => import('../features/search/FreelancerPalette.tsx')
const FreelancerPalette = lazyDialog(loadPalette, PalettePlaceholder)

/** In characters: what fits on two lines between the buttons of a phone’s top bar. */
const LONG_NAME_LENGTH = 20

/** Any id works, because one document serves all projects. */
const PAGES = [
  paths.freelancer.home,
  paths.freelancer.projects,
  paths.freelancer.project('id'),
  paths.freelancer.projectRequests('id'),
  paths.freelancer.projectActivity('id'),
  paths.freelancer.requests,
  paths.freelancer.clients,
  paths.freelancer.client('id'),
  paths.freelancer.chat,
  paths.freelancer.notifications,
  paths.freelancer.search,
  paths.freelancer.settings,
  paths.freelancer.notificationSettings,
  paths.freelancer.security,
  paths.freelancer.help,
]

export function FreelancerFrame({ children }: { children: ReactNode }) {
  return (
    <Guard area="freelancer">
      {(session, ending) => (
        <>
          <UnreadTitle />
          <ConfirmIdentity />
          <Shell session={session} ending={ending}>
            {children}
          </Shell>
        </>
      )}
    </Guard>
  )
}

function Shell({ session, ending, children }: { session: Session; ending: boolean; children: ReactNode }) {
  // During render: `useQuery` alone would fetch after the first paint.
  usePrefetchQuery(dashboardSummary)
  usePrefetchQuery(unreadMessages)
  useFocusOnNavigation()
  const waiting = usePathWaitingForNetwork()
  useFetchAhead(PAGES, loadPalette)
  useRestoreUnsentFiles('freelancer', session.ownerId)
  useSayWhereFilesGo('freelancer')
  useRefetchAtMidnight(useQuery(dashboardSummary).data?.timeZone)
  // During a logout the area has no owner.
  const name = ending ? 'Guest' : session.name
  const page = waiting === undefined ? children : <AreaError path={waiting} />
  const [searchText, setSearchText] = useState<string>()
  const palette = !ending && (
    <SearchPalette
      area="freelancer"
      ownerId={session.ownerId}
      text={searchText}
      palette={FreelancerPalette}
      onChange={setSearchText}
    />
  )
  const notifications = !ending && <LiveNotifications area="freelancer" />
  if (usePageHandle().fillsWindow) {
    return (
      <>
        <MainAlone>{page}</MainAlone>
        {palette}
        {notifications}
      </>
    )
  }
  return (
    <>
      <SkipLink />
      <div className="shell">
        <aside className="side" aria-label="Sidebar">
          <div className="side__brand">
            <Brand to="/" />
          </div>
          <FreelancerNav />
          <FreelancerSideFoot ending={ending} />
        </aside>
        <header className={name.length > LONG_NAME_LENGTH ? 'topbar topbar--tall' : 'topbar'}>
          <PhoneMenu ending={ending} />
          <TopbarSearch onOpen={setSearchText} />
          <span className="topbar__welcome">Welcome, {name}</span>
          <SearchButton onOpen={setSearchText} />
          <Bell area="freelancer" isSignedIn={!ending} />
          {ending ? (
            <Avatar name={name} small ink />
          ) : (
            <WorkspaceSwitcher alone={<Avatar name={name} small ink />} />
          )}
        </header>
        <main className="main" id="main" tabIndex={-1}>
          <UnstoredSessionNote area="freelancer" />
          {page}
        </main>
        <FreelancerBottomBar />
      </div>
      <PlanModalRoute />
      {palette}
      {notifications}
    </>
  )
}

function PhoneMenu({ ending }: { ending: boolean }) {
  const { key } = useLocation()
  // Any navigation changes the key and so closes it.
  const [openAt, setOpenAt] = useState<string>()
  const close = () => setOpenAt(undefined)
  return (
    <>
      <button
        type="button"
        className="btn btn--quiet btn--icon phone-only topbar__menu"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
      >
        <Icon name="menu" />
      </button>
      {openAt === key && (
        <MenuDrawer home="/" onClose={close}>
          <FreelancerNav />
          <FreelancerSideFoot ending={ending} />
        </MenuDrawer>
      )}
    </>
  )
}
