import type { accounts } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { problem } from '../../platform/http/problem.ts'
import { clientsOf } from '../access/clients-of.ts'
import { requireRight } from '../access/member-rules.ts'
import { findRole } from '../access/memberships.ts'
import { audit } from '../audit/audit.ts'
import { auditAttempt } from '../audit/audit-attempts.ts'
import { rescheduleEmails } from '../events/waiting-emails.ts'
import {
  findFreelancerByEmail,
  findProfile,
  findRecipient,
  giveOwnWorkspace,
  insertFreelancer,
  insertPerson,
  lockProfile,
  setTimeZone,
  updateProfile,
} from './accounts.repository.ts'
import { requestConfirmation } from './confirmation.service.ts'
import { createSecurityEvent, recordDevice } from './devices.service.ts'
import { isReserved } from './email-undo.repository.ts'
import { createLoginChallenge } from './factors/login-challenges.service.ts'
import { isRememberedBrowser } from './factors/remembered-browsers.ts'
import { checkPassword } from './password-rules.ts'
import { passwordOwner } from './passwords.repository.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { requireOpenRegistration } from './registration.ts'
import { memberClaims } from './session-tokens.ts'
import type { OwnerQuery } from './sessions.repository.ts'
import { createSession } from './sessions.service.ts'
import { checkTimeZone, timeZoneOrUtc } from './time-zones.service.ts'
import type { Visitor } from './visitor.ts'

export const EmailTaken = problem('EMAIL_TAKEN', 409, 'Email is already registered.', {
  when: 'There is an account with this address, or one that can still get it back by undoing a change.',
})
export const WrongLogin = problem('WRONG_LOGIN', 401, 'Invalid email or password.', {
  when: 'There is no such account, or the password is wrong; the response does not reveal which.',
})

const AccountSuspended = problem(
  'ACCOUNT_SUSPENDED',
  403,
  'This account is suspended. Please write to support.',
  { when: 'The operator has suspended the account, and the password is right.' },
)

interface NewAccount {
  name: string
  email: string
  passwordHash: string
  timeZone: string | undefined
  /** The page that the email leads on to. */
  path?: string | undefined
}

export async function register(ctx: AppContext, account: accounts.NewAccount, visitor: Visitor) {
  const { name, email, path } = account
  requireOpenRegistration(ctx, email)
  await checkPassword('password', account.password, account)
  return ctx.limits.register.run(visitor.address, async () => {
    const passwordHash = await hashPassword(account.password, visitor.address)
    return createAccount(ctx, { name, email, passwordHash, timeZone: account.timeZone, path }, visitor)
  })
}

/** Apart from `register`, so that tests hash the common password of their freelancers only once. */
export async function createAccount(
  ctx: AppContext,
  { timeZone, path, ...account }: NewAccount,
  visitor: Visitor,
) {
  const row = { ...account, id: newId(), timeZone: await timeZoneOrUtc(ctx, timeZone) }
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    if (!(await insertFreelancer(trx, row))) throw new EmailTaken()
    if (await isReserved(trx, row, ctx.clock.now())) throw new EmailTaken()
    await requestConfirmation(within, { ...row, path }, visitor.address)
    await recordDevice(within, row, visitor)
    await audit(within, personOf(row), { action: 'account.registered' })
    return startSession(within, row, passwordOwner(row), visitor)
  })
}

/** A person who has no workspace of their own, because they come into this one. In the caller's transaction. */
export async function createPerson(
  ctx: AppContext,
  row: Omit<NewAccount, 'path' | 'timeZone'> & { id: string; timeZone: string },
  workspaceId: string,
) {
  if (!(await insertPerson(ctx.db, row))) throw new EmailTaken()
  await audit(ctx, { ...personOf(row), workspaceId }, { action: 'account.registered' })
}

/** Projects have the time zone of the owner. In the transaction in which this person has become it. */
export async function takeTimeZone({ db }: AppContext, workspaceId: string, ownerId: string) {
  const owner = await findRecipient(db, ownerId)
  if (owner) await setTimeZone(db, workspaceId, owner.timeZone)
}

/** Undefined when it was closed. */
export function findAccount({ db }: AppContext, personId: string) {
  return findRecipient(db, personId)
}

/**
 * The response and its time are the same for an unknown account. Where a second factor is needed, the login goes on with a challenge
 * (factors/second-step.service.ts).
 */
export async function login(
  ctx: AppContext,
  credentials: Credentials,
  visitor: Visitor,
): Promise<accounts.SignedIn | accounts.LoginChallenge> {
  const { account, needsFactor } = await checkCredentials(ctx, credentials, visitor)
  if (needsFactor) return createLoginChallenge(ctx, account, visitor)
  return runLogin(ctx, account.id, (within) => logIn(within, account, passwordOwner(account), visitor))
}

interface Credentials {
  email: string
  password: string
  rememberToken?: string
}

/** Throws when the password is wrong, or nobody has this address. */
export async function checkCredentials(
  ctx: AppContext,
  { email, password, rememberToken }: Credentials,
  visitor: Visitor,
) {
  const found = await ctx.limits.login.attempt(
    email,
    visitor.address,
    async () => {
      const account = await findFreelancerByEmail(ctx.db, email)
      const isRight = await isPassword(password, account?.passwordHash, visitor.address)
      if (account && !isRight)
        auditAttempt(ctx, personOf(account), { action: 'login.failed', details: { method: 'password' } })
      if (!isRight || !account) return undefined
      if (account.suspendedAt) throw new AccountSuspended()
      const needsFactor = account.hasFactor && !(await isRememberedBrowser(ctx, account.id, rememberToken))
      return { account, needsFactor }
    },
    ({ needsFactor }) => !needsFactor,
  )
  if (!found) throw new WrongLogin()
  return found
}

/** Counts the login, runs it in a transaction and notifies the other browsers of the person. */
export async function runLogin<T>(ctx: AppContext, personId: string, logIn: (ctx: AppContext) => Promise<T>) {
  const person = { side: 'freelancer', personId } as const
  const reply = await ctx.limits.sessions.run(person, () =>
    ctx.db.transaction().execute((trx) => logIn({ ...ctx, db: trx })),
  )
  ctx.live.changed(person, 'accounts.sessionStarted')
  return reply
}

/** Starts a session in the caller's transaction, and mails the account about a device that is new to it. */
export async function logIn(
  ctx: AppContext,
  account: Person,
  owner: MemberQuery,
  visitor: Visitor,
  method = 'password',
) {
  const signedIn = await startSession(ctx, account, owner, visitor)
  await audit(ctx, personOf(account), { action: 'login.succeeded', details: { method } })
  if (await recordDevice(ctx, account, visitor)) {
    const event = { freelancerId: account.id, ...createSecurityEvent(ctx, visitor) }
    await ctx.outbox.queue(ctx.db, 'mailNewDevice', event, { purpose: 'account', mailbox: account.email })
  }
  return signedIn
}

export async function getProfile(ctx: AppContext, freelancer: Freelancer) {
  const profile = await findProfile(ctx.db, freelancer, ctx.clock.now())
  if (!profile) throw new NotSignedIn()
  return applyConfirmationRule(ctx, profile)
}

export async function changeProfile(
  ctx: AppContext,
  freelancer: Freelancer,
  { was, ...change }: accounts.ProfileChange,
) {
  if (change.timeZone !== undefined) await checkTimeZone(ctx, change.timeZone)
  const profile = await ctx.db.transaction().execute(async (trx) => {
    const before = await lockProfile(trx, freelancer)
    if (before) requireUnchanged(before, change, was)
    if (change.company !== undefined && change.company !== before?.company)
      requireRight(freelancer, { kind: 'rename' })
    await audit({ ...ctx, db: trx }, freelancer, { action: 'settings.profile_changed' })
    return before && updateProfile(trx, freelancer, { ...before, ...change }, ctx.clock.now())
  })
  if (!profile) throw new NotSignedIn()
  if (change.timeZone !== undefined) await rescheduleEmails(ctx, freelancer)
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'accounts.changeMe')
  for (const client of await clientsOf(ctx, freelancer)) ctx.live.changed(client, 'accounts.changeMe')
  return applyConfirmationRule(ctx, profile)
}

/** To an address that the mail server has refused. */
export async function queueTestEmail(ctx: AppContext, { personId }: Freelancer, address: string) {
  const account = await findRecipient(ctx.db, personId)
  if (!account) throw new NotSignedIn()
  const count = { purpose: 'account', mailbox: account.email, address } as const
  const { status } = await ctx.outbox.queue(ctx.db, 'mailTest', { freelancerId: personId }, count)
  return { email: account.email, emailStatus: status }
}

/** Without the confirmation rule every address counts as confirmed. */
function applyConfirmationRule({ config }: AppContext, profile: accounts.Profile): accounts.Profile {
  return { ...profile, emailConfirmed: profile.emailConfirmed || !config.confirmEmail }
}

interface Person {
  id: string
  name: string
  email: string
}

export function personOf({ id }: { id: string }) {
  return { side: 'freelancer', personId: id } as const
}

/** Finds and locks the member whose session it will be, while what lets them in still holds. */
type MemberQuery = OwnerQuery<{ id: string; workspaceId: string }>

/** Starts a session in the caller's transaction, if what it is started from still holds. */
export async function startSession(
  ctx: AppContext,
  { id, name, email }: Person,
  owner: MemberQuery,
  { userAgent }: Visitor,
): Promise<accounts.SignedIn> {
  const create = () => createSession(ctx, { side: 'freelancer', owner, userAgent })
  const session = (await create()) ?? ((await giveOwnWorkspace(ctx.db, id)) ? await create() : undefined)
  if (!session) throw new WrongLogin()
  const { workspaceId } = session.owner
  const role = (await findRole(ctx.db, { workspaceId, personId: id })) ?? 'member'
  const rights = memberClaims({ personId: id, workspaceId, role })
  const token = ctx.tokens.sign({ ...session.claims, ...rights, name })
  return { token, user: { id, name, email, role: 'freelancer' } }
}
