import { sql } from 'kysely'
import type { AppContext } from '../src/platform/context.ts'

type Table = 'project' | 'feedback' | 'note' | 'note_reply'

/** The database sets it to the present. */
export async function setCreatedAt({ db }: AppContext, table: Table, id: string, createdAt: Date) {
  await sql`update ${sql.table(table)} set created_at = ${createdAt.toISOString()} where id = ${id}`.execute(
    db,
  )
}
