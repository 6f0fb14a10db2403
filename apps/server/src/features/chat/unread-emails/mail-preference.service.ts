import { createHmac, timingSafeEqual } from 'node:crypto'
import createError from '@fastify/error'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { findMailPreference, setMailPreference } from './mail-preference.repository.ts'

export const UnsubscribeNotValid = createError('UNSUBSCRIBE_NOT_VALID', 'This link is not valid.', 401)

export async function getPreference({ db }: AppContext, person: Person) {
  const found = await findMailPreference(db, person)
  if (!found) throw new NotSignedIn()
  return found
}

export async function changePreference({ db, live }: AppContext, person: Person, enabled: boolean) {
  const changed = await setMailPreference(db, person, enabled)
  if (!changed) throw new NotSignedIn()
  live.changed([person], 'chat.setMailPreference')
  return changed
}

/** The link can do nothing else, and never expires. */
export function unsubscribe(ctx: AppContext, token: string) {
  const person = readToken(ctx, token)
  if (!person) throw new UnsubscribeNotValid()
  return changePreference(ctx, person, false)
}

/** A signed token that names the person whose emails are to stop. */
export function unsubscribeToken({ config }: AppContext, { role, id }: Person) {
  return `${role}.${id}.${signatureOf(config.appSecret, `${role}.${id}`)}`
}

function readToken({ config }: AppContext, token: string): Person | null {
  const [role, id, signature = '', ...more] = token.split('.')
  if ((role !== 'freelancer' && role !== 'client') || id === undefined || more.length > 0) return null
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(config.appSecret, `${role}.${id}`))]
  return given.length === right.length && timingSafeEqual(given, right) ? { role, id } : null
}

function signatureOf(secret: string, whose: string) {
  return createHmac('sha256', secret).update(`chat mail off ${whose}`).digest('base64url')
}
