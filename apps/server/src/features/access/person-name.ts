import { type RawBuilder, sql } from 'kysely'

/** The name that a person of either side has now. Those who were removed keep theirs. */
export const personName = (id: RawBuilder<unknown>) => sql<string>`coalesce(
  (select first_name || ' ' || last_name from client where id = ${id} limit 1), (select name from freelancer where id = ${id} limit 1))`
