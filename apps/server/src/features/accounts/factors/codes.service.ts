import type { AppContext } from '../../../platform/context.ts'
import { problem } from '../../../platform/http/problem.ts'
import { findStep } from './app-codes.ts'
import { findAppSecret, findRecoveryCodes, useRecoveryCode, useStep } from './factors.repository.ts'
import { isAppCode, isCodeOf, normaliseCode } from './recovery-codes.ts'

export const WrongCode = problem(
  'WRONG_CODE',
  400,
  'This code is not right, or was used before. Codes of an app need a clock that is right: set that of your phone by the network.',
  {
    when: 'A code of an authenticator app is not that of this half minute or of one beside it, or a recovery code is unknown; or it was used before.',
  },
)

/** Uses a code up, in the caller's transaction. Of two that send one at the same time, one succeeds. */
export async function useCode(
  ctx: AppContext,
  personId: string,
  code: string,
): Promise<UsedCode | undefined> {
  if (!isAppCode(code)) {
    const unused = await findRecoveryCodes(ctx.db, personId)
    const match = unused.find((stored) => isCodeOf(ctx, personId, code, stored))
    if (!match || !(await useRecoveryCode(ctx.db, personId, match, ctx.clock.now()))) return undefined
    return 'recovery_code'
  }
  const secret = await findAppSecret(ctx.db, personId)
  const step = secret && (await findStep(ctx, personId, secret, normaliseCode(code)))
  return step !== undefined && (await useStep(ctx.db, personId, step)) ? 'app' : undefined
}

type UsedCode = 'app' | 'recovery_code'
