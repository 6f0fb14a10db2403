import type { accounts, members } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { clientsOf } from '../access/clients-of.ts'
import { dropUnreadOutOfReach } from '../access/drop-unread.ts'
import { handOverClients } from '../access/hand-over-clients.ts'
import { requireRight } from '../access/member-rules.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'
import { findAccount, getProfile, takeTimeZone } from '../accounts/accounts.service.ts'
import { requireCurrentPassword } from '../accounts/passwords.service.ts'
import { switchSession } from '../accounts/sessions.service.ts'
import type { Visitor } from '../accounts/visitor.ts'
import { audit } from '../audit/audit.ts'
import { sendInvitationsOf } from '../clients/invitations.service.ts'
import { rescheduleEmailsToClients } from '../events/waiting-emails.ts'
import { pausesAt, resumeMembers, settleMembers } from './active-members.service.ts'
import { findInvitations } from './invitations.repository.ts'
import { lockMembers, MemberNotFound } from './lock-members.ts'
import {
  deleteMember,
  findMember,
  findMembers,
  findWorkspace,
  findWorkspacesOf,
  markOpened,
  setWorkspaceName,
  updateMember,
} from './members.repository.ts'
import { requireSeesOfRole } from './sees-of-role.ts'

export const WorkspaceNotFound = problem('WORKSPACE_NOT_FOUND', 404, 'Workspace not found.', {
  when: 'There is no such workspace, or the caller is no member of it; the response does not reveal which.',
})
export async function getWorkspace(
  { db, clock, config }: AppContext,
  freelancer: Freelancer,
): Promise<members.Workspace> {
  const found = await findWorkspace(db, freelancer, clock.now())
  if (!found) throw new NotSignedIn()
  const { plan, overSince, ...workspace } = found
  const pauses = { pausesAt: overSince && pausesAt(overSince) }
  if (!config.hasPlans) return { ...workspace, ...pauses }
  return { ...workspace, memberLimit: limitsOfPlan(config, plan).memberLimit, ...pauses }
}

/** Clients meet it under this name. */
export async function renameWorkspace(
  ctx: AppContext,
  freelancer: Freelancer,
  { name }: members.WorkspaceChange,
) {
  const { workspaceId } = freelancer
  await ctx.db.transaction().execute(async (trx) => {
    const { by } = await lockMembers(ctx, trx, freelancer)
    requireRight(by, { kind: 'rename' })
    if (name === undefined) return
    await setWorkspaceName(trx, workspaceId, name)
    await audit({ ...ctx, db: trx }, freelancer, { action: 'workspace.renamed' })
  })
  ctx.live.changed({ workspaceId }, 'members.rename')
  for (const client of await clientsOf(ctx, freelancer)) ctx.live.changed(client, 'members.rename')
  return getWorkspace(ctx, freelancer)
}

/** Of two at the same time, one succeeds: the other is no longer the owner. */
export async function transferWorkspace(
  ctx: AppContext,
  freelancer: Freelancer,
  { to, password }: { to: string; password: string },
  visitor: Visitor,
) {
  const { workspaceId, personId } = freelancer
  await requireCurrentPassword(
    ctx,
    freelancer,
    await getProfile(ctx, freelancer),
    password,
    visitor,
    'password',
  )
  const sessions = await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const { by } = await lockMembers(ctx, trx, freelancer)
    requireRight(by, { kind: 'transfer' })
    const heir = to !== personId && (await findMember(trx, { workspaceId, personId: to }))
    if (!heir) throw withField(new MemberNotFound(), 'to')
    const target = { kind: 'person', id: to } as const
    await audit(within, freelancer, { action: 'workspace.handed_over', target })
    const before = await updateMember(trx, { workspaceId, personId }, { role: 'admin', sees: 'all' })
    const after = await updateMember(trx, { workspaceId, personId: to }, { role: 'owner', sees: 'all' })
    await resumeMembers(within, workspaceId, [heir], freelancer)
    await takeTimeZone(within, workspaceId, to)
    await rescheduleEmailsToClients(within, workspaceId)
    // They may have waited for an owner with a confirmed address.
    await sendInvitationsOf(within, workspaceId)
    await ctx.jobs.add(trx, 'updateCustomerEmail', { workspaceId, hasNewOwner: true })
    return [...before, ...after]
  })
  sessions.forEach(ctx.sessionCache.drop)
  ctx.live.changed({ workspaceId }, 'members.transfer')
  return getWorkspace(ctx, freelancer)
}

export async function listWorkspaces({ db }: AppContext, { personId, workspaceId }: Freelancer) {
  const found = await findWorkspacesOf(db, personId)
  return found.map((workspace) => ({ ...workspace, current: workspace.id === workspaceId }))
}

/** A session in another workspace of the same person. The next login opens it too. */
export async function switchWorkspace(
  ctx: AppContext,
  freelancer: Freelancer,
  workspaceId: string,
): Promise<accounts.SignedIn> {
  const { personId } = freelancer
  const account = await findAccount(ctx, personId)
  if (!account) throw new NotSignedIn()
  const { id, name, email } = account
  const claims = await ctx.limits.sessions.run(freelancer, () =>
    ctx.db.transaction().execute(async (trx) => {
      const within = { ...ctx, db: trx }
      const claims = await switchSession(within, freelancer, workspaceId)
      if (!claims) throw new WorkspaceNotFound()
      await markOpened(trx, { workspaceId, personId }, ctx.clock.now())
      const details = { method: 'switch' }
      await audit(within, { ...freelancer, workspaceId }, { action: 'login.succeeded', details })
      return claims
    }),
  )
  return { token: ctx.tokens.sign({ ...claims, name }), user: { id, name, email, role: 'freelancer' } }
}

export async function listMembers({ db, clock }: AppContext, { workspaceId }: Freelancer) {
  const [members, invited] = await Promise.all([
    findMembers(db, workspaceId),
    findInvitations(db, workspaceId, clock.now()),
  ])
  return [...members, ...invited]
}

/** Every process reads their sessions again, and open connections begin again: they may be in rooms of clients out of reach. */
export async function changeMember(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  change: members.MemberChange,
): Promise<members.Member> {
  const { workspaceId } = freelancer
  const sessions = await ctx.db.transaction().execute(async (trx) => {
    const { by } = await lockMembers(ctx, trx, freelancer)
    const member = await findMember(trx, { workspaceId, personId: id })
    if (!member) throw new MemberNotFound()
    requireRight(by, { kind: 'change', member })
    const role = change.role ?? member.role
    const sees = change.sees ?? (role === 'member' ? member.sees : 'all')
    requireSeesOfRole(role, sees)
    const target = { kind: 'person', id } as const
    const details = { from: describeRole(member), to: describeRole({ role, sees }) }
    await audit({ ...ctx, db: trx }, freelancer, { action: 'member.changed', target, details })
    const sessions = await updateMember(trx, { workspaceId, personId: id }, { role, sees })
    await dropUnreadOutOfReach(trx, { workspaceId, personId: id })
    return sessions
  })
  sessions.forEach(ctx.sessionCache.drop)
  ctx.live.changed({ workspaceId }, 'members.change')
  const changed = (await findMembers(ctx.db, workspaceId)).find((member) => member.id === id)
  if (!changed) throw new MemberNotFound()
  return changed
}

const describeRole = ({ role, sees }: Pick<Freelancer, 'role' | 'sees'>) =>
  sees === 'all' ? role : `${role}, ${sees}`

/** Their clients are led by somebody else from then on. What they wrote keeps their name. */
export async function removeMember(ctx: AppContext, freelancer: Freelancer, id: string, handOverTo: string) {
  const { workspaceId } = freelancer
  const resumed = await ctx.db.transaction().execute(async (trx) => {
    const { by } = await lockMembers(ctx, trx, freelancer)
    const member = await findMember(trx, { workspaceId, personId: id })
    if (!member) throw new MemberNotFound()
    requireRight(by, { kind: 'remove', member })
    const heir = handOverTo !== id && (await findMember(trx, { workspaceId, personId: handOverTo }))
    if (!heir) throw withField(new MemberNotFound(), 'handOverTo')
    const target = { kind: 'person', id } as const
    const action = id === by.personId ? 'member.left' : 'member.removed'
    await audit({ ...ctx, db: trx }, freelancer, { action, target, details: { to: heir.name } })
    await handOverClients(trx, { workspaceId, from: id, to: handOverTo, now: ctx.clock.now() })
    await deleteMember(trx, { workspaceId, personId: id })
    // After the membership, which somebody who mentions them at the same time has locked.
    await dropUnreadOutOfReach(trx, { workspaceId, personId: id })
    return settleMembers({ ...ctx, db: trx }, workspaceId)
  })
  resumed.forEach(ctx.sessionCache.drop)
  ctx.live.changed({ workspaceId }, 'members.remove')
}
