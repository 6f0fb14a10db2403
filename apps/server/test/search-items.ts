import { sql } from 'kysely'
import type { Db } from '../src/platform/sql/database.ts'

/** The rows that the table of search items has too many or too few. The triggers that fill it do not use the views, as this does. */
export async function findWrongSearchItems(db: Db) {
  const { rows } = await sql`
    with required as (
      select id, kind, workspace_id, client_id,
        search_text(case kind when 'client' then title || ' ' || body else title end) as title,
        search_text(case when kind <> 'client' then coalesce(title || ' ', '') || body end) as text
      from searchable where kind <> 'message'
    )
    (table required except table search_item) union all (table search_item except table required)`.execute(db)
  return rows
}
