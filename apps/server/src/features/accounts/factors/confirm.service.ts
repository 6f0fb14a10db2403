import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { createSecret, hashSecret } from '../../../platform/http/secrets.ts'
import { findAccount } from '../accounts.service.ts'
import { requireCurrentPassword } from '../passwords.service.ts'
import { findConfirmedAt, setConfirmed } from '../sessions.repository.ts'
import type { Visitor } from '../visitor.ts'
import {
  deleteChallenge,
  deleteOldestChallenges,
  findSessionChallenge,
  insertChallenge,
} from './challenges.repository.ts'
import { findFactors, lockPerson } from './factors.repository.ts'
import { challengeEnd } from './login-challenges.service.ts'
import { createRequestOptions, PasskeyNotValid, passkeyHost, usePasskey } from './passkeys.ts'
import { ChallengeNotValid } from './second-step.service.ts'

/** How long somebody is not asked again who has given their password or passkey. */
const CONFIRMED_MS = 10 * 60_000

/** Whether the person of this session has given their password or passkey lately. A login counts. */
export async function isConfirmed(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { sessionId }: Freelancer,
) {
  const confirmedAt = await findConfirmedAt(db, sessionId)
  return confirmedAt !== undefined && clock.now().getTime() - Date.parse(confirmedAt) < CONFIRMED_MS
}

/** A wrong password counts as one of a login does. */
export async function confirmByPassword(
  ctx: AppContext,
  freelancer: Freelancer,
  password: string,
  visitor: Visitor,
) {
  const account = await findAccount(ctx, freelancer.personId)
  if (!account) throw new NotSignedIn()
  await requireCurrentPassword(ctx, freelancer, account, password, visitor, 'password')
}

/** What a passkey of this person has to sign. */
export async function beginConfirmByPasskey(ctx: AppContext, { personId, sessionId }: Freelancer) {
  const { passkeys } = await findFactors(ctx.db, personId)
  const here = passkeys.filter(({ host }) => host === passkeyHost(ctx))
  const options = await createRequestOptions(ctx, here)
  const { secret, hash } = createSecret()
  const expiresAt = challengeEnd(ctx)
  await insertChallenge(ctx.db, {
    tokenHash: hash,
    purpose: 'confirm',
    freelancerId: personId,
    sessionId,
    toSign: options.challenge,
    expiresAt,
  })
  await deleteOldestChallenges(ctx.db, personId)
  return { challenge: secret, expiresAt: expiresAt.toISOString(), passkey: options }
}

export async function confirmByPasskey(
  ctx: AppContext,
  freelancer: Freelancer,
  { challenge, passkey: response }: { challenge: string; passkey: { id: string } },
) {
  const { personId, sessionId } = freelancer
  const now = ctx.clock.now()
  const query = { tokenHash: hashSecret(challenge), purpose: 'confirm', now } as const
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await lockPerson(trx, personId))) throw new NotSignedIn()
    const found = await findSessionChallenge(trx, query, freelancer)
    if (!found?.toSign) throw new ChallengeNotValid()
    await deleteChallenge(trx, query.tokenHash)
    const answer = { personId, toSign: found.toSign, response, needsScreenLock: false }
    if (!(await usePasskey({ ...ctx, db: trx }, answer))) throw new PasskeyNotValid()
    await setConfirmed(trx, sessionId, now)
  })
}
