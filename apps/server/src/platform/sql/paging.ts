import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { type Json, sendJson } from './json.ts'
import type { Placeholders } from './statement.ts'

/** A page of a list as PostgreSQL wrote it, and where the next one starts (null: this was the last). */
export interface Page<List> {
  json: Json<List>
  next: string | null
}

export interface PageParams {
  cursor: string
  limit: number
}

/** Before the first row of a list that goes from the newest id to the oldest. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function pageParams({
  cursor = NEWEST,
  limit = 100,
}: {
  cursor?: string
  limit?: number
}): PageParams {
  return { cursor, limit }
}

interface ListQuery {
  /** The columns as the contract calls them, `id` among them. */
  columns: RawBuilder<unknown>
  /** Tables and condition: `feedback f where …`. */
  from: RawBuilder<unknown>
  /** Where the id stands in them, such as `f.id`. */
  idColumn: string
  /** A `with` that is worked out once for the page. */
  withClause?: RawBuilder<unknown>
}

/** Makes one page of rows, newest first, from below the cursor. Only of a page that is full it is asked what follows. */
export function pageOf<Row>(
  { columns: shown, from, idColumn: id, withClause: first = sql`` }: ListQuery,
  { cursor, limit }: Placeholders<PageParams>,
): RawBuilder<Page<Row[]>> {
  const last = sql`min(item.id::text)`
  return sql`
    select coalesce(json_agg(item), '[]')::text as json,
      case when count(*) = ${limit} and exists (select from ${from} and ${sql.ref(id)} < ${last}::uuid)
        then ${last} end as next
    from (
      ${first} select ${shown} from ${from} and ${sql.ref(id)} < ${cursor} order by ${sql.ref(id)} desc limit ${limit}
    ) as item`
}

/** Answers with the page; the next one stands in the Link header. */
export function sendPage<List>(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, next }: Page<List>,
): List {
  if (next) {
    const { pathname, searchParams } = new URL(request.url, 'http://here')
    searchParams.set('cursor', next)
    reply.header('link', `<${pathname}?${searchParams}>; rel="next"`)
  }
  return sendJson(reply, json)
}
