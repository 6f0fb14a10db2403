import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../platform/realtime/live.ts'

/** Selects the ids of the members who work with a client. */
export const membersOfClient = (clientId: RawBuilder<unknown>) => sql`
  select person_id from client_member where client_id = ${clientId}`

/** Whether a person is notified of a client: a member only as long as they work with it, also of what happened before. */
export const isNotifiedOf = ({ side, personId }: Person, clientId: RawBuilder<unknown>) =>
  side === 'client'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from client_member where client_id = ${clientId} and person_id = ${personId})`

/** Selects the ids of the client itself and of their further contacts, each by an index. */
export const peopleOfClient = (clientId: RawBuilder<unknown>) => sql`
  select ${clientId} union all select id from client where contact_of = ${clientId} and removed_at is null`
