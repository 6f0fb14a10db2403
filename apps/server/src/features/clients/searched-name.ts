import { sql } from 'kysely'

/** A client's name, folded like every searched text. Their projects are found by it. */
export const searchedName = (table: string) =>
  sql`search_text(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`
