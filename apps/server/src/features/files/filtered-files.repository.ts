import type { files } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { FIRST_PAGE, type Page, type PageParams } from '../../platform/sql/paging.ts'
import type { Placeholders } from '../../platform/sql/statement.ts'
import { nameOrder } from '../access/name-order.ts'
import { reachableProject } from '../access/reachable.ts'
import { titleMatches } from '../access/title-matches.ts'
import { fileColumns } from './file-columns.ts'
import { isFromClient } from './from-client.ts'
import type { Signing } from './signed-urls.ts'

export type Filter = Pick<files.FileFilter, 'search' | 'sort' | 'section' | 'fromClient'>

interface Order {
  by: RawBuilder<unknown>
  /** The condition that a file `f` comes after the file `last`. */
  isAfter: RawBuilder<unknown>
}

const nameKey = (table: string) => nameOrder(sql`search_text(${sql.ref(`${table}.name`)})`)

const orders: Record<NonNullable<Filter['sort']>, Order> = {
  newest: { by: sql`f.id desc`, isAfter: sql`f.id < last.id` },
  name: {
    by: sql`${nameKey('f')}, f.id`,
    isAfter: sql`(${nameKey('f')}, f.id) > (${nameKey('last')}, last.id)`,
  },
  size: { by: sql`f.size desc, f.id desc`, isAfter: sql`(f.size, f.id) < (last.size, last.id)` },
}

/** The newest versions that match, in the order asked for. Undefined when this person cannot reach the project. */
export async function listFilteredFiles(
  db: Db,
  actor: Actor,
  id: string,
  signing: Signing,
  { search, sort = 'newest', section, fromClient }: Filter,
  { cursor, limit }: PageParams,
) {
  const { by, isAfter } = orders[sort]
  const columns = fileColumns(asValues(signing))
  const where = [
    sql`f.project_id = p.id and f.state = 'stored' and f.is_newest`,
    ...(search ? [titleMatches(search, { kind: 'file', id: 'f.id', title: 'f.name' })] : []),
    ...(section ? [sql`f.section_id = ${section}`] : []),
    ...(fromClient ? [isFromClient('f')] : []),
    // The last file of the page before may have been deleted or replaced meanwhile.
    ...(cursor === FIRST_PAGE
      ? []
      : [
          sql`exists (select from file last where last.id = ${cursor} and last.project_id = p.id and ${isAfter})`,
        ]),
  ]
  const { rows } = await sql<Page<files.File[]>>`
    select page.json, page.next from project p, lateral (
      select coalesce(json_agg(item order by n) filter (where n <= ${limit}), '[]')::text as json,
        case when count(*) > ${limit} then min(id::text) filter (where n = ${limit}) end as next
      from (
        select f.id, f.n, (select row_to_json(columns) from (select ${columns}) as columns) as item
        from (
          select f.*, row_number() over (order by ${by}) as n
          from file f where ${sql.join(where, sql` and `)} order by ${by} limit ${limit + 1}
        ) as f
      ) as row
    ) as page
    where p.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows[0]
}

/** A statement that is put together from a filter has values instead of placeholders. */
function asValues(signing: Signing) {
  return Object.fromEntries(
    Object.entries(signing).map(([key, value]) => [key, sql`${value}`]),
  ) as unknown as Placeholders<Signing>
}
