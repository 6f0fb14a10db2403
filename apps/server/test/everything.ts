import { sql } from 'kysely'
import type { AppContext } from '../src/platform/context.ts'

/** A checksum of each table except these, without these columns, and the stored keys. */
export async function everything(
  { db, storage }: AppContext,
  { without = [] as string[], except = [] as string[] } = {},
) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${except}::text[])`.execute(
    db,
  )
  // One statement, because tests call this before and after each request.
  const checksums = rows.map(
    ({ name }) => sql`
      select ${name}::text as name, md5(coalesce(string_agg(row::text, '' order by row::text), '')) as checksum
      from (select to_jsonb(t) - ${without}::text[] as row from ${sql.table(name)} t) whole`,
  )
  const { rows: tables } = await sql<{ name: string; checksum: string }>`
    ${sql.join(checksums, sql` union all `)}`.execute(db)
  const stored: string[] = []
  for await (const { key } of storage.list()) stored.push(key)
  return { ...Object.fromEntries(tables.map(({ name, checksum }) => [name, checksum])), stored }
}
