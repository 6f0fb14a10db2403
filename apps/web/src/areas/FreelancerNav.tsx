import { PLANS, paths, plural } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router'
import { logOut } from '../app/logout.ts'
import { WithPlans } from '../app/plans.tsx'
import { dashboardSummary } from '../features/accounts/dashboard.queries.ts'
import { usePlansLink } from '../features/billing/use-plans-link.ts'
import { UnreadMessages } from '../features/chat/UnreadMessages.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { SmallPrint } from './SmallPrint.tsx'

const places: { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Dashboard', icon: 'home' },
  { to: paths.freelancer.clients, label: 'Clients', icon: 'people' },
  { to: paths.freelancer.projects, label: 'Projects', icon: 'folder' },
  { to: paths.freelancer.chat, label: 'Chat', icon: 'chat' },
]

export function FreelancerNav() {
  return (
    <nav className="nav" aria-label="Main">
      <Places />
    </nav>
  )
}

/** On a phone, where the other navigation is in a drawer, so that unread messages show. */
export function FreelancerBottomBar() {
  return (
    <nav className="bottombar" aria-label="Main, at the foot">
      <Places />
    </nav>
  )
}

function Places() {
  return (
    <>
      {places.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} end={to === '/'}>
          <Icon name={icon} />
          <span>{label}</span>
          {to === paths.freelancer.chat && <UnreadMessages />}
        </NavLink>
      ))}
    </>
  )
}

export function FreelancerSideFoot({ ending }: { ending: boolean }) {
  return (
    <div className="side__foot">
      <div className="nav">
        <ThemeButton />
        <NavLink to={paths.freelancer.settings}>
          <Icon name="settings" />
          <span>Settings</span>
        </NavLink>
        <NavLink to={paths.freelancer.help}>
          <Icon name="help" />
          <span>Support</span>
        </NavLink>
        {ending ? (
          <Link to={paths.login}>
            <Icon name="logout" />
            <span>Login</span>
          </Link>
        ) : (
          <button type="button" onClick={() => logOut('freelancer')}>
            <Icon name="logout" />
            <span>Logout</span>
          </button>
        )}
      </div>
      {!ending && (
        <WithPlans>
          <PlanSummary />
        </WithPlans>
      )}
      <SmallPrint />
    </div>
  )
}

function PlanSummary() {
  const { data } = useQuery(dashboardSummary)
  const plans = usePlansLink()
  if (!plans) return null
  if (!data?.plan || data.clients.limit === undefined) {
    return (
      <div className="plan-line" aria-hidden="true">
        <strong>{'\u00a0'}</strong>
        {'\u00a0'}
      </div>
    )
  }
  const { used, limit } = data.clients
  const change = data.plan === 'free' ? 'Upgrade' : 'Change plan'
  return (
    <>
      <div className="nav rail-only">
        <Link to={plans}>
          <Icon name="plan" />
          <span>{change}</span>
        </Link>
      </div>
      <div className="plan-line">
        <strong>{PLANS[data.plan].title}</strong>
        {used} of {plural(limit, 'client')}.{' '}
        <Link className="link" to={plans}>
          {change}
        </Link>
      </div>
    </>
  )
}
