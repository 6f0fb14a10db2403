import { type members, plural } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { withPlansText } from '../../app/plans.tsx'
import { useMemberRole, useSession } from '../../app/session.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { myWorkspace } from '../accounts/workspace.queries.ts'
import { OWNER_CHANGES_PLAN, usePlansLink } from '../billing/use-plans-link.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { MemberRow, MemberRows } from './MemberRow.tsx'
import { allMembers } from './members.queries.ts'
import { largerTeamsText, seatsText } from './seats-text.ts'
import './members.css'

const InvitePanel = lazyDialog(() => import('./InvitePanel.tsx'))
const ChangeMemberDialog = lazyDialog(() => import('./ChangeMemberDialog.tsx'))
const RemoveMemberDialog = lazyDialog(() => import('./RemoveMemberDialog.tsx'))
const ChooseMembersDialog = lazyDialog(() => import('./ChooseMembersDialog.tsx'))
const TransferDialog = lazyDialog(() => import('./TransferDialog.tsx'))

type Open = { kind: 'change' | 'remove'; id: string } | { kind: 'transfer' | 'choose' }

/** Who works here, who is invited and, for those who may, how to change it. */
export function Members() {
  const { data: listed, error, refetch } = useQuery(allMembers)
  const { data: workspace } = useQuery(myWorkspace)
  const state = useSession('freelancer')
  const role = useMemberRole()
  const inviting = useRestorableOpen('new-member')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const selfId = state.status === 'in' ? state.session.id : ''
  const everybody = listed?.filter(({ invited }) => !invited) ?? []
  const invited = listed?.filter((member) => member.invited) ?? []
  const self = everybody.find(({ id }) => id === selfId)
  const isManager = role !== 'member'
  const heirs = everybody.filter(({ id }) => id !== selfId)
  // Somebody else may have removed them meanwhile.
  const about = open && 'id' in open ? everybody.find(({ id }) => id === open.id) : undefined

  return (
    <>
      <SettingsSection
        heading="Members"
        about={
          isManager
            ? 'Each comes in with a password of their own. Who sees only assigned clients finds nothing of the others.'
            : 'The owner and the admins invite others, and say who sees which clients.'
        }
      >
        {!listed && error && <LoadFailed title="The members did not load" error={error} onRetry={refetch} />}
        {!listed && !error && (
          <Loading says="Loading members...">
            <SkeletonRows />
          </Loading>
        )}
        {listed && (
          <>
            <MemberRows>
              {everybody.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isSelf={member.id === selfId}
                  onChange={
                    isManager && member.role !== 'owner' && member.id !== selfId
                      ? () => setOpen({ kind: 'change', id: member.id })
                      : undefined
                  }
                  onRemove={
                    member.role !== 'owner' && (isManager || member.id === selfId)
                      ? () => setOpen({ kind: 'remove', id: member.id })
                      : undefined
                  }
                />
              ))}
            </MemberRows>
            {workspace && isOverfull(workspace, everybody) && (
              <Overfull
                workspace={workspace}
                onChoose={role === 'owner' ? () => setOpen({ kind: 'choose' }) : undefined}
              />
            )}
            {isManager && <Seats onInvite={() => inviting.open()} />}
          </>
        )}
      </SettingsSection>
      {invited.length > 0 && (
        <SettingsSection
          heading="Invitations"
          about={withPlansText(
            'They take a place of the plan until they are accepted, withdrawn or too old.',
            'They hold until they are accepted, withdrawn or too old.',
          )}
        >
          <ul className="rows invitation-rows" aria-label="Invitations">
            {invited.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} isManager={isManager} />
            ))}
          </ul>
        </SettingsSection>
      )}
      {role === 'owner' && heirs.length > 0 && (
        <SettingsSection
          heading="Hand over"
          about={`Somebody else becomes the owner, with ${withPlansText('the plan and ')}everything that only the owner may do.`}
        >
          <Button onClick={() => setOpen({ kind: 'transfer' })}>Hand the workspace over</Button>
        </SettingsSection>
      )}
      {inviting.isOpen && isManager && <InvitePanel onClose={inviting.close} />}
      {open?.kind === 'change' && about && <ChangeMemberDialog member={about} onClose={close} />}
      {open?.kind === 'remove' && about && (
        <RemoveMemberDialog member={about} everybody={everybody} selfId={selfId} onClose={close} />
      )}
      {open?.kind === 'choose' && workspace?.memberLimit !== undefined && (
        <ChooseMembersDialog others={heirs} memberLimit={workspace.memberLimit} onClose={close} />
      )}
      {open?.kind === 'transfer' && heirs.length > 0 && (
        <TransferDialog heirs={heirs} email={self?.email ?? ''} onClose={close} />
      )}
    </>
  )
}

const isOverfull = ({ pausesAt }: members.Workspace, everybody: readonly members.Member[]) =>
  pausesAt !== null || everybody.some(({ pausedAt }) => pausedAt)

/** The plan has no room for all: who is paused, from when, and the owner's choice. */
function Overfull({
  workspace,
  onChoose,
}: {
  workspace: members.Workspace
  onChoose: (() => void) | undefined
}) {
  return (
    <Notice>
      {workspace.memberLimit !== undefined &&
        `The plan has room for ${plural(workspace.memberLimit, 'member')}. `}
      {workspace.pausesAt
        ? `On ${formatDate(workspace.pausesAt)} the newest beyond it are paused, unless the owner chooses others.`
        : 'Those beyond it are paused; the owner chooses who works on.'}{' '}
      {onChoose && (
        <button type="button" className="link" onClick={onChoose}>
          Choose who works on
        </button>
      )}
    </Notice>
  )
}

/** How many places of the plan are taken, and the way to invite somebody, or to another plan. */
function Seats({ onInvite }: { onInvite: () => void }) {
  const { data: workspace } = useQuery(myWorkspace)
  const { data: summary } = useQuery(dashboardSummary)
  const plans = usePlansLink()
  if (!workspace || !summary) return null
  const isFull = workspace.membersUsed >= (workspace.memberLimit ?? Number.POSITIVE_INFINITY)
  return (
    <div className="seats">
      <p className="soft">{seatsText(summary.plan, workspace)}</p>
      <Button
        look="primary"
        // Not `disabled`, so that it stays focusable and can explain why.
        aria-disabled={isFull || undefined}
        aria-describedby={isFull ? 'team-full' : undefined}
        onClick={() => isFull || onInvite()}
      >
        Invite a colleague
      </Button>
      {isFull && (
        <Notice>
          <span id="team-full">Your team is full. {largerTeamsText(workspace.memberLimit)}</span>{' '}
          {plans ? (
            <Link className="link" to={plans}>
              Choose another plan
            </Link>
          ) : (
            OWNER_CHANGES_PLAN
          )}
        </Notice>
      )}
    </div>
  )
}
