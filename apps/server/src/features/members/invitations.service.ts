import { members, plural } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret } from '../../platform/http/secrets.ts'
import { requireRight } from '../access/member-rules.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'
import { audit } from '../audit/audit.ts'
import { ClientNotFound } from '../clients/clients.service.ts'
import {
  countClientsOf,
  deleteLink,
  findInvitations,
  insertLink,
  saveInvitation,
  withdrawOpen,
} from './invitations.repository.ts'
import { lockMembers } from './lock-members.ts'
import { hasMember } from './members.repository.ts'
import { requireSeesOfRole } from './sees-of-role.ts'

export const MemberExists = problem(
  'MEMBER_EXISTS',
  409,
  'Somebody with this email is a member of the workspace already.',
  { when: 'A member of the workspace has this address.' },
)
export const MemberLimitReached = problem<[string, string]>(
  'MEMBER_LIMIT_REACHED',
  403,
  'Your %s plan has room for %s.',
  {
    when: 'Every place for members that the plan has is taken. Open invitations count.',
    sample: ['Pro', '3 members'],
  },
)
export const InvitationNotFound = problem('INVITATION_NOT_FOUND', 404, 'This invitation was not found.', {
  when: 'There is no such invitation in the workspace that could be withdrawn, or its link never was one.',
})
export const EmailUnconfirmed = problem(
  'EMAIL_UNCONFIRMED',
  403,
  'Confirm your email address first: we mailed you a link.',
  { when: 'Somebody whose own address is not confirmed invites a member, where the server requires that.' },
)

/** The same address again renews the invitation and mails another link; the links from before are for the same invitation. */
export async function inviteMember(
  ctx: AppContext,
  freelancer: Freelancer,
  { email, role, sees, clientIds }: members.NewInvitation,
  address?: string,
) {
  requireSeesOfRole(role, sees)
  const { workspaceId, personId } = freelancer
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + members.INVITATION_DAYS * 86_400_000)
  const reply = await ctx.db.transaction().execute(async (trx) => {
    const { workspace, by } = await lockMembers(ctx, trx, freelancer)
    requireRight(by, { kind: 'invite' })
    if (ctx.config.confirmEmail && !by.confirmedAt) throw new EmailUnconfirmed()
    if (await hasMember(trx, workspaceId, email)) throw withField(new MemberExists(), 'email')
    if (clientIds && (await countClientsOf(trx, workspaceId, clientIds)) < clientIds.length)
      throw withField(new ClientNotFound(), 'clientIds')
    const { title, memberLimit } = limitsOfPlan(ctx.config, workspace.plan)
    const row = {
      id: newId(),
      workspaceId,
      email,
      role,
      sees,
      clientIds,
      invitedBy: personId,
      now,
      expiresAt,
    }
    const id = await saveInvitation(trx, row, memberLimit)
    if (!id) throw new MemberLimitReached(title, plural(memberLimit, 'member'))
    const details = { method: role, to: email }
    await audit({ ...ctx, db: trx }, freelancer, { action: 'member.invited', details })
    const count = {
      purpose: 'invitation',
      mailbox: email,
      account: workspaceId,
      ...(address && { address }),
    } as const
    const { status } = await ctx.outbox.queue(trx, 'mailMemberInvitation', { invitationId: id }, count)
    const [invitation] = await findInvitations(trx, workspaceId, now, id)
    return { invitation: invitation as members.Member, emailStatus: status }
  })
  ctx.live.changed({ workspaceId }, 'members.invite')
  return reply
}

export async function withdrawInvitation(ctx: AppContext, freelancer: Freelancer, id: string) {
  const { workspaceId } = freelancer
  await ctx.db.transaction().execute(async (trx) => {
    const { by } = await lockMembers(ctx, trx, freelancer)
    requireRight(by, { kind: 'withdraw' })
    const withdrawn = await withdrawOpen(trx, workspaceId, id, ctx.clock.now())
    if (!withdrawn) throw new InvitationNotFound()
    const details = { to: withdrawn.email }
    await audit({ ...ctx, db: trx }, freelancer, { action: 'member.invitation_withdrawn', details })
  })
  ctx.live.changed({ workspaceId }, 'members.withdraw')
}

/** Creates a link while its email is written, because only its hash is stored and jobs carry no secrets. */
export async function issueInvitationLink({ db }: AppContext, invitationId: string) {
  const { secret, hash } = createSecret()
  await insertLink(db, invitationId, hash)
  return { secret, withdraw: () => deleteLink(db, hash) }
}
