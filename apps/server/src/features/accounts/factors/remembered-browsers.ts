import { accounts } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { createSecret, hashSecret } from '../../../platform/http/secrets.ts'
import { isBrowserKnown, isRemembered, rememberBrowser } from './factors.repository.ts'

const REMEMBER_MS = accounts.REMEMBER_DAYS * 86_400_000

/** Several people may use one browser, which then keeps one token for them all. */
export async function remember({ db, clock }: AppContext, personId: string, known: string | undefined) {
  const token = known && (await isBrowserKnown(db, hashSecret(known))) ? known : createSecret().secret
  const expiresAt = new Date(clock.now().getTime() + REMEMBER_MS)
  await rememberBrowser(db, { personId, tokenHash: hashSecret(token), expiresAt })
  return token
}

/** Whether this browser has given the second factor of this person lately. */
export async function isRememberedBrowser(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  personId: string,
  token: string | undefined,
) {
  return token !== undefined && (await isRemembered(db, personId, hashSecret(token), clock.now()))
}
