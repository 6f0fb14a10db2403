import { paths } from '@portico/contract'
import { Link, Outlet, useLocation } from 'react-router'
import { rememberDestination } from '../app/destination.ts'
import { useSession } from '../app/session.ts'
import { Brand } from '../ui/Brand.tsx'
import { AreaError } from './AreaError.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { SessionProviders } from './guard.tsx'

/** The pages to which Stripe redirects. If the session has ended by then, the login returns to them. */
export default function BillingArea() {
  const state = useSession('freelancer')
  if (state.status === 'loading') return null
  return (
    <Frame>
      {state.status === 'in' ? (
        <SessionProviders key={state.session.ownerId} area="freelancer" live={!state.ending}>
          {state.session.memberRole === 'owner' ? <Outlet /> : <OwnersOnly />}
        </SessionProviders>
      ) : (
        <LogInFirst />
      )}
    </Frame>
  )
}

function OwnersOnly() {
  return (
    <>
      <h1 tabIndex={-1}>The plan is the owner’s</h1>
      <p>Only the owner of the workspace sees and changes its subscription.</p>
      <div className="actions">
        <Link className="btn btn--primary" to={paths.freelancer.home}>
          Go to the dashboard
        </Link>
      </div>
    </>
  )
}

function LogInFirst() {
  const { pathname, search } = useLocation()
  return (
    <>
      <h1 tabIndex={-1}>Log in to continue</h1>
      <p>This page is about your subscription. You come back here once you are logged in.</p>
      <div className="actions">
        <Link
          className="btn btn--primary"
          to={paths.login}
          onClick={() => rememberDestination(pathname + search)}
        >
          Log In
        </Link>
      </div>
    </>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <EntryFrame>
      <header className="pagebar">
        <Brand to="/" />
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        {children}
      </main>
    </EntryFrame>
  )
}

export function ErrorBoundary() {
  return (
    <Frame>
      <AreaError />
    </Frame>
  )
}
