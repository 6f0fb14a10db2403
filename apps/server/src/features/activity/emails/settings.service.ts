import createError from '@fastify/error'
import type { activity } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { checkTimeZone } from '../../accounts/time-zones.service.ts'
import { readChatEmailToken, readEmailToken } from './email-token.ts'
import { findSettings, updateSettings } from './settings.repository.ts'

export const UnsubscribeNotValid = createError('UNSUBSCRIBE_NOT_VALID', 'This link is not valid.', 401)

export const TimeZoneInProfile = createError(
  'TIME_ZONE_IN_PROFILE',
  'Change your time zone in your profile.',
  400,
)

export async function getSettings({ db }: AppContext, person: Person) {
  const found = await findSettings(db, person)
  if (!found) throw new NotSignedIn()
  return found
}

export async function changeSettings(ctx: AppContext, person: Person, change: activity.SettingsChange) {
  const { timeZone } = change
  if (timeZone !== undefined && person.role === 'freelancer') throw new TimeZoneInProfile()
  if (timeZone !== undefined) await checkTimeZone(ctx, timeZone)
  await ctx.db.transaction().execute((trx) => updateSettings(trx, person, change, ctx.clock.now()))
  ctx.live.changed([person], 'activity.changeSettings')
  return getSettings(ctx, person)
}

export async function personOfEmail(ctx: AppContext, token: string) {
  const person = await readEmailToken(ctx, token)
  if (!person) throw new UnsubscribeNotValid()
  return person
}

export async function unsubscribe(ctx: AppContext, token: string, topic: activity.EmailTopic) {
  return changeSettings(ctx, await personOfEmail(ctx, token), { [topic]: 'never' })
}

/** By the link in an email of an earlier version. */
export async function unsubscribeFromChat(ctx: AppContext, token: string) {
  const person = readChatEmailToken(ctx, token)
  if (!person) throw new UnsubscribeNotValid()
  await changeSettings(ctx, person, { messages: 'never' })
  return { enabled: false }
}
