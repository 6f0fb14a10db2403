import { DEFAULT_POOL } from '../platform/sql/connection-counts.ts'
import { type Env, isOn, oneOf, parseUrl, read, wholeNumber } from './environment.ts'

export function readDatabaseConfig(env: Env) {
  return {
    /** Null: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: read(env, 'DATABASE_URL', parseUrl('postgres:', 'postgresql:'), null),
    /** How many connections a process has for requests. It opens some more (connection-counts.ts). */
    databasePool: wholeNumber(env, 'DATABASE_POOL', DEFAULT_POOL, 1, 1_000),
    /** No: a start leaves the database as it is, and `portico migrate` changes it. */
    migrates: oneOf(env, 'MIGRATE', ['yes', 'no'], 'yes') === 'yes',
    /** Off for a connection pooler that does not keep named statements. */
    preparedStatements: isOn(env, 'PREPARED_STATEMENTS', 'on'),
    /** Null: a single process, which shares nothing. */
    redisUrl: read(env, 'REDIS_URL', parseUrl('redis:', 'rediss:'), null),
  }
}
