import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'

/** JSON text that PostgreSQL made; what it says is of type T. */
export type Json<T> = string & { readonly made: T }

/** Sends JSON as PostgreSQL made it: rows decoded and encoded again here would cost half the speed. */
export function sendJson<T>(reply: FastifyReply, json: Json<T>): T {
  reply.type('application/json; charset=utf-8')
  return json as unknown as T
}

/** The one row of `select` as JSON: its columns become the names, so they are called as the contract calls them. */
export function asJson<T>(select: RawBuilder<unknown>): RawBuilder<{ json: Json<T> }> {
  return sql`select row_to_json(item)::text as json from (${select}) as item`
}

/** An instant in SQL-made JSON: ISO 8601 in UTC with milliseconds, as everywhere on the wire. */
export function instant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** The same JSON as the only value of an object. */
export function wrapJson<Name extends string, T>(name: Name, json: Json<T>) {
  return `{"${name}":${json}}` as Json<{ [N in Name]: T }>
}
