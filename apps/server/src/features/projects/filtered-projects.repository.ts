import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'
import { isArchived, reachableProject } from '../access/reachable.ts'
import { titleMatches } from '../access/title-matches.ts'
import { listedColumns } from './project-columns.ts'

export type Filter = Pick<projects.ProjectFilter, 'search' | 'status' | 'archived' | 'turn' | 'sort'>

/** Unused filters are left out of the statement, so that PostgreSQL can choose the index of a turn. */
const conditions = ({ search, status, archived, turn }: Filter) => [
  ...(archived === undefined ? [] : [isArchived(archived, 'p')]),
  ...(search ? [titleMatches(search, { kind: 'project', id: 'p.id', title: 'p.title' })] : []),
  ...(status ? [sql`p.status = ${status}`] : []),
  ...(turn === 'none' ? [sql`(p.turn is null or p.archived_at is not null)`] : []),
  ...(turn && turn !== 'none' ? [sql`p.turn = ${sql.lit(turn)} and p.archived_at is null`] : []),
]

/** The longest turn first, then what is nobody's turn. */
const turnKey = (table: string) =>
  sql`coalesce(case when ${sql.ref(`${table}.turn`)} is not null and ${sql.ref(`${table}.archived_at`)} is null
    then ${sql.ref(`${table}.turn_since`)} end, 'infinity')`

const isAfter = (cursor: string, sort: Filter['sort'], isReachable: RawBuilder<unknown>) =>
  sort === 'turn'
    ? sql`exists (
        select from project last where last.id = ${cursor} and ${isReachable}
          and (${turnKey('p')} > ${turnKey('last')} or ${turnKey('p')} = ${turnKey('last')} and p.id < last.id)
      )`
    : sql`p.id < ${cursor}`

/** Whether the archived ones are listed depends on the filter for freelancers only. */
export async function listFilteredProjects(
  db: Db,
  actor: Actor,
  now: Date,
  filter: Filter,
  { cursor, limit }: PageParams,
) {
  const columns = listedColumns(sql<Date>`${now.toISOString()}`)
  const where = [
    reachableProject(actor.side, actor, 'p'),
    ...conditions(filter),
    ...(cursor === FIRST_PAGE
      ? []
      : [isAfter(cursor, filter.sort, reachableProject(actor.side, actor, 'last'))]),
  ]
  const order = filter.sort === 'turn' ? sql`${turnKey('p')}, p.id desc` : sql`p.id desc`
  const { rows } = await sql<Page<projects.Project[]>>`
    select coalesce(json_agg(item) filter (where n <= ${limit}), '[]')::text as json,
      case when count(*) > ${limit} then min(id::text) filter (where n = ${limit}) end as next
    from (
      select p.id, row_number() over () as n, (select row_to_json(columns) from (select ${columns}) as columns) as item
      from (select * from project p where ${sql.join(where, sql` and `)} order by ${order} limit ${limit + 1}) as p
    ) as row`.execute(db)
  return rows[0] as Page<projects.Project[]>
}
