import { type RawBuilder, sql } from 'kysely'
import type { Actor, Sees, Side } from '../../platform/actors.ts'

/** Who asks, as far as it decides what they reach. The people of a client reach the same. */
export interface Asker extends Pick<Actor, 'workspaceId' | 'personId'> {
  clientId?: string | null
  /** Of a member. */
  sees?: Sees | null
}
/** The same as values or as the placeholders of a statement. */
export type AskerValues = { [Key in keyof Asker]: unknown }

/** The columns that say to whom a row belongs. */
interface Owners {
  clientId: RawBuilder<unknown>
  workspaceId: RawBuilder<unknown>
}

/** Which clients' things each side reaches. A new kind of actor gets its condition here. */
const conditions: Record<Side, (owners: Owners, asker: AskerValues) => RawBuilder<boolean>> = {
  freelancer: ({ workspaceId, clientId }, asker) => sql`${workspaceId} = ${asker.workspaceId}
    and (${asker.sees}::text = 'all' or ${clientId} in (select client_id from client_member where person_id = ${asker.personId}))`,
  client: ({ clientId }, asker) => sql`${clientId} = ${asker.clientId}`,
}

/** Who asks for what is theirs only: the clients that they are assigned to, whatever else they see. */
export const onlyAssigned = <A extends Asker>(asker: A, mine: boolean | undefined): A =>
  mine ? { ...asker, sees: 'assigned' } : asker

/** The condition that a row of this table, with the columns `client_id` and `workspace_id`, is reachable for the actor. */
export function reachable(side: Side, asker: AskerValues, table: string) {
  const owners = { clientId: sql.ref(`${table}.client_id`), workspaceId: sql.ref(`${table}.workspace_id`) }
  return conditions[side](owners, asker)
}

/** The condition that a project is reachable for the actor. Nobody reaches a project in the bin. */
export function reachableProject(side: Side, asker: AskerValues, table: string) {
  return sql<boolean>`${reachable(side, asker, table)} and ${isNotInBin(table)}`
}

/** For statements that start from something else than the actor, such as a signed link. */
export function isNotInBin(table: string) {
  return sql<boolean>`not ${sql.ref(`${table}.in_bin`)}`
}

/** The condition that an actor may change a project: what is archived is read only. */
export function writableProject(side: Side, asker: AskerValues, table: string) {
  return sql<boolean>`(${reachableProject(side, asker, table)} and ${sql.ref(`${table}.archived_at`)} is null)`
}

/** The same as `reachable` for the table `client` itself, without the further contacts in it. */
export function reachableClient(side: Side, asker: AskerValues, table = 'client') {
  const owners = { clientId: sql.ref(`${table}.id`), workspaceId: sql.ref(`${table}.workspace_id`) }
  return sql<boolean>`${conditions[side](owners, asker)} and ${sql.ref(`${table}.contact_of`)} is null`
}

/** The same with the contacts, but for those who were removed: who has links, sessions and an address. */
export function reachablePerson(side: Side, asker: AskerValues, table = 'client') {
  const [id, contactOf] = [sql.ref(`${table}.id`), sql.ref(`${table}.contact_of`)]
  const owners = {
    clientId: sql`coalesce(${contactOf}, ${id})`,
    workspaceId: sql.ref(`${table}.workspace_id`),
  }
  return sql<boolean>`${conditions[side](owners, asker)} and ${sql.ref(`${table}.removed_at`)} is null`
}

export function writableClient(side: Side, asker: AskerValues, table = 'client') {
  return sql<boolean>`(${reachableClient(side, asker, table)} and ${sql.ref(`${table}.archived_at`)} is null)`
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

/** Makes one statement for each side. */
export function forEachSide<Statement>(make: (side: Side) => Statement) {
  const sides = Object.keys(conditions) as Side[]
  return Object.fromEntries(sides.map((side) => [side, make(side)])) as Record<Side, Statement>
}
