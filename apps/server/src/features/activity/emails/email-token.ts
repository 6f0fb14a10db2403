import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'
import { keysFor, keysSinceEver } from '../../../platform/http/secret-keys.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { findAddress } from './settings.repository.ts'

/**
 * The signed token in the links of an email. It lets its bearer change this person's notification settings and nothing else,
 * and works as long as the person has this address: another one may have been a stranger's.
 */
export function createEmailToken(
  { config }: AppContext,
  { side, personId, email }: Person & { email: string },
) {
  return `${side}.${personId}.${sign(keysFor(config, 'email links')[0], purposeFor(email), side, personId)}`
}

/** Null when the token is not valid. */
export async function readEmailToken(ctx: AppContext, token: string) {
  const [role, id = ''] = token.split('.')
  if ((role !== 'freelancer' && role !== 'client') || !UUID.test(id)) return null
  const address = await findAddress(ctx.db, { side: role, personId: id })
  if (!address) return null
  return (
    readToken(ctx, token, purposeFor(address.email)) ??
    (address.hasFormerLinks ? readToken(ctx, token, FORMER_PURPOSE) : null)
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const purposeFor = (email: string) => `notification settings by emails to ${email.toLowerCase()} of`

/** That of tokens which earlier versions made. */
const FORMER_PURPOSE = 'notification settings'

/** As an earlier version made it, for tests. */
export function createFormerEmailToken({ config }: AppContext, { side, personId }: Person) {
  return `${side}.${personId}.${sign(config.appSecret, FORMER_PURPOSE, side, personId)}`
}

/** The token in the emails about chat messages of earlier versions. */
export function createChatEmailToken({ config }: AppContext, { side, personId }: Person) {
  return `${side}.${personId}.${sign(config.appSecret, CHAT_PURPOSE, side, personId)}`
}

/** Null also when the person has another address since. */
export async function readChatEmailToken(ctx: AppContext, token: string) {
  const person = readToken(ctx, token, CHAT_PURPOSE)
  const address = person && (await findAddress(ctx.db, person))
  return address?.hasFormerLinks ? person : null
}

const CHAT_PURPOSE = 'chat mail off'

function readToken({ config }: AppContext, token: string, purpose: string): Person | null {
  const [role, id, signature = '', ...more] = token.split('.')
  if ((role !== 'freelancer' && role !== 'client') || id === undefined || more.length > 0) return null
  // An email is read years later.
  const isSigned = keysSinceEver(config, 'email links').some((key) =>
    isEqual(signature, sign(key, purpose, role, id)),
  )
  return isSigned ? { side: role, personId: id } : null
}

function isEqual(one: string, other: string) {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return given.length === right.length && timingSafeEqual(given, right)
}

function sign(secret: Buffer | string, purpose: string, role: string, id: string) {
  return createHmac('sha256', secret).update(`${purpose} ${role}.${id}`).digest('base64url')
}
