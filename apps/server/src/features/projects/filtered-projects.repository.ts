import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'
import { nameOrder } from '../access/name-order.ts'
import { isArchived, reachable, reachableProject } from '../access/reachable.ts'
import { titleMatches } from '../access/title-matches.ts'
import { searchedName } from '../clients/searched-name.ts'
import { listedColumns, today } from './project-columns.ts'

export type Filter = Omit<projects.ProjectFilter, keyof PageParams | 'mine'>

/** The name of the client of the project `p`. */
const clientName = sql<string>`(select ${searchedName('c')} from client c where c.id = p.client_id)`

/** What is due in a period, but for what is completed or archived, which has no `overdue_at`. */
function isDue(period: projects.DuePeriod, now: RawBuilder<Date>) {
  const endOf = (unit: 'week' | 'month') => sql`(date_trunc(${sql.lit(unit)}, ${today(now, 'p')}::timestamp)
    + ${sql.lit(`1 ${unit}`)}::interval)::date`
  switch (period) {
    case 'overdue':
      return sql`p.overdue_at <= ${now}`
    case 'none':
      return sql`p.due_date is null and p.status <> 'Completed'`
    default:
      return sql`p.overdue_at > ${now} and p.due_date < ${endOf(period)}`
  }
}

/** Unused filters are left out of the statement, so that PostgreSQL can choose the index of an order. */
const conditions = (filter: Filter, now: RawBuilder<Date>) => {
  const { search, status, completed, archived, turn, client, due, dueFrom, dueTo } = filter
  return [
    ...(archived === undefined ? [] : [isArchived(archived, 'p')]),
    ...(search
      ? [titleMatches(search, { kind: 'project', id: 'p.id', title: 'p.title', owner: clientName })]
      : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(completed === undefined ? [] : [sql`(p.status = 'Completed') = ${sql.lit(completed)}`]),
    ...(turn === 'none' ? [sql`(p.turn is null or p.archived_at is not null)`] : []),
    ...(turn && turn !== 'none' ? [sql`p.turn = ${sql.lit(turn)} and p.archived_at is null`] : []),
    ...(client ? [sql`p.client_id = ${client}`] : []),
    ...(due ? [isDue(due, now)] : []),
    ...(dueFrom ? [sql`p.due_date >= ${dueFrom}`] : []),
    ...(dueTo ? [sql`p.due_date <= ${dueTo}`] : []),
  ]
}

/**
 * What each order sorts by, before the newest come first. The indexes `project_by_turn` and so on have the same expressions.
 */
const sortKeys: Record<projects.ProjectOrder, (table: string) => RawBuilder<unknown>[]> = {
  /** The longest turn first, then what is nobody's turn. */
  turn: (table) => [
    sql`coalesce(case when ${sql.ref(`${table}.turn`)} is not null and ${sql.ref(`${table}.archived_at`)} is null
      then ${sql.ref(`${table}.turn_since`)} end, 'infinity')`,
  ],
  due: (table) => [
    sql`coalesce(${sql.ref(`${table}.overdue_at`)}, 'infinity')`,
    sql`coalesce(${sql.ref(`${table}.due_date`)}, 'infinity')`,
  ],
  /** Only the beginning, because an index has no room for the longest titles. */
  title: (table) => [sql`(${nameOrder(sql`left(search_text(${sql.ref(`${table}.title`)}), 100)`)})`],
}

/** Compares with the key first, so that PostgreSQL begins to read the index there. The cursor may be in the bin by now. */
function isAfter(cursor: string, sort: Filter['sort'], isReachable: RawBuilder<unknown>) {
  if (!sort) return sql`p.id < ${cursor}`
  const key = sql`(${sql.join(sortKeys[sort]('p'))})`
  const last = sql`(select ${sql.join(sortKeys[sort]('last'))} from project last where last.id = ${cursor} and ${isReachable})`
  return sql`${key} >= ${last} and (${key} > ${last} or p.id < ${cursor})`
}

/** Whether the archived ones are listed depends on the filter for freelancers only. */
export async function listFilteredProjects(
  db: Db,
  actor: Actor,
  now: Date,
  filter: Filter,
  page: PageParams,
) {
  const { rows } = await selectFilteredProjects(actor, now, filter, page).execute(db)
  return rows[0] as Page<projects.Project[]>
}

export function selectFilteredProjects(
  actor: Actor,
  now: Date,
  filter: Filter,
  { cursor, limit }: PageParams,
) {
  const at = sql<Date>`${now.toISOString()}::timestamptz`
  const columns = listedColumns(at)
  const where = [
    reachableProject(actor.side, actor, 'p'),
    ...conditions(filter, at),
    ...(cursor === FIRST_PAGE ? [] : [isAfter(cursor, filter.sort, reachable(actor.side, actor, 'last'))]),
  ]
  const order = sql.join([...(filter.sort ? sortKeys[filter.sort]('p') : []), sql`p.id desc`])
  return sql<Page<projects.Project[]>>`
    select coalesce(json_agg(item) filter (where n <= ${limit}), '[]')::text as json,
      case when count(*) > ${limit} then min(id::text) filter (where n = ${limit}) end as next
    from (
      select p.id, row_number() over () as n, (select row_to_json(columns) from (select ${columns}) as columns) as item
      from (select * from project p where ${sql.join(where, sql` and `)} order by ${order} limit ${limit + 1}) as p
    ) as row`
}
