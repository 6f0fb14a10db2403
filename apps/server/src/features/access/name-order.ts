import { type RawBuilder, sql } from 'kysely'

/** What names are sorted by: without accents and signs, and with numbers of one length, so that `IMG 2` comes before `IMG 10`. */
export const nameOrder = (foldedName: RawBuilder<unknown>) => sql`regexp_replace(
  regexp_replace(${foldedName}, '([0-9]+)', '00000000000000000000\\1', 'g'),
  '[0-9]*([0-9]{20})', '\\1', 'g') collate "C"`
