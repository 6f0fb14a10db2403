import { paths, plural } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { isTeam, myWorkspace } from '../accounts/workspace.queries.ts'
import { usePlansLink } from '../billing/use-plans-link.ts'
import { largerTeamsText } from './seats-text.ts'

const InvitePanel = lazyDialog(() => import('./InvitePanel.tsx'))

/** For who works alone. A team has a page of its own. */
export function WorkWithOthers() {
  const { data: workspace } = useQuery(myWorkspace)
  const { data: summary } = useQuery(dashboardSummary)
  const plans = usePlansLink()
  const inviting = useRestorableOpen('new-member')
  const navigate = useNavigate()
  if (!workspace || !summary || isTeam(workspace)) return null
  const { memberLimit = Number.POSITIVE_INFINITY } = workspace
  return (
    <SettingsSection
      heading="Work with others"
      about="Colleagues come in with a password of their own, and see the clients that you choose."
    >
      {memberLimit > 1 ? (
        <>
          {workspace.memberLimit !== undefined && (
            <p className="plan-text">Your plan has room for {plural(memberLimit, 'member')}, you included.</p>
          )}
          <div className="actions">
            <Button onClick={() => inviting.open()}>Invite a colleague</Button>
          </div>
        </>
      ) : (
        <>
          <p className="plan-text">Your plan is for one person. {largerTeamsText(memberLimit)}</p>
          {plans && (
            <div className="actions">
              <Link className="btn btn--secondary" to={plans}>
                See the plans
              </Link>
            </div>
          )}
        </>
      )}
      {inviting.isOpen && (
        <InvitePanel
          onClose={(isDone) => {
            inviting.close()
            if (isDone) navigate(paths.freelancer.members)
          }}
        />
      )}
    </SettingsSection>
  )
}
