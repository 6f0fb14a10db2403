import { paths } from '@portico/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { rememberBrand, useBrand } from '../app/client-brand.ts'
import { logOut } from '../app/logout.ts'
import { LOOKS_ONLY_TEXT } from '../app/looks-only-text.ts'
import { usePageHandle } from '../app/page-handle.ts'
import type { Session } from '../app/session.ts'
import { storedBrand, storedKnownClient, storedMyFreelancer } from '../app/stored.ts'
import { useFetchAhead } from '../app/use-fetch-ahead.ts'
import { Bell } from '../features/activity/Bell.tsx'
import { UnreadMessages } from '../features/chat/UnreadMessages.tsx'
import { unreadMessages } from '../features/chat/unread.queries.ts'
import { myFreelancer } from '../features/clients/clients.queries.ts'
import { PortalOfAddress } from '../features/portals/PortalOfAddress.tsx'
import { DisabledInPreview } from '../features/preview/DisabledInPreview.tsx'
import { PalettePlaceholder } from '../features/search/PalettePlaceholder.tsx'
import { SearchButton } from '../features/search/SearchButton.tsx'
import { SearchPalette } from '../features/search/SearchPalette.tsx'
import { TopbarSearch } from '../features/search/TopbarSearch.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { loadWhenIdle } from '../ui/load-when-idle.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PortalBrand } from '../ui/PortalBrand.tsx'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { AreaError } from './AreaError.tsx'
import { FrameSkeleton } from './FrameSkeleton.tsx'
import { Guard } from './guard.tsx'
import { MainAlone } from './MainAlone.tsx'
import { SkipLink } from './SkipLink.tsx'
import { SmallPrint } from './SmallPrint.tsx'
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

const PortalSwitcher = lazy(() => import('./PortalSwitcher.tsx'))
const PreviewBand = lazy(() => import('../features/preview/PreviewBand.tsx'))
const LiveNotifications = loadWhenIdle(() => import('../features/activity/LiveNotifications.tsx'))
const loadPalette = () => import('../features/search/ClientPalette.tsx')
const ClientPalette = lazyDialog(loadPalette, PalettePlaceholder)

/** Any id works, because one document serves all projects. */
const PAGES = [
  paths.client.home,
  paths.client.project('id'),
  paths.client.projectRequests('id'),
  paths.client.projectActivity('id'),
  paths.client.notifications,
  paths.client.search,
  paths.client.chat,
  paths.client.settings,
  paths.client.help,
]

export function ClientFrame({ children }: { children: ReactNode }) {
  return (
    <Guard area="client">
      {(session, ending) => (
        <PortalOfAddress session={session} skeleton={<FrameSkeleton area="client" />}>
          <UnreadTitle />
          <Shell session={session} ending={ending}>
            {children}
          </Shell>
        </PortalOfAddress>
      )}
    </Guard>
  )
}

function Shell({ session, ending, children }: { session: Session; ending: boolean; children: ReactNode }) {
  // During render: `useQuery` alone would fetch after the first paint.
  usePrefetchQuery(myFreelancer)
  usePrefetchQuery(unreadMessages)
  useRememberClient(session)
  useBrandOfPortal(session)
  useFocusOnNavigation()
  const waiting = usePathWaitingForNetwork()
  useFetchAhead(PAGES, loadPalette)
  useRestoreUnsentFiles('client', session.id)
  useSayWhereFilesGo('client')
  const isPreview = session.preview !== undefined
  const leave = () => ending || logOut('client')
  // The projects are marked as current on the page of a project too.
  const isElsewhere = /^\/client-dashboard\/(chat|settings|help|notifications|search)/.test(
    useLocation().pathname,
  )
  const page = waiting === undefined ? children : <AreaError path={waiting} />
  const band = isPreview && (
    <Suspense>
      <PreviewBand session={session} />
    </Suspense>
  )
  const brandOnPhone = (
    <div className="phone-only topbar__brand">
      <FreelancerBrand />
    </div>
  )
  const [searchText, setSearchText] = useState<string>()
  const palette = !ending && (
    <SearchPalette
      area="client"
      ownerId={isPreview ? undefined : session.id}
      text={searchText}
      palette={ClientPalette}
      onChange={setSearchText}
    />
  )
  const notifications = !ending && <LiveNotifications area="client" />
  if (usePageHandle().fillsWindow) {
    return (
      <>
        {band}
        <MainAlone>{page}</MainAlone>
        {palette}
        {notifications}
      </>
    )
  }
  return (
    <>
      <SkipLink />
      {band}
      <div className="shell shell--client">
        <aside className="side" aria-label="Sidebar">
          <div className="side__brand">
            <FreelancerBrand withRole />
          </div>
          <nav className="nav" aria-label="Main">
            <NavLink to={paths.client.home} end={isElsewhere}>
              <Icon name="folder" />
              <span>My Projects</span>
            </NavLink>
            <ChatLink />
          </nav>
          <div className="side__foot">
            <div className="nav">
              <ThemeButton />
              <NavLink to={paths.client.settings}>
                <Icon name="settings" />
                <span>Settings</span>
              </NavLink>
              <SupportLink />
              <DisabledInPreview>
                <button type="button" onClick={leave}>
                  <Icon name="logout" />
                  <span>Logout</span>
                </button>
              </DisabledInPreview>
            </div>
            <SmallPrint />
            <PorticoMark />
          </div>
        </aside>
        <header className="topbar topbar--tall">
          {session.hasOtherPortals ? (
            <Suspense fallback={brandOnPhone}>
              <PortalSwitcher alone={brandOnPhone} />
            </Suspense>
          ) : (
            brandOnPhone
          )}
          <TopbarSearch onOpen={setSearchText} />
          <span className="topbar__welcome">Welcome, {session.name}</span>
          <SearchButton onOpen={setSearchText} />
          <Bell area="client" isSignedIn={!ending} />
          <AccountMenu
            name={session.name}
            settings={paths.client.settings}
            onLogout={isPreview ? undefined : leave}
          />
        </header>
        <main className="main" id="main" tabIndex={-1}>
          <UnstoredSessionNote area="client" />
          {session.looksOnly && !isElsewhere && (
            <div className="looks-only">
              <Notice>{LOOKS_ONLY_TEXT}</Notice>
            </div>
          )}
          {page}
        </main>
        <nav className="bottombar" aria-label="Main, at the foot">
          <NavLink to={paths.client.home} end={isElsewhere}>
            <Icon name="folder" />
            <span>My Projects</span>
          </NavLink>
          <ChatLink />
          <SupportLink />
        </nav>
      </div>
      {palette}
      {notifications}
    </>
  )
}

function SupportLink() {
  return (
    <NavLink to={paths.client.help}>
      <Icon name="help" />
      <span>Support</span>
    </NavLink>
  )
}

function useBrandOfPortal({ preview }: Session) {
  const { data: freelancer } = useQuery(myFreelancer)
  const [known] = useState(() => (preview ? undefined : storedBrand.read()))
  const shown = freelancer?.brand
  useBrand(freelancer ? shown : known)
  useEffect(() => {
    if (shown !== undefined && !preview) rememberBrand(shown)
  }, [shown, preview])
}

/** For the question whether it is them, when they come without a session. */
function useRememberClient({ firstName, preview }: Session) {
  useEffect(() => {
    if (firstName && !preview) storedKnownClient.write(firstName)
  }, [firstName, preview])
}

function ChatLink() {
  return (
    <NavLink to={paths.client.chat}>
      <Icon name="chat" />
      <span>Chat</span>
      <UnreadMessages />
    </NavLink>
  )
}

/** Shows the freelancer's name instead of the product's, unless it cannot be loaded. */
function FreelancerBrand({ withRole = false }: { withRole?: boolean }) {
  const { data: freelancer, isError } = useQuery(myFreelancer)
  useEffect(() => {
    if (freelancer) storedMyFreelancer.write(freelancer.name)
  }, [freelancer])
  const brand = freelancer?.brand
  if (brand) {
    return (
      <PortalBrand brand={brand} to={paths.client.home} person={withRole ? freelancer.name : undefined} />
    )
  }
  if (!freelancer && isError) return <Brand to={paths.client.home} />
  return (
    <Link className="brand brand--person" to={paths.client.home} title={freelancer?.name}>
      {freelancer ? (
        <Avatar name={freelancer.name} small ink />
      ) : (
        <span className="skeleton avatar avatar--sm" />
      )}
      <span className="word">
        {freelancer?.name ?? <span className="vh">My Projects</span>}
        {withRole && freelancer && <small>{freelancer.role}</small>}
      </span>
    </Link>
  )
}

function PorticoMark() {
  const { data: freelancer } = useQuery(myFreelancer)
  if (freelancer?.brand?.showMadeWith === false) return null
  return (
    <div className="plan-line plan-line--signed">
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
        <path fill="currentColor" d="M0 1h16v2h-1v12h-2V3H3v12H1V3H0zM5 15V8a3 3 0 0 1 6 0v7z" />
      </svg>
      Runs on Portico
    </div>
  )
}
