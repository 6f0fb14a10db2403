import { type RawBuilder, sql } from 'kysely'
import { type Db, runStatement } from './database.ts'

/** The `$1`, `$2` … of each parameter. */
export type Placeholders<Params> = { [Key in keyof Params]: RawBuilder<Params[Key]> }

export interface StatementOptions {
  /** Halves the cost of a small read. Only for reads that are always fast, because a slow one delays those behind it. */
  sharesConnection?: boolean
  /** Fails after a fifth of the time that other statements have: one second of five. */
  isBrief?: boolean
  /** Is sent together with the `begin` of its transaction. Only for what writes nothing, because it would remain if `begin` failed. */
  opensTransaction?: boolean
}

/**
 * A statement that runs often. It is compiled once and sent by name, so that PostgreSQL parses it once per connection.
 * Kysely's own queries are compiled for each call and have no name. In a transaction it is sent on the transaction's connection.
 */
export function statement<Params extends object, Row>(
  name: string,
  build: (param: Placeholders<Params>) => RawBuilder<Row>,
  options: StatementOptions = {},
) {
  let compiled: ReturnType<typeof compile<Params>> | undefined

  return (db: Db, params: Params): Promise<Row[]> => {
    compiled ??= compile(db, build)
    const { text, keys } = compiled
    return runStatement<Row>(db, { name, text, values: keys.map((key) => params[key]) }, options)
  }
}

/** A parameter that is used in several places is sent once. */
function compile<Params extends object>(db: Db, build: (param: Placeholders<Params>) => RawBuilder<unknown>) {
  const keys: (keyof Params)[] = []
  const placeholders = new Proxy({} as Placeholders<Params>, {
    get(_, key) {
      const param = key as keyof Params
      if (!keys.includes(param)) keys.push(param)
      return sql.raw(`$${keys.indexOf(param) + 1}`)
    },
  })
  const { sql: text, parameters } = build(placeholders).compile(db)
  if (parameters.length > 0) throw new Error(`This statement contains a value: ${text}`)
  return { text, keys }
}
