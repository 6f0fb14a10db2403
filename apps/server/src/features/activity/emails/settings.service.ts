import type { activity } from '@portico/contract'
import type { AppContext } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { Person } from '../../../platform/realtime/live.ts'
import { checkTimeZone } from '../../accounts/time-zones.service.ts'
import { readChatEmailToken, readEmailToken } from './email-token.ts'
import { findSettings, updateSettings } from './settings.repository.ts'

export const UnsubscribeNotValid = problem('UNSUBSCRIBE_NOT_VALID', 401, 'This link is not valid.', {
  when: 'The link that stops or changes emails is not one of ours.',
})

export const TimeZoneInProfile = problem(
  'TIME_ZONE_IN_PROFILE',
  400,
  'Change your time zone in your profile.',
  {
    when: 'A freelancer sends a time zone with their notification settings. Only clients, who have no profile, do.',
  },
)

export async function getSettings({ db }: AppContext, person: Person) {
  const found = await findSettings(db, person)
  if (!found) throw new NotSignedIn()
  return found
}

export async function changeSettings(ctx: AppContext, person: Person, change: activity.SettingsChange) {
  const { timeZone } = change
  if (timeZone !== undefined && person.side === 'freelancer') throw new TimeZoneInProfile()
  if (timeZone !== undefined) await checkTimeZone(ctx, timeZone)
  await ctx.db.transaction().execute((trx) => updateSettings(trx, person, change, ctx.clock.now()))
  ctx.live.changed(person, 'activity.changeSettings')
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
  const person = await readChatEmailToken(ctx, token)
  if (!person) throw new UnsubscribeNotValid()
  await changeSettings(ctx, person, { messages: 'never' })
  return { enabled: false }
}
