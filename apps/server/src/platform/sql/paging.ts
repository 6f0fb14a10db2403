import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { type Json, sendJson } from './json.ts'
import type { Placeholders } from './statement.ts'

export interface Page<List> {
  json: Json<List>
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

export interface PageParams {
  cursor: string
  limit: number
}

/** The cursor of the first page: every id is below it. */
export const FIRST_PAGE = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function pageParams({
  cursor = FIRST_PAGE,
  limit = 100,
}: {
  cursor?: string
  limit?: number
}): PageParams {
  return { cursor, limit }
}

interface ListQuery {
  /** With the names of the contract, `id` included. */
  columns: RawBuilder<unknown>
  /** Tables and condition, such as `feedback f where …`. */
  from: RawBuilder<unknown>
  idColumn: string
  withClause?: RawBuilder<unknown>
  /** How many texts a row comes with, where that may be many: such a page ends early. */
  texts?: RawBuilder<number>
}

/** A hundred replies to each of 200 notes, 10,000 characters each, would fill the memory of database and server. */
export const MAX_TEXTS = 400

/** The newest rows below the cursor. Only after a full page it looks for a next one. */
export function pageOf<Row>(
  { columns, from, idColumn, withClause = sql``, texts }: ListQuery,
  { cursor, limit }: Placeholders<PageParams>,
): RawBuilder<Page<Row[]>> {
  const id = sql.ref(idColumn)
  const last = sql`min(item.id::text)`
  // Found by the numbers alone, before any text is read.
  const fits = texts
    ? sql`and ${id} >= (
        select id from (
          select ${id} as id,
            coalesce(sum(${texts}) over (order by ${id} desc rows between unbounded preceding and 1 preceding), 0) as before
          from ${from} and ${id} < ${cursor} order by ${id} desc limit ${limit}
        ) as counted where before < ${sql.lit(MAX_TEXTS)} order by id limit 1
      )`
    : sql``
  return sql`
    select coalesce(json_agg(item), '[]')::text as json,
      case when ${texts ? sql`count(*) > 0` : sql`count(*) = ${limit}`} and exists (select from ${from} and ${id} < ${last}::uuid)
        then ${last} end as next
    from (
      ${withClause} select ${columns} from ${from} and ${id} < ${cursor} ${fits} order by ${id} desc limit ${limit}
    ) as item`
}

/** Sends the page, with the address of the next one in the Link header. */
export function sendPage<List>(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, next }: Page<List>,
): List {
  addNextLink(request, reply, next)
  return sendJson(reply, json)
}

export function addNextLink(request: FastifyRequest, reply: FastifyReply, next: string | null) {
  if (!next) return
  const { pathname, searchParams } = new URL(request.url, 'http://here')
  searchParams.set('cursor', next)
  reply.header('link', `<${pathname}?${searchParams}>; rel="next"`)
}
