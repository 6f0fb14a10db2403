import { parseTitleQuery, partsOfTitle } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'

interface Titled {
  /** The kind of its search item. */
  kind: 'project' | 'file'
  /** Columns of the table that is filtered. */
  id: string
  title: string
  /** A name in which the words may be too, folded; `item` is the search item. */
  owner?: RawBuilder<string>
}

/** The same as `matchesTitle`. Words have no punctuation, so nothing in them needs escaping. */
export function titleMatches(search: string, { kind, id, title, owner }: Titled) {
  const query = parseTitleQuery(search)
  const column = sql.ref(title)
  const isTyped = sql`strpos(lower(${column}), lower(${query.text})) > 0`
  const parts = partsOfTitle(query)
  if (!parts) return isTyped
  return sql`(${isTyped} or exists (
    select from search_item item where item.id = ${sql.ref(id)} and item.kind = ${sql.lit(kind)}
      and ${owner ? sql`item.title || ${owner}` : sql`item.title`} like all(${parts.map((part) => `%${part}%`)}::text[])
      and not exists (select from unnest(${query.signs}::text[]) as sign where strpos(${column}, sign) = 0)
  ))`
}
