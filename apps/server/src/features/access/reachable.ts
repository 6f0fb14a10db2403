import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'

type Role = Actor['side']

/** The columns that say to whom a row belongs. */
interface Owners {
  clientId: RawBuilder<unknown>
  freelancerId: RawBuilder<unknown>
}

/** Which clients' things each kind of actor reaches. A new kind of actor gets its condition here. */
const conditions: Record<Role, (owners: Owners, actorId: unknown) => RawBuilder<boolean>> = {
  freelancer: ({ freelancerId }, actorId) => sql`${freelancerId} = ${actorId}`,
  client: ({ clientId }, actorId) => sql`${clientId} = ${actorId}`,
}

/** The condition that a row of this table, with the columns `client_id` and `workspace_id`, is reachable for the actor. */
export function reachable(role: Role, actorId: unknown, table: string) {
  const owners = { clientId: sql.ref(`${table}.client_id`), freelancerId: sql.ref(`${table}.workspace_id`) }
  return conditions[role](owners, actorId)
}

/** The condition that a project is reachable for the actor. Nobody reaches a project in the bin. */
export function reachableProject(role: Role, actorId: unknown, table: string) {
  return sql<boolean>`${reachable(role, actorId, table)} and ${isNotInBin(table)}`
}

/** For statements that start from something else than the actor, such as a signed link. */
export function isNotInBin(table: string) {
  return sql<boolean>`not ${sql.ref(`${table}.in_bin`)}`
}

/** The condition that an actor may change a project: what is archived is read only. */
export function writableProject(role: Role, actorId: unknown, table: string) {
  return sql<boolean>`(${reachableProject(role, actorId, table)} and ${sql.ref(`${table}.archived_at`)} is null)`
}

/** The same as `reachable` for the table `client` itself. */
export function reachableClient(role: Role, actorId: unknown, table = 'client') {
  const owners = { clientId: sql.ref(`${table}.id`), freelancerId: sql.ref(`${table}.workspace_id`) }
  return conditions[role](owners, actorId)
}

export function writableClient(role: Role, actorId: unknown, table = 'client') {
  return sql<boolean>`(${reachableClient(role, actorId, table)} and ${sql.ref(`${table}.archived_at`)} is null)`
}

/** Selects the rows that are archived, or those that are not: both have an index. */
export function isArchived(archived: boolean, table: string) {
  return sql<boolean>`${sql.ref(`${table}.archived_at`)} is ${sql.raw(archived ? 'not null' : 'null')}`
}

/** Makes one statement for what is archived and one for what is not. */
export function forArchivedAndNot<Statement>(make: (archived: boolean) => Statement) {
  const [active, archived] = [make(false), make(true)]
  return (wanted: boolean) => (wanted ? archived : active)
}

/** Makes one statement for each kind of actor. */
export function forEachRole<Statement>(make: (role: Role) => Statement) {
  const roles = Object.keys(conditions) as Role[]
  return Object.fromEntries(roles.map((role) => [role, make(role)])) as Record<Role, Statement>
}
