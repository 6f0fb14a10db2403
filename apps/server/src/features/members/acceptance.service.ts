import type { accounts, members } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { problem } from '../../platform/http/problem.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import {
  checkCredentials,
  createPerson,
  findAccount,
  logIn,
  personOf,
  runLogin,
} from '../accounts/accounts.service.ts'
import { checkPassword } from '../accounts/password-rules.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { requireInvitedRegistration } from '../accounts/registration.ts'
import { timeZoneOrUtc } from '../accounts/time-zones.service.ts'
import type { Visitor } from '../accounts/visitor.ts'
import { audit } from '../audit/audit.ts'
import { sendWaitingInvitations } from '../clients/invitations.service.ts'
import { deleteInvitationCodes } from './invitation-codes.repository.ts'
import { mailInvitationCode, refusalOfInvitationCode } from './invitation-codes.service.ts'
import {
  confirmEmailOf,
  findInvitation,
  findInvitationOfLink,
  markAccepted,
  type StoredInvitation,
} from './invitations.repository.ts'
import { InvitationNotFound } from './invitations.service.ts'
import { insertMember, memberOwner } from './members.repository.ts'

export const InvitationOver = problem<[string]>(
  'INVITATION_OVER',
  410,
  'This invitation %s. Ask who invited you for a new one.',
  { when: 'The invitation was accepted or withdrawn, or is older than 7 days.', sample: ['was withdrawn'] },
)
export const InvitedAsOther = problem<[string]>(
  'INVITED_AS_OTHER',
  409,
  'This invitation was sent to %s. Log in with that address, or join with a code that we mail to it.',
  {
    when: 'Somebody is signed in with another address than the one that was invited, and sends no code.',
    sample: ['sam@studio.example'],
  },
)
export const SecondStepNeeded = problem(
  'SECOND_STEP_NEEDED',
  403,
  'Your account has a second factor. Log in first, then open this link again.',
  { when: 'The password is right, and the login needs a second step, which `POST /auth/login` begins.' },
)
const NameOrPasswordMissing = problem('INVALID_INPUT', 400, 'All fields are required.')

const OVER_TEXTS = {
  accepted: 'was accepted already',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
}

export async function getInvitation(
  ctx: AppContext,
  actor: Actor | null,
  token: string,
  address: string,
): Promise<members.Invitation> {
  const invitation = await findByToken(ctx, token, address)
  const { state, email, role, until, invitedBy, workspaceId, workspaceName, accountId } = invitation
  const signedIn = actor?.side === 'freelancer' ? await findAccount(ctx, actor.personId) : undefined
  return {
    ...{ state, email, role, until, invitedBy },
    workspace: { id: workspaceId, name: workspaceName },
    hasAccount: accountId !== null,
    signedInAs: signedIn ? { email: signedIn.email, isInvited: isInvited(invitation, signedIn) } : null,
  }
}

/** The session is in the workspace of the invitation. Of two who accept at the same time, one becomes a member. */
export async function acceptInvitation(
  ctx: AppContext,
  actor: Actor | null,
  { token, ...answer }: members.Acceptance & { token: string },
  visitor: Visitor,
) {
  const invitation = await findByToken(ctx, token, visitor.address)
  requireOpen(invitation)
  const reply =
    actor?.side === 'freelancer'
      ? await acceptSignedIn(ctx, actor, invitation, answer, visitor)
      : invitation.accountId
        ? await acceptByPassword(ctx, invitation, answer, visitor)
        : await acceptAsNew(ctx, invitation, answer, visitor)
  ctx.live.changed({ workspaceId: invitation.workspaceId }, 'members.accept')
  return reply
}

function findByToken({ db, clock, limits }: AppContext, token: string, address: string) {
  return limits.link.attempt(address, async () => {
    const invitation = await findInvitationOfLink(db, hashSecret(token), clock.now())
    if (!invitation) throw new InvitationNotFound()
    return invitation
  })
}

function requireOpen({ state }: Pick<StoredInvitation, 'state'>) {
  if (state !== 'open') throw new InvitationOver(OVER_TEXTS[state])
}

function isInvited(invitation: Pick<StoredInvitation, 'emailKey'>, { email }: { email: string }) {
  return emailKey(email) === invitation.emailKey
}

/** With another address than the one that was invited, a code proves that both are theirs. */
async function acceptSignedIn(
  ctx: AppContext,
  { personId }: Freelancer,
  invitation: StoredInvitation,
  { code }: members.Acceptance,
  visitor: Visitor,
) {
  const account = await findAccount(ctx, personId)
  if (!account) throw new NotSignedIn()
  const isOther = !isInvited(invitation, account)
  if (isOther && code === undefined) throw new InvitedAsOther(invitation.email)
  if (isOther) await requireCode(ctx, invitation, personId, code)
  const method = isOther ? 'code' : 'invitation'
  return runLogin(ctx, personId, (within) => join(within, invitation, account, visitor, method))
}

async function requireCode(ctx: AppContext, invitation: StoredInvitation, personId: string, code?: string) {
  const refusal = await refusalOfInvitationCode(ctx, invitation, personId, code)
  if (!refusal) return
  // Joining deletes the codes, and it may have happened meanwhile.
  const { state } = (await findInvitation(ctx.db, invitation.id, ctx.clock.now())) ?? invitation
  requireOpen({ state })
  throw refusal
}

/** For somebody who is signed in with another address. */
export async function sendInvitationCode(
  ctx: AppContext,
  freelancer: Freelancer,
  token: string,
  address: string,
) {
  const invitation = await findByToken(ctx, token, address)
  requireOpen(invitation)
  const account = await findAccount(ctx, freelancer.personId)
  if (!account) throw new NotSignedIn()
  const { email } = invitation
  if (isInvited(invitation, account)) return { email, emailStatus: 'none' as const }
  return { email, emailStatus: await mailInvitationCode(ctx, freelancer, invitation, address) }
}

async function acceptByPassword(
  ctx: AppContext,
  invitation: StoredInvitation,
  { password, rememberToken }: members.Acceptance,
  visitor: Visitor,
) {
  if (password === undefined) throw new NameOrPasswordMissing()
  const credentials = { email: invitation.email, password, ...(rememberToken && { rememberToken }) }
  const { account, needsFactor } = await checkCredentials(ctx, credentials, visitor)
  if (needsFactor) throw new SecondStepNeeded()
  return runLogin(ctx, account.id, (within) => join(within, invitation, account, visitor, 'password'))
}

async function acceptAsNew(
  ctx: AppContext,
  invitation: StoredInvitation,
  { name, password, timeZone }: members.Acceptance,
  visitor: Visitor,
) {
  requireInvitedRegistration(ctx)
  if (name === undefined || password === undefined) throw new NameOrPasswordMissing()
  const { email } = invitation
  await checkPassword('password', password, { name, email })
  return ctx.limits.register.run(visitor.address, async () => {
    const passwordHash = await hashPassword(password, visitor.address)
    const account = { id: newId(), name, email, passwordHash, timeZone: await timeZoneOrUtc(ctx, timeZone) }
    return runLogin(ctx, account.id, (within) =>
      join(within, invitation, account, visitor, 'invitation', async () => {
        await createPerson(within, account, invitation.workspaceId)
      }),
    )
  })
}

interface Account {
  id: string
  name: string
  email: string
  /** The one that was checked. */
  passwordHash?: string
}

/** The workspace is locked first, as in every change of members. The invitation came to the address, so the address is confirmed. */
async function join(
  ctx: AppContext,
  { id, workspaceId }: StoredInvitation,
  account: Account,
  visitor: Visitor,
  method: string,
  create?: () => Promise<void>,
): Promise<accounts.SignedIn> {
  const { db, clock } = ctx
  const now = clock.now()
  await lockWorkspace(db, { workspaceId })
  const invitation = await findInvitation(db, id, now)
  if (!invitation) throw new InvitationNotFound()
  requireOpen(invitation)
  await create?.()
  const personId = account.id
  await insertMember(db, { ...invitation, personId, now })
  await markAccepted(db, id, personId, now)
  await deleteInvitationCodes(db, { invitationId: id })
  const member = { ...personOf(account), workspaceId }
  await audit(ctx, member, {
    action: 'member.joined',
    ...(!isInvited(invitation, account) && { details: { method, to: invitation.email } }),
  })
  if (isInvited(invitation, account) && (await confirmEmailOf(db, personId, now))) {
    await audit(ctx, member, { action: 'email.confirmed' })
    await sendWaitingInvitations(ctx, personId)
  }
  const { passwordHash } = account
  const owner = memberOwner({ workspaceId, personId, ...(passwordHash !== undefined && { passwordHash }) })
  return logIn(ctx, account, owner, visitor, method)
}
