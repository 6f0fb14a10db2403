import { accounts, durationInWords } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { throwIfLimited } from '../../platform/limits/limits.ts'
import { queueWhenAllowed } from '../../platform/mail/queue-when-allowed.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { findOwned } from '../access/memberships.ts'
import { audit } from '../audit/audit.ts'
import { sendWaitingNotifications } from '../events/waiting-emails.ts'
import { getProfile, personOf } from './accounts.service.ts'
import type { SendWaitingInvitations } from './confirmation.service.ts'
import { createSecurityEvent } from './devices.service.ts'
import { deleteChange, extendChange, lockChange, replaceChange, setEmail } from './email-change.repository.ts'
import { emailChangeSecret } from './email-change-secret.ts'
import { insertUndo, isReserved } from './email-undo.repository.ts'
import { passwordOwner } from './passwords.repository.ts'
import { requireCurrentPassword, wrongPasswordError } from './passwords.service.ts'
import { requireSession } from './sessions.service.ts'
import type { Visitor } from './visitor.ts'

export const EmailUnchanged = problem('EMAIL_UNCHANGED', 400, 'This is your email already.', {
  when: 'The new address of an account is the one that it has.',
})
export const NoEmailChange = problem('NO_EMAIL_CHANGE', 409, 'No change of your email is open any more.', {
  when: 'The change was confirmed, was cancelled or has expired.',
})
export const EmailChangeNotValid = problem(
  'EMAIL_CHANGE_NOT_VALID',
  401,
  'This link has expired or was used already.',
  {
    when: `A link to confirm a new address is older than ${durationInWords(accounts.EMAIL_CHANGE_SECONDS)}, was used, or its change was cancelled, followed by another or ended by a new password.`,
  },
)
export const NewEmailTaken = problem('NEW_EMAIL_TAKEN', 409, 'Another account has this address by now.', {
  when: 'Somebody registered with the new address of an account before it was confirmed. The account keeps its own.',
})

/** The response is the same for an address that another account has: a job finds that out, and mails its owner something else. */
export async function changeEmail(
  ctx: AppContext,
  freelancer: Freelancer,
  { email, currentPassword }: { email: string; currentPassword: string },
  visitor: Visitor,
) {
  const profile = await getProfile(ctx, freelancer)
  const passwordHash = await requireCurrentPassword(ctx, freelancer, profile, currentPassword, visitor)
  const { personId } = freelancer
  const id = newId()
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const owner = await passwordOwner({ id: personId, passwordHash }).execute(trx)
    if (owner.rows.length === 0) throw wrongPasswordError()
    await requireSession(within, freelancer)
    const { email: before } = await getProfile(within, freelancer)
    if (emailKey(before) === emailKey(email)) throw withField(new EmailUnchanged(), 'email')
    const tokenHash = hashSecret(emailChangeSecret(ctx, 'confirm', id))
    await replaceChange(trx, {
      ...{ id, freelancerId: personId, email, tokenHash },
      now: ctx.clock.now(),
      expiresAt: expiry(ctx),
    })
    await queueLink(within, freelancer, { id, email }, visitor)
    await audit(within, freelancer, { action: 'email.change_requested', details: { to: email } })
  })
  ctx.live.changed(freelancer, 'accounts.changeEmail')
  return getProfile(ctx, freelancer)
}

export async function resendEmailChange(ctx: AppContext, freelancer: Freelancer, visitor: Visitor) {
  await ctx.db.transaction().execute(async (trx) => {
    const times = { now: ctx.clock.now(), expiresAt: expiry(ctx) }
    const change = await extendChange(trx, freelancer.personId, times)
    if (!change) throw new NoEmailChange()
    await queueLink({ ...ctx, db: trx }, freelancer, change, visitor)
  })
  ctx.live.changed(freelancer, 'accounts.resendEmailChange')
  return getProfile(ctx, freelancer)
}

export async function cancelEmailChange(ctx: AppContext, freelancer: Freelancer) {
  await deleteChange(ctx.db, freelancer.personId)
  ctx.live.changed(freelancer, 'accounts.cancelEmailChange')
  return getProfile(ctx, freelancer)
}

/** Needs no session: only the email contains the link. The sessions go on, because nobody else came in. */
export async function confirmEmailChange(
  ctx: AppContext,
  token: string,
  visitor: Visitor,
  sendWaitingInvitations: SendWaitingInvitations,
) {
  const changed = await ctx.limits.link.attempt(visitor.address, () =>
    confirmByLink(ctx, hashSecret(token), visitor, sendWaitingInvitations),
  )
  ctx.live.changed({ side: 'freelancer', personId: changed.id }, 'accounts.confirmEmailChange')
  return { email: changed.email }
}

async function confirmByLink(
  ctx: AppContext,
  tokenHash: Buffer,
  visitor: Visitor,
  sendWaitingInvitations: SendWaitingInvitations,
) {
  let change: Awaited<ReturnType<typeof lockChange>>
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const within = { ...ctx, db: trx }
      change = await lockChange(trx, tokenHash, ctx.clock.now())
      if (!change) throw new EmailChangeNotValid()
      await setEmail(trx, change.id, change.email, ctx.clock.now())
      if (await isReserved(trx, change, ctx.clock.now())) throw new NewEmailTaken()
      const details = { from: change.before, to: change.email }
      await audit(within, personOf(change), { action: 'email.changed', details })
      await announceChange(within, change, visitor)
      await sendWaitingInvitations(within, change.id)
      await sendWaitingNotifications(within, { side: 'freelancer', personId: change.id })
      await updateCustomers(within, change.id)
      return change
    })
  } catch (error) {
    const isTaken = error instanceof NewEmailTaken || (error as { code?: string }).code === UNIQUE_VIOLATION
    if (!change || !isTaken) throw error
    await deleteChange(ctx.db, change.id)
    ctx.live.changed({ side: 'freelancer', personId: change.id }, 'accounts.cancelEmailChange')
    throw new NewEmailTaken()
  }
}

/** Of the workspaces that the person owns, and so pays for. */
export async function updateCustomers({ db, jobs }: AppContext, personId: string) {
  for (const workspaceId of await findOwned(db, personId))
    await jobs.add(db, 'updateCustomerEmail', { workspaceId })
}

/** To the address before, which can undo it. Over the limit it is sent as soon as there is room. */
async function announceChange(
  ctx: AppContext,
  { id: freelancerId, before, requestedAt }: { id: string; before: string; requestedAt: string },
  visitor: Visitor,
) {
  const id = newId()
  await insertUndo(ctx.db, {
    id,
    freelancerId,
    email: before,
    tokenHash: hashSecret(emailChangeSecret(ctx, 'undo', id)),
    requestedAt,
    expiresAt: new Date(ctx.clock.now().getTime() + accounts.EMAIL_UNDO_SECONDS * 1_000),
  })
  await queueWhenAllowed(
    ctx,
    ctx.db,
    'mailEmailChanged',
    { undoId: id, ...createSecurityEvent(ctx, visitor) },
    { purpose: 'address', mailbox: before, account: freelancerId },
  )
}

/** Over a limit nothing changes, and the person learns why. */
async function queueLink(
  ctx: AppContext,
  { personId }: Freelancer,
  { id, email }: { id: string; email: string },
  { address }: Visitor,
) {
  const count = { purpose: 'new-address', mailbox: email, account: personId, address } as const
  const { retryAfter } = await ctx.outbox.queue(ctx.db, 'mailEmailChange', { changeId: id }, count)
  throwIfLimited(retryAfter)
}

const expiry = ({ clock }: AppContext) =>
  new Date(clock.now().getTime() + accounts.EMAIL_CHANGE_SECONDS * 1_000)

const UNIQUE_VIOLATION = '23505'
