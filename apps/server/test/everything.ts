import { sql } from 'kysely'
import type { AppContext } from '../src/platform/context.ts'

/** A checksum of each table, without these columns, and the stored keys. */
export async function everything({ db, storage }: AppContext, { without = [] as string[] } = {}) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const checksums = rows.map(async ({ name }) => {
    const checksum = sql<{ checksum: string }>`
      select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as checksum
      from (select to_jsonb(held) - ${without}::text[] as row from ${sql.table(name)} held) whole`
    return [name, (await checksum.execute(db)).rows[0]?.checksum] as const
  })
  const stored: string[] = []
  for await (const { key } of storage.list()) stored.push(key)
  return { ...Object.fromEntries(await Promise.all(checksums)), stored }
}
