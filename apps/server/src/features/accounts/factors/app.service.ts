import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { withField } from '../../../platform/http/errors.ts'
import { createSecret, hashSecret } from '../../../platform/http/secrets.ts'
import type { Visitor } from '../visitor.ts'
import { createAppSecret, findStep } from './app-codes.ts'
import {
  deleteChallenge,
  deleteOldestChallenges,
  findSessionChallenge,
  insertChallenge,
} from './challenges.repository.ts'
import { changeFactors, FactorNotFound, LastFactor, makeFirstCodes, worksHere } from './change-factors.ts'
import { WrongCode } from './codes.service.ts'
import { deleteApp, lockPerson, saveApp } from './factors.repository.ts'
import { challengeEnd } from './login-challenges.service.ts'
import { isAppCode, normaliseCode } from './recovery-codes.ts'
import { ChallengeNotValid } from './second-step.service.ts'

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
