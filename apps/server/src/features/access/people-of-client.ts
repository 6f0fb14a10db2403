import { type RawBuilder, sql } from 'kysely'

/** Selects the ids of the members who work with a client. */
export const membersOfClient = (clientId: RawBuilder<unknown>) => sql`
  select person_id from client_member where client_id = ${clientId}`

/** Selects the ids of the client itself and of their further contacts, each by an index. */
export const peopleOfClient = (clientId: RawBuilder<unknown>) => sql`
  select ${clientId} union all select id from client where contact_of = ${clientId} and removed_at is null`
