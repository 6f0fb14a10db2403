import { type RawBuilder, sql } from 'kysely'

/** Selects the ids of the client itself and of their further contacts, each by an index. */
export const peopleOfClient = (clientId: RawBuilder<unknown>) => sql`
  select ${clientId} union all select id from client where contact_of = ${clientId} and removed_at is null`
