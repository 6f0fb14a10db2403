import { sql } from 'kysely'

/** What the client's side has given stands together, until the freelancer moves it to a section. */
export function isFromClient(table: string) {
  return sql<boolean>`(${sql.ref(`${table}.section_id`)} is null and ${sql.ref(`${table}.uploader_type`)} <> 'Freelancer')`
}
