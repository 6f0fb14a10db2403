import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'

/** The time zone of a `person`. A client's is the freelancer's until their browser has told it. */
export function timeZoneOf(role: Person['role']) {
  if (role === 'freelancer') return sql<string>`person.time_zone`
  return sql<string>`coalesce(person.time_zone, (select time_zone from freelancer where id = person.freelancer_id))`
}
