import { factors } from '@portico/contract'
import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../../platform/http/secrets.ts'
import type { Visitor } from '../visitor.ts'
import {
  deleteChallenge,
  deleteOldestChallenges,
  findSessionChallenge,
  insertChallenge,
} from './challenges.repository.ts'
import { changeFactors, FactorNotFound, LastFactor, makeFirstCodes, worksHere } from './change-factors.ts'
import { findFactors, lockPerson } from './factors.repository.ts'
import { challengeEnd } from './login-challenges.service.ts'
import { deletePasskey, insertPasskey } from './passkeys.repository.ts'
import { createRegistrationOptions, PasskeyNotValid, passkeyHost, verifyRegistration } from './passkeys.ts'
import { ChallengeNotValid } from './second-step.service.ts'

const TooManyPasskeys = problem('TOO_MANY_PASSKEYS', 409, 'You have twenty passkeys. Remove one first.', {
  when: 'A further passkey is to be added to twenty.',
})

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
