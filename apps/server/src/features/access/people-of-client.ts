import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../platform/realtime/live.ts'

/** Nobody is notified who is paused. PostgreSQL finds them by an index that is nearly empty. */
const isActive = sql`not exists (
  select from member where workspace_id = client_member.workspace_id and person_id = client_member.person_id and paused_at is not null
)`

/** Selects the ids of the members who work with a client. */
export const membersOfClient = (clientId: RawBuilder<unknown>) => sql`
  select person_id from client_member where client_id = ${clientId} and ${isActive}`

/** Whether a person is notified of a client: a member only as long as they work with it, also of what happened before. */
export const isNotifiedOf = ({ side, personId }: Person, clientId: RawBuilder<unknown>) =>
  side === 'client'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from client_member where client_id = ${clientId} and person_id = ${personId} and ${isActive})`

/** The same of one event, about a client in this table: of some a member alone, as long as they see the client. */
export function isNotifiedOfEvent(person: Person, event: string, client: string) {
  const [meant, clientId] = [sql.ref(`${event}.for_person`), sql.ref(`${client}.id`)]
  return sql<boolean>`case when ${meant} is null then ${isNotifiedOf(person, clientId)} else ${meant} = ${person.personId} and exists (
    select from ${membersWhoSee(clientId, sql.ref(`${client}.workspace_id`))} and m.person_id = ${person.personId}) end`
}

/** The members `m` of a workspace who reach a client now. */
export const membersWhoSee = (clientId: RawBuilder<unknown>, workspaceId: RawBuilder<unknown>) => sql`
  member m where m.workspace_id = ${workspaceId} and m.paused_at is null and (m.sees = 'all' or exists (
    select from client_member a where a.client_id = ${clientId} and a.person_id = m.person_id))`

/** Selects the ids of the client itself and of their further contacts, each by an index. */
export const peopleOfClient = (clientId: RawBuilder<unknown>) => sql`
  select ${clientId} union all select id from client where contact_of = ${clientId} and removed_at is null`
