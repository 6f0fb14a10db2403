import type { accounts } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { withField } from '../../../platform/http/errors.ts'
import { problem } from '../../../platform/http/problem.ts'
import { hashSecret } from '../../../platform/http/secrets.ts'
import { auditAttempt } from '../../audit/audit-attempts.ts'
import { freelancerOf, logIn, runLogin } from '../accounts.service.ts'
import { lockedOwner } from '../passwords.repository.ts'
import type { Visitor } from '../visitor.ts'
import { deleteChallenge, findLoginChallenge, lockLoginChallenge } from './challenges.repository.ts'
import { useCode, WrongCode } from './codes.service.ts'
import { queueRecoveryCodeEmail } from './factor-emails.ts'
import { hashDevice } from './login-challenges.service.ts'
import { remember } from './remembered-browsers.ts'

export const ChallengeNotValid = problem(
  'CHALLENGE_NOT_VALID',
  400,
  'This took too long. Please begin again.',
  {
    when: 'A challenge is older than ten minutes, was answered already, is of another step, or comes from another browser or session than the one it was given to.',
  },
)

interface Answer {
  challenge: string
  code: string
  remember?: boolean
  rememberToken?: string
}

/** A wrong code counts as a wrong password does, and leaves the challenge as it is. */
export async function loginWithCode(
  ctx: AppContext,
  { challenge, code, ...browser }: Answer,
  visitor: Visitor,
): Promise<accounts.SignedIn> {
  const query = { tokenHash: hashSecret(challenge), device: hashDevice(visitor), now: ctx.clock.now() }
  const begun = await findLoginChallenge(ctx.db, query)
  if (!begun) throw new ChallengeNotValid()
  const reply = await ctx.limits.login.attempt(begun.email, visitor.address, () =>
    undefinedIfWrong(() =>
      runLogin(ctx, begun.id, async (within) => {
        const account = await lockLoginChallenge(within.db, query)
        if (!account) throw new ChallengeNotValid()
        const used = await useCode(within, account.id, code)
        if (!used) throw new WrongCode()
        await deleteChallenge(within.db, query.tokenHash)
        if (used === 'recovery_code') await queueRecoveryCodeEmail(within, account, visitor)
        const signedIn = await logIn(within, account, lockedOwner(account.id), visitor, used)
        if (!browser.remember) return signedIn
        return { ...signedIn, rememberToken: await remember(within, account.id, browser.rememberToken) }
      }),
    ),
  )
  if (!reply) {
    auditAttempt(ctx, freelancerOf(begun), { action: 'login.failed', details: { method: 'code' } })
    throw withField(new WrongCode(), 'code')
  }
  return reply
}

async function undefinedIfWrong<T>(finish: () => Promise<T>) {
  try {
    return await finish()
  } catch (error) {
    if (error instanceof WrongCode) return undefined
    throw error
  }
}
