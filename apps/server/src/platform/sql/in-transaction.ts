import type { Db } from './database.ts'

/** In the caller's transaction if there is one, else in a new one. */
export function inTransaction<T>(db: Db, run: (trx: Db) => Promise<T>) {
  return db.isTransaction ? run(db) : db.transaction().execute(run)
}
