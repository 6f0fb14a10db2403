import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { type Json, sendJson } from './json.ts'

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

/**
 * Makes one page of `rows`: a select of what is shown, `id` among it, newest first, from below the cursor, one row more
 * than the limit. That one more is not shown; it tells that there is a next page.
 */
export function pageOf<Row>(rows: RawBuilder<unknown>, limit: RawBuilder<number>): RawBuilder<Page<Row[]>> {
  return sql`
    select
      coalesce(json_agg(item) filter (where n <= ${limit}), '[]')::text as json,
      case when count(*) > ${limit} then max((item).id::text) filter (where n = ${limit}) end as next
    from (select item, row_number() over (order by item.id desc) as n from (${rows}) as item) as numbered`
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
