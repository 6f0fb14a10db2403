import { type Env, isOn, parseUrl, read } from './environment.ts'

export function readDatabaseConfig(env: Env) {
  return {
    /** Null: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: read(env, 'DATABASE_URL', parseUrl('postgres:', 'postgresql:'), null),
    /** Off for a connection pooler that does not keep named statements. */
    preparedStatements: isOn(env, 'PREPARED_STATEMENTS', 'on'),
    /** Null: a single process, which shares nothing. */
    redisUrl: read(env, 'REDIS_URL', parseUrl('redis:', 'rediss:'), null),
  }
}
