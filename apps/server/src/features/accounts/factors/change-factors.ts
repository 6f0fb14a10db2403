import type { audit as audited } from '@portico/contract'
import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import { audit } from '../../audit/audit.ts'
import type { Visitor } from '../visitor.ts'
import { type FactorChange, queueFactorEmail } from './factor-emails.ts'
import {
  findFactors,
  lockPerson,
  replaceRecoveryCodes,
  type StoredFactors,
  type StoredPasskey,
} from './factors.repository.ts'
import { passkeyHost } from './passkeys.ts'
import { createRecoveryCodes, sealRecoveryCode } from './recovery-codes.ts'

export const LastFactor = problem(
  'LAST_FACTOR',
  409,
  'This is the last thing that you have besides your password. Turn off two-step sign-in instead.',
  { when: 'The app or passkey to be removed is the last one that works here.' },
)
export const FactorNotFound = problem('FACTOR_NOT_FOUND', 404, 'This is not set up.', {
  when: 'There is no such app or passkey of yours, or recovery codes are to be made without either.',
})

interface Changed<T> {
  change: FactorChange | undefined
  reply: T
}

/** One change of somebody's factors at a time: what it depends on is read under the lock. */
export async function changeFactors<T>(
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

export const worksHere =
  (ctx: AppContext) =>
  ({ host }: StoredPasskey) =>
    host === passkeyHost(ctx)

export function hasAny({ appSince, passkeys }: StoredFactors) {
  return appSince !== null || passkeys.length > 0
}

/** Null where the codes from before still work: the first factor brings the first ones, so that there is a way back. */
export async function makeFirstCodes(ctx: AppContext, personId: string, before: StoredFactors) {
  return hasAny(before) ? null : replaceCodes(ctx, personId)
}

export async function replaceCodes(ctx: AppContext, personId: string) {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(
    ctx.db,
    personId,
    codes.map((code) => sealRecoveryCode(ctx, personId, code)),
    ctx.clock.now(),
  )
  return codes
}
