import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'

/** JSON text of a value of type T. */
export type Json<T> = string & { readonly value: T }

/** Sends PostgreSQL's JSON as it is: decoding and encoding rows in Node would halve the speed. */
export function sendJson<T>(reply: FastifyReply, json: Json<T>): T {
  reply.type('application/json; charset=utf-8')
  return json as unknown as T
}

/** The only row of `select` as JSON. Columns have the names of the contract. */
export function asJson<T>(select: RawBuilder<unknown>): RawBuilder<{ json: Json<T> }> {
  return sql`select row_to_json(item)::text as json from (${select}) as item`
}

/** ISO 8601 in UTC with milliseconds, the format of every instant in the API. */
export function instant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

export function wrapJson<Name extends string, T>(name: Name, json: Json<T>) {
  return `{"${name}":${json}}` as Json<{ [N in Name]: T }>
}
