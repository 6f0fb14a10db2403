import { type RawBuilder, sql } from 'kysely'
import type { Side } from '../../../platform/actors.ts'

/** The time zone of a `person`. A client's is the freelancer's until their browser has sent it. */
export function timeZoneOf(side: Side) {
  if (side === 'freelancer') return sql<string>`person.time_zone`
  return sql<string>`coalesce(person.time_zone, (select time_zone from workspace where id = person.workspace_id))`
}

/** The next 8:00 in a time zone, whatever the length of the day. */
export const nextMorning = (at: RawBuilder<unknown>, timeZone: RawBuilder<unknown>) =>
  sql`((${at} at time zone ${timeZone} - interval '8 hours')::date + 1 + time '08:00') at time zone ${timeZone}`
