import createError from '@fastify/error'
import type { accounts } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { findFreelancerByEmail, insertFreelancer, isTimeZone } from './accounts.repository.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { openSession } from './sessions.service.ts'

export const EmailTaken = createError('EMAIL_TAKEN', 'Email is already registered.', 409)
export const WrongLogin = createError('WRONG_LOGIN', 'Invalid email or password.', 401)

export async function register(ctx: AppContext, account: accounts.NewAccount, address: string) {
  await ctx.limits.register.take(address)
  const { name, email } = account
  const row = {
    id: newId(),
    name,
    email,
    passwordHash: await hashPassword(account.password),
    timeZone: await knownTimeZone(ctx, account.timeZone),
  }
  if (!(await insertFreelancer(ctx.db, row))) throw new EmailTaken()
  return signedIn(ctx, row)
}

/** Answers the same, and as slowly, whether or not there is such an account. */
export async function login(ctx: AppContext, email: string, password: string, address: string) {
  const attempt = await ctx.limits.login.attempt(email, address)
  const found = await findFreelancerByEmail(ctx.db, email)
  if (!(await isPassword(password, found?.passwordHash)) || !found) throw new WrongLogin()
  await attempt.succeeded()
  return signedIn(ctx, found)
}

async function signedIn(ctx: AppContext, { id, name, email }: { id: string; name: string; email: string }) {
  const token = await openSession(ctx, { role: 'freelancer', id }, { name })
  return { token, user: { id, name, email, role: 'freelancer' as const } }
}

async function knownTimeZone({ db }: AppContext, name = 'UTC') {
  return name === 'UTC' || (await isTimeZone(db, name)) ? name : 'UTC'
}
