import { linkPaths } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../platform/http/secrets.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import { endFeed } from '../access/end-feed.ts'
import { audit } from '../audit/audit.ts'
import { auditAttempt } from '../audit/audit-attempts.ts'
import { getProfile, personOf, startSession } from './accounts.service.ts'
import { createSecurityEvent, recordDevice } from './devices.service.ts'
import { endSessions } from './ended-sessions.service.ts'
import { createLoginChallenge } from './factors/login-challenges.service.ts'
import { checkPassword } from './password-rules.ts'
import {
  findPassword,
  findReset,
  lockReset,
  passwordOwner,
  replacePassword,
  replaceReset,
} from './passwords.repository.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { setConfirmed } from './sessions.repository.ts'
import type { Visitor } from './visitor.ts'

export const ResetNotValid = problem('RESET_NOT_VALID', 401, 'This link has expired or was used already.', {
  when: 'A link to choose a new password is older than an hour, was used, or was followed by a newer one.',
})
export const WrongPassword = problem('WRONG_PASSWORD', 400, 'This is not your current password.', {
  when: 'A password or an address is to be changed and the current password is wrong.',
})

const RESET_LIFETIME_MS = 3_600_000

/** The response and its time are the same for an unknown address. */
export async function forgotPassword(
  ctx: AppContext,
  { email, path }: { email: string; path?: string },
  { address }: Visitor,
) {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await ctx.outbox.mayRequest(trx, 'account', address))) return
    await ctx.jobs.add(trx, 'mailPasswordReset', { email, path, requestId: newId() })
  })
  return {
    message: 'If there is an account with this address, a link to choose a new password is on its way.',
  }
}

/** Creates a link that sets a new password, once and within an hour. It replaces an earlier link. */
export async function issueResetLink(ctx: AppContext, freelancerId: string) {
  const { db, config, clock } = ctx
  const { secret, hash } = createSecret()
  await inTransaction(db, async (trx) => {
    await replaceReset(trx, freelancerId, hash, new Date(clock.now().getTime() + RESET_LIFETIME_MS))
    const target = { kind: 'person', id: freelancerId } as const
    const system = { side: 'system', about: freelancerId } as const
    await audit({ ...ctx, db: trx }, system, { action: 'password.reset_requested', target })
  })
  return config.publicUrl + linkPaths.resetPassword(secret)
}

/** Of two concurrent calls with one link, one succeeds. The second factor is asked for as at any login. */
export function resetPassword(ctx: AppContext, token: string, password: string, visitor: Visitor) {
  return ctx.limits.link.attempt(visitor.address, () => resetByLink(ctx, token, password, visitor))
}

async function resetByLink(ctx: AppContext, token: string, password: string, visitor: Visitor) {
  const tokenHash = hashSecret(token)
  const owner = await findReset(ctx.db, tokenHash, ctx.clock.now())
  if (!owner) throw new ResetNotValid()
  await checkPassword('password', password, owner)
  const passwordHash = await hashPassword(password, visitor.address)
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockReset(trx, tokenHash, ctx.clock.now())
    if (!account) throw new ResetNotValid()
    const within = { ...ctx, db: trx }
    await replacePassword(trx, account.id, { next: passwordHash })
    await endSessions(within, { side: 'freelancer', personId: account.id })
    await endFeed(within, { side: 'freelancer', personId: account.id })
    await recordDevice(within, account, visitor)
    await audit(within, personOf(account), { action: 'password.reset' })
    await queuePasswordChangedEmail(within, account, visitor, { byLink: true })
    if (account.hasFactor) return createLoginChallenge(within, account, visitor)
    return startSession(within, account, passwordOwner({ ...account, passwordHash }), visitor)
  })
}

export async function changePassword(
  ctx: AppContext,
  freelancer: Freelancer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  visitor: Visitor,
) {
  const profile = await getProfile(ctx, freelancer)
  await checkPassword('newPassword', newPassword, profile)
  const current = await requireCurrentPassword(ctx, freelancer, profile, currentPassword, visitor)
  const next = await hashPassword(newPassword, visitor.address)
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await replacePassword(trx, freelancer.personId, { current, next }))) throw wrongPasswordError()
    const within = { ...ctx, db: trx }
    await endSessions(within, freelancer, freelancer.sessionId)
    await audit(within, freelancer, { action: 'password.changed' })
    await queuePasswordChangedEmail(within, profile, visitor, { byLink: false })
  })
  return profile
}

/**
 * Throws unless this is the password of the account. It confirms the session as `POST /auth/confirm` does. Returns the hash that it was checked against, with which `passwordOwner` locks
 * the account while it is still the same.
 */
export async function requireCurrentPassword(
  ctx: AppContext,
  freelancer: Freelancer,
  { email }: { email: string },
  password: string,
  { address }: Visitor,
  field = 'currentPassword',
) {
  const current = await ctx.limits.login.attempt(email, address, async () => {
    const found = await findPassword(ctx.db, freelancer)
    if (!found) throw new NotSignedIn()
    const hash = found.passwordHash
    return (await isPassword(password, hash, address)) ? hash : undefined
  })
  if (!current) {
    const details = { method: 'confirm' }
    auditAttempt(ctx, freelancer, { action: 'login.failed', details })
    throw wrongPasswordError(field)
  }
  await setConfirmed(ctx.db, freelancer.sessionId, ctx.clock.now())
  return current
}

export function wrongPasswordError(field = 'currentPassword') {
  return withField(new WrongPassword(), field)
}

/** Queued in the transaction of the change. */
function queuePasswordChangedEmail(
  ctx: AppContext,
  { id, email }: { id: string; email: string },
  visitor: Visitor,
  { byLink }: { byLink: boolean },
) {
  const event = { freelancerId: id, byLink, ...createSecurityEvent(ctx, visitor) }
  return ctx.outbox.queue(ctx.db, 'mailPasswordChanged', event, { purpose: 'account', mailbox: email })
}
