import createError from '@fastify/error'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import { isTimeZone } from './accounts.repository.ts'

export const UnknownTimeZone = createError('UNKNOWN_TIME_ZONE', 'This time zone is not known.', 400)

/** PostgreSQL calculates with it, so PostgreSQL has to know it. */
export function isKnownTimeZone({ db }: AppContext, name: string) {
  return isTimeZone(db, name)
}

export async function checkTimeZone(ctx: AppContext, name: string) {
  if (await isKnownTimeZone(ctx, name)) return
  throw withFields(new UnknownTimeZone(), { timeZone: 'This time zone is not known.' })
}

export async function timeZoneOrUtc(ctx: AppContext, name = 'UTC') {
  return name === 'UTC' || (await isKnownTimeZone(ctx, name)) ? name : 'UTC'
}
