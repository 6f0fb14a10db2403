import type { accounts } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { withField } from '../../../platform/http/errors.ts'
import { problem } from '../../../platform/http/problem.ts'
import { hashSecret } from '../../../platform/http/secrets.ts'
import { auditAttempt } from '../../audit/audit-attempts.ts'
import { logIn, personOf, runLogin } from '../accounts.service.ts'
import { lockedOwner } from '../passwords.repository.ts'
import type { Visitor } from '../visitor.ts'
import {
  deleteChallenge,
  findLoginChallenge,
  lockLoginChallenge,
  takePasskeyChallenge,
} from './challenges.repository.ts'
import { useCode, WrongCode } from './codes.service.ts'
import { queueRecoveryCodeEmail } from './factor-emails.ts'
import { lockPerson } from './factors.repository.ts'
import { hashDevice } from './login-challenges.service.ts'
import { findPasskeyOwner } from './passkeys.repository.ts'
import { PasskeyNotValid, passkeyHost, usePasskey } from './passkeys.ts'
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
  remember?: boolean
  rememberToken?: string
}

/** A wrong code counts as a wrong password does, and leaves the challenge as it is. */
export async function loginWithCode(
  ctx: AppContext,
  { code, ...answer }: Answer & { code: string },
  visitor: Visitor,
): Promise<accounts.SignedIn> {
  const begun = await findLoginChallenge(ctx.db, challengeQuery(ctx, answer, visitor))
  if (!begun) throw new ChallengeNotValid()
  const reply = await finishLogin(ctx, begun, answer, visitor, async (within, account) => {
    const used = await useCode(within, account.id, code)
    if (used === 'recovery_code') await queueRecoveryCodeEmail(within, account, visitor)
    return used
  })
  if (!reply) throw withField(new WrongCode(), 'code')
  return reply
}

/** After a password, or without one: then the device must have checked who holds it. */
export async function loginWithPasskey(
  ctx: AppContext,
  { passkey: response, ...answer }: Answer & { passkey: { id: string } },
  visitor: Visitor,
): Promise<accounts.SignedIn> {
  const begun = await findLoginChallenge(ctx.db, challengeQuery(ctx, answer, visitor))
  if (!begun) return loginByPasskeyAlone(ctx, answer, response, visitor)
  const reply = await finishLogin(ctx, begun, answer, visitor, async (within, { id, toSign }) => {
    const signature = { personId: id, toSign: toSign ?? '', response, needsScreenLock: false }
    return (await usePasskey(within, signature)) ? 'passkey' : undefined
  })
  if (!reply) throw new PasskeyNotValid()
  return reply
}

async function loginByPasskeyAlone(
  ctx: AppContext,
  answer: Answer,
  response: { id: string },
  visitor: Visitor,
) {
  const personId = await findPasskeyOwner(ctx.db, response.id, passkeyHost(ctx))
  return runLogin(ctx, personId ?? '', async (within) => {
    // The person before the challenge and the passkey, in the order of everything else that locks them.
    const account = personId === undefined ? undefined : await lockPerson(within.db, personId)
    const challenge = await takePasskeyChallenge(within.db, challengeQuery(ctx, answer, visitor))
    if (!challenge) throw new ChallengeNotValid()
    const { toSign } = challenge
    const isRight =
      account && (await usePasskey(within, { personId: account.id, toSign, response, needsScreenLock: true }))
    if (!account || !isRight) {
      if (account) auditAttempt(ctx, personOf(account), failedBy('passkey'))
      throw new PasskeyNotValid()
    }
    return logIn(within, account, lockedOwner(account.id), visitor, 'passkey')
  })
}

type Begun = NonNullable<Awaited<ReturnType<typeof findLoginChallenge>>>

/** Undefined when the answer is wrong, which `useFactor` decides in the transaction of the login. */
async function finishLogin(
  ctx: AppContext,
  begun: Begun,
  answer: Answer,
  visitor: Visitor,
  useFactor: (within: AppContext, account: Begun) => Promise<string | undefined>,
) {
  const query = challengeQuery(ctx, answer, visitor)
  const reply = await ctx.limits.login.attempt(begun.email, visitor.address, () =>
    undefinedIfWrong(() =>
      runLogin(ctx, begun.id, async (within) => {
        const account = await lockLoginChallenge(within.db, query)
        if (!account) throw new ChallengeNotValid()
        const method = await useFactor(within, account)
        if (!method) throw new WrongCode()
        await deleteChallenge(within.db, query.tokenHash)
        const signedIn = await logIn(within, account, lockedOwner(account.id), visitor, method)
        if (!answer.remember) return signedIn
        return { ...signedIn, rememberToken: await remember(within, account.id, answer.rememberToken) }
      }),
    ),
  )
  if (!reply) auditAttempt(ctx, personOf(begun), failedBy('second_step'))
  return reply
}

const failedBy = (method: string) => ({ action: 'login.failed' as const, details: { method } })

function challengeQuery({ clock }: AppContext, { challenge }: Answer, visitor: Visitor) {
  return { tokenHash: hashSecret(challenge), device: hashDevice(visitor), now: clock.now() }
}

async function undefinedIfWrong<T>(finish: () => Promise<T>) {
  try {
    return await finish()
  } catch (error) {
    if (error instanceof WrongCode) return undefined
    throw error
  }
}
