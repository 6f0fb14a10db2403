import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { isTimeZone } from './accounts.repository.ts'

export const UnknownTimeZone = problem('UNKNOWN_TIME_ZONE', 400, 'This time zone is not known.', {
  when: 'The time zone is not a name of the IANA list, such as `Europe/London`.',
})

/** PostgreSQL calculates with it, so PostgreSQL has to know it. */
export function isKnownTimeZone({ db }: AppContext, name: string) {
  return isTimeZone(db, name)
}

export async function checkTimeZone(ctx: AppContext, name: string) {
  if (await isKnownTimeZone(ctx, name)) return
  throw withField(new UnknownTimeZone(), 'timeZone')
}

export async function timeZoneOrUtc(ctx: AppContext, name = 'UTC') {
  return name === 'UTC' || (await isKnownTimeZone(ctx, name)) ? name : 'UTC'
}
