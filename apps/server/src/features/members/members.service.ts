import { type members, PLANS } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { requireRight } from '../access/member-rules.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { findInvitations } from './invitations.repository.ts'
import {
  deleteMember,
  findMember,
  findMembers,
  findWorkspace,
  handOverClients,
} from './members.repository.ts'

export const MemberNotFound = problem('MEMBER_NOT_FOUND', 404, 'Member not found.', {
  when: 'Nobody with this id works in the workspace.',
})

export async function getWorkspace(
  { db, clock }: AppContext,
  freelancer: Freelancer,
): Promise<members.Workspace> {
  const found = await findWorkspace(db, freelancer, clock.now())
  if (!found) throw new NotSignedIn()
  const { plan, ...workspace } = found
  return { ...workspace, memberLimit: PLANS[plan].memberLimit }
}

export async function listMembers({ db, clock }: AppContext, { workspaceId }: Freelancer) {
  const [members, invited] = await Promise.all([
    findMembers(db, workspaceId),
    findInvitations(db, workspaceId, clock.now()),
  ])
  return [...members, ...invited]
}

/**
 * Locks the workspace and the session, and reads the membership as it is now: a change of members waits for another, and sees what it
 * did.
 */
export async function lockMembers(ctx: AppContext, trx: Db, freelancer: Freelancer) {
  const workspace = await lockWorkspace(trx, freelancer)
  await requireSession({ ...ctx, db: trx }, freelancer)
  const by = await findMember(trx, freelancer)
  if (!workspace || !by) throw new NotSignedIn()
  return { workspace, by }
}

/** Their clients are led by somebody else from then on. What they wrote keeps their name. */
export async function removeMember(ctx: AppContext, freelancer: Freelancer, id: string, handOverTo: string) {
  const { workspaceId } = freelancer
  await ctx.db.transaction().execute(async (trx) => {
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
  })
  ctx.live.changed({ workspaceId }, 'members.remove')
}
