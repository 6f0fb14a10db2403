import type pg from 'pg'

/**
 * Uses a callback, because `pg`'s promise keeps each result in memory until a full garbage collection: a list of 100 kB then
 * costs 50 % more CPU.
 */
export function fetchRows<Row>(client: pg.ClientBase, query: pg.QueryConfig) {
  return new Promise<Row[]>((resolve, reject) => {
    client.query(query, (error, result) => {
      if (error) reject(error)
      else resolve(result.rows)
    })
  })
}
