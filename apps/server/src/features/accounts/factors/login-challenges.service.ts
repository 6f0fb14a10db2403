import { createHash } from 'node:crypto'
import type { accounts } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { createSecret } from '../../../platform/http/secrets.ts'
import type { Visitor } from '../visitor.ts'
import { deleteOldestChallenges, insertChallenge } from './challenges.repository.ts'
import { findFactors, type StoredFactors } from './factors.repository.ts'
import { createRequestOptions, passkeyHost } from './passkeys.ts'

/** Enough to take a phone out of a bag, too short to be of use to somebody who finds it later. */
const CHALLENGE_LIFETIME_MS = 10 * 60_000

/** The second step of a login whose password was right, for the browser that sent it. */
export async function createLoginChallenge(
  ctx: AppContext,
  { id }: { id: string },
  visitor: Visitor,
): Promise<accounts.LoginChallenge> {
  const { db } = ctx
  const stored = await findFactors(db, id)
  const here = stored.passkeys.filter(({ host }) => host === passkeyHost(ctx))
  const passkey = here.length > 0 ? await createRequestOptions(ctx, here) : undefined
  const { secret, hash } = createSecret()
  const expiresAt = challengeEnd(ctx)
  await insertChallenge(db, {
    tokenHash: hash,
    purpose: 'login',
    freelancerId: id,
    device: hashDevice(visitor),
    ...(passkey && { toSign: passkey.challenge }),
    expiresAt,
  })
  await deleteOldestChallenges(db, id)
  return {
    challenge: secret,
    expiresAt: expiresAt.toISOString(),
    factors: usableFactors(stored, passkey !== undefined),
    ...(passkey && { passkey }),
  }
}

export function challengeEnd({ clock }: Pick<AppContext, 'clock'>) {
  return new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS)
}

/** Null for programs that keep no id. */
export function hashDevice({ deviceId }: Visitor) {
  return deviceId === undefined ? null : createHash('sha256').update(deviceId).digest()
}

/** What a passkey of any person signs to log in. The browser finds it, and checks who holds the device. */
export async function createPasskeyChallenge(ctx: AppContext, visitor: Visitor) {
  await ctx.limits.passkeyLogins.take(visitor.address)
  const passkey = await createRequestOptions(ctx)
  const { secret, hash } = createSecret()
  const expiresAt = challengeEnd(ctx)
  await insertChallenge(ctx.db, {
    tokenHash: hash,
    purpose: 'passkey_login',
    device: hashDevice(visitor),
    toSign: passkey.challenge,
    expiresAt,
  })
  return { challenge: secret, expiresAt: expiresAt.toISOString(), passkey }
}

function usableFactors({ appSince, recoveryCodesLeft }: StoredFactors, hasPasskey: boolean) {
  const usable: accounts.LoginChallenge['factors'] = []
  if (hasPasskey) usable.push('passkey')
  if (appSince) usable.push('app')
  if (recoveryCodesLeft > 0) usable.push('recovery_code')
  return usable
}
