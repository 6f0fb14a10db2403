import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

export interface CopiedTable {
  name: string
  /** Those that are stored, not generated. */
  columns: string[]
}

/** What a table had: its rows, and the SHA-256 of them as text in their order. */
export interface TableSum {
  rows: number
  sha256: string
}

export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`)
  return rows
}

export function readTable(client: pg.Client, { name, columns }: CopiedTable) {
  return client.query(copyTo(`copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`))
}

export async function sumTable(client: pg.Client, table: CopiedTable): Promise<TableSum> {
  const stream = readTable(client, table)
  const sum = createSum()
  for await (const chunk of stream as Readable) sum.add(chunk)
  return sum.result()
}

/** In COPY's text format each row is a line, and line breaks within values are escaped. */
export function createSum() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(chunk: Buffer) {
      hash.update(chunk)
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1
    },
    result: (): TableSum => ({ rows, sha256: hash.digest('hex') }),
  }
}
const NEWLINE = 10

/** The names come from the catalogue or an archive. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
