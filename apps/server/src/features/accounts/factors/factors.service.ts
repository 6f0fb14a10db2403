import type { audit as audited, factors } from '@portico/contract'
import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { withField } from '../../../platform/http/errors.ts'
import { problem } from '../../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../../platform/http/secrets.ts'
import { audit } from '../../audit/audit.ts'
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
  lockPerson,
  notifyOfChangedSessions,
  replaceRecoveryCodes,
  type StoredFactors,
  saveApp,
} from './factors.repository.ts'
import { challengeEnd } from './login-challenges.service.ts'
import { createRecoveryCodes, hashRecoveryCode, isAppCode, normaliseCode } from './recovery-codes.ts'
import { ChallengeNotValid } from './second-step.service.ts'

export const LastFactor = problem(
  'LAST_FACTOR',
  409,
  'This is the last thing that you have besides your password. Turn off two-step sign-in instead.',
  { when: 'The app or passkey to be removed is the last one that works here.' },
)
export const FactorNotFound = problem('FACTOR_NOT_FOUND', 404, 'This is not set up.', {
  when: 'There is no such app or passkey of yours, or recovery codes are to be made without either.',
})

export async function listFactors({ db }: AppContext, { personId }: Freelancer): Promise<factors.Factors> {
  const { appSince, passkeys, recoveryCodesLeft } = await findFactors(db, personId)
  return {
    app: appSince ? { since: appSince } : null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name, createdAt, lastUsedAt },
      worksHere: true,
    })),
    recoveryCodesLeft,
    required: false,
  }
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
    if (before.passkeys.length === 0) throw new LastFactor()
    await deleteApp(db, freelancer.personId)
    return { change: 'app_removed', reply: undefined }
  })
}

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
    await notifyOfChangedSessions(trx, personId)
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
