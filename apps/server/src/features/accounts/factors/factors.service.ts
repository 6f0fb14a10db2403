import { type audit as audited, factors } from '@portico/contract'
import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { withField } from '../../../platform/http/errors.ts'
import { problem } from '../../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../../platform/http/secrets.ts'
import { audit } from '../../audit/audit.ts'
import { findFreelancerByEmail } from '../accounts.repository.ts'
import type { Visitor } from '../visitor.ts'
import { createAppSecret, findStep } from './app-codes.ts'
import {
  deleteChallenge,
  deleteOldestChallenges,
  findSessionChallenge,
  insertChallenge,
} from './challenges.repository.ts'
import { WrongCode } from './codes.service.ts'
import { type FactorChange, queueFactorEmail } from './factor-emails.ts'
import {
  deleteAllFactors,
  deleteApp,
  findFactors,
  findHasFactor,
  lockPerson,
  replaceRecoveryCodes,
  type StoredFactors,
  type StoredPasskey,
  saveApp,
} from './factors.repository.ts'
import { challengeEnd } from './login-challenges.service.ts'
import { deletePasskey, insertPasskey } from './passkeys.repository.ts'
import { createRegistrationOptions, PasskeyNotValid, passkeyHost, verifyRegistration } from './passkeys.ts'
import { createRecoveryCodes, hashRecoveryCode, isAppCode, normaliseCode } from './recovery-codes.ts'
import { ChallengeNotValid } from './second-step.service.ts'

export const LastFactor = problem(
  'LAST_FACTOR',
  409,
  'This is the last thing that you have besides your password. Turn off two-step sign-in instead.',
  { when: 'The app or passkey to be removed is the last one that works here.' },
)
export const FactorRequired = problem(
  'FACTOR_REQUIRED',
  409,
  'Two-step sign-in is required here, so it cannot be turned off.',
  { when: 'The operator requires a second factor of everybody.' },
)
const TooManyPasskeys = problem('TOO_MANY_PASSKEYS', 409, 'You have twenty passkeys. Remove one first.', {
  when: 'A further passkey is to be added to twenty.',
})
export const FactorNotFound = problem('FACTOR_NOT_FOUND', 404, 'This is not set up.', {
  when: 'There is no such app or passkey of yours, or recovery codes are to be made without either.',
})

export async function listFactors(ctx: AppContext, { personId }: Freelancer): Promise<factors.Factors> {
  const { appSince, passkeys, recoveryCodesLeft } = await findFactors(ctx.db, personId)
  return {
    app: appSince ? { since: appSince } : null,
    passkeys: passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => ({
      ...{ id, name, createdAt, lastUsedAt },
      worksHere: host === passkeyHost(ctx),
    })),
    recoveryCodesLeft,
    required: ctx.config.requireSecondFactor,
  }
}

/** Whether the operator requires one that this person has not set up. */
export async function needsFactor(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { personId }: Freelancer,
) {
  return config.requireSecondFactor && !(await findHasFactor(db, personId))
}

/** The app that is set up goes on working until the new one is confirmed. */
export async function startApp(ctx: AppContext, freelancer: Freelancer) {
  const { db } = ctx
  const { personId, sessionId } = freelancer
  const account = await lockPerson(db, personId)
  if (!account) throw new NotSignedIn()
  const { secret: appSecret, uri, sealed } = await createAppSecret(ctx, account)
  const { secret, hash } = createSecret()
  const expiresAt = challengeEnd(ctx)
  await insertChallenge(db, {
    tokenHash: hash,
    purpose: 'set_up_app',
    freelancerId: personId,
    sessionId,
    secret: sealed,
    expiresAt,
  })
  await deleteOldestChallenges(db, personId)
  return { challenge: secret, secret: appSecret, uri, expiresAt: expiresAt.toISOString() }
}

/** The code that confirms the app is used with that. */
export async function confirmApp(
  ctx: AppContext,
  freelancer: Freelancer,
  { challenge, code }: { challenge: string; code: string },
  visitor: Visitor,
) {
  const query = { tokenHash: hashSecret(challenge), purpose: 'set_up_app', now: ctx.clock.now() } as const
  return changeFactors(ctx, freelancer, visitor, async (within, before) => {
    const setUp = await findSessionChallenge(within.db, query, freelancer)
    if (!setUp?.secret) throw new ChallengeNotValid()
    const { personId } = freelancer
    const step = isAppCode(code) && (await findStep(ctx, personId, setUp.secret, normaliseCode(code)))
    if (typeof step !== 'number') throw withField(new WrongCode(), 'code')
    await deleteChallenge(within.db, query.tokenHash)
    await saveApp(within.db, { personId, secret: setUp.secret, lastStep: step, now: query.now })
    const recoveryCodes = await makeFirstCodes(within, personId, before)
    return { change: before.appSince ? 'app_replaced' : 'app_added', reply: { recoveryCodes } }
  })
}

export async function removeApp(ctx: AppContext, freelancer: Freelancer, visitor: Visitor) {
  await changeFactors(ctx, freelancer, visitor, async ({ db }, before) => {
    if (!before.appSince) throw new FactorNotFound()
    if (!before.passkeys.some(worksHere(ctx))) throw new LastFactor()
    await deleteApp(db, freelancer.personId)
    return { change: 'app_removed', reply: undefined }
  })
}

/** The device makes it, after it has asked who holds it. */
export async function startPasskey(ctx: AppContext, freelancer: Freelancer) {
  const { db } = ctx
  const { personId, sessionId } = freelancer
  const account = await lockPerson(db, personId)
  if (!account) throw new NotSignedIn()
  const { passkeys } = await findFactors(db, personId)
  const passkey = await createRegistrationOptions(ctx, account, passkeys.filter(worksHere(ctx)))
  const { secret, hash } = createSecret()
  const expiresAt = challengeEnd(ctx)
  await insertChallenge(db, {
    tokenHash: hash,
    purpose: 'add_passkey',
    freelancerId: personId,
    sessionId,
    toSign: passkey.challenge,
    expiresAt,
  })
  await deleteOldestChallenges(db, personId)
  return { challenge: secret, expiresAt: expiresAt.toISOString(), passkey }
}

export async function addPasskey(
  ctx: AppContext,
  freelancer: Freelancer,
  { challenge, name, passkey: response }: { challenge: string; name: string; passkey: { id: string } },
  visitor: Visitor,
) {
  const { personId } = freelancer
  const now = ctx.clock.now()
  const query = { tokenHash: hashSecret(challenge), purpose: 'add_passkey', now } as const
  return changeFactors(ctx, freelancer, visitor, async (within, before) => {
    if (before.passkeys.length >= factors.MAX_PASSKEYS) throw new TooManyPasskeys()
    const begun = await findSessionChallenge(within.db, query, freelancer)
    if (!begun?.toSign) throw new ChallengeNotValid()
    await deleteChallenge(within.db, query.tokenHash)
    const made = await verifyRegistration(ctx, begun.toSign, response)
    if (!made) throw new PasskeyNotValid()
    const { id: credentialId, publicKey, counter, transports = [] } = made
    const stored = {
      personId,
      name,
      now,
      credentialId,
      publicKey,
      counter,
      transports,
      host: passkeyHost(ctx),
    }
    if (!(await insertPasskey(within.db, stored))) throw new PasskeyNotValid()
    const recoveryCodes = await makeFirstCodes(within, personId, before)
    return { change: 'passkey_added', reply: { recoveryCodes } }
  })
}

export async function removePasskey(ctx: AppContext, freelancer: Freelancer, id: string, visitor: Visitor) {
  await changeFactors(ctx, freelancer, visitor, async ({ db }, before) => {
    const others = before.passkeys.filter((passkey) => passkey.id !== id)
    if (others.length === before.passkeys.length) throw new FactorNotFound()
    if (!before.appSince && !others.some(worksHere(ctx))) throw new LastFactor()
    await deletePasskey(db, freelancer.personId, id)
    return { change: 'passkey_removed', reply: undefined }
  })
}

const worksHere =
  (ctx: AppContext) =>
  ({ host }: StoredPasskey) =>
    host === passkeyHost(ctx)

export async function makeRecoveryCodes(ctx: AppContext, freelancer: Freelancer, visitor: Visitor) {
  return changeFactors(ctx, freelancer, visitor, async (within, before) => {
    if (!hasAny(before)) throw new FactorNotFound()
    return {
      change: 'codes_made',
      reply: { recoveryCodes: await replaceCodes(within, freelancer.personId) },
    }
  })
}

/** Does nothing where it is off. */
export async function turnOff(ctx: AppContext, freelancer: Freelancer, visitor: Visitor) {
  if (ctx.config.requireSecondFactor) throw new FactorRequired()
  await changeFactors(ctx, freelancer, visitor, async ({ db }) => {
    const had = await deleteAllFactors(db, freelancer.personId)
    return { change: had ? 'turned_off' : undefined, reply: undefined }
  })
}

const auditedAs: Record<FactorChange, audited.Action> = {
  app_added: 'factor.added',
  app_replaced: 'factor.added',
  app_removed: 'factor.removed',
  passkey_added: 'factor.added',
  passkey_removed: 'factor.removed',
  codes_made: 'factor.codes_created',
  turned_off: 'factor.removed',
  reset: 'factor.reset',
}

/** By the operator, for somebody who has lost everything. Undefined for an unknown address. */
export async function resetFactors(ctx: Pick<AppContext, 'db' | 'outbox' | 'clock' | 'log'>, email: string) {
  const person = await findFreelancerByEmail(ctx.db, email.trim())
  if (!person) return undefined
  const had = await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const account = await lockPerson(trx, person.id)
    if (!account || !(await deleteAllFactors(trx, person.id))) return false
    await audit(
      within,
      { side: 'operator', workspaceId: person.id },
      {
        action: 'factor.reset',
        target: { kind: 'person', id: person.id },
      },
    )
    await queueFactorEmail(within, account, 'reset', { address: '' })
    return true
  })
  return { name: person.name, email: person.email, had }
}

interface Changed<T> {
  change: FactorChange | undefined
  reply: T
}

/** One change of somebody's factors at a time: what it depends on is read under the lock. */
async function changeFactors<T>(
  ctx: AppContext,
  freelancer: Freelancer,
  visitor: Visitor,
  write: (within: AppContext, before: StoredFactors) => Promise<Changed<T>>,
) {
  const { personId } = freelancer
  const reply = await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const account = await lockPerson(trx, personId)
    if (!account) throw new NotSignedIn()
    const { change, reply } = await write(within, await findFactors(trx, personId))
    if (change) {
      await audit(within, freelancer, { action: auditedAs[change], details: { method: change } })
      await queueFactorEmail(within, account, change, visitor)
    }
    return reply
  })
  ctx.live.changed({ side: 'freelancer', personId }, 'accounts.factorsChanged')
  return reply
}

function hasAny({ appSince, passkeys }: StoredFactors) {
  return appSince !== null || passkeys.length > 0
}

/** Null where the codes from before still work: the first factor brings the first ones, so that there is a way back. */
async function makeFirstCodes(ctx: AppContext, personId: string, before: StoredFactors) {
  return hasAny(before) ? null : replaceCodes(ctx, personId)
}

async function replaceCodes(ctx: AppContext, personId: string) {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(
    ctx.db,
    personId,
    codes.map((code) => hashRecoveryCode(ctx, personId, code)),
  )
  return codes
}
