import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Db } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'

export type ProcessRow = Selectable<Tables['process']>
export type NewProcess = Omit<ProcessRow, 'started_at' | 'seen_at'>

/** False when the migration that creates it has not run yet. */
export async function hasProcessTable(db: Db) {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('process') is not null as exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** No other process can register until the transaction ends. The key of the lock is arbitrary. */
export async function lockProcesses(trx: Db) {
  await sql`select pg_advisory_xact_lock(${sql.lit(5_077_204_819)})`.execute(trx)
}

export function findOtherProcesses(db: Db, id: string): Promise<ProcessRow[]> {
  return db.selectFrom('process').selectAll().where('id', '<>', id).orderBy('started_at').execute()
}

/** Those whose heartbeat came within seconds. */
export async function findRunningProcesses(db: Db): Promise<ProcessRow[]> {
  if (!(await hasProcessTable(db))) return []
  return db
    .selectFrom('process')
    .selectAll()
    .where(sql<boolean>`seen_at > clock_timestamp() - interval '10 seconds'`)
    .orderBy('started_at')
    .execute()
}

/** Whether a process runs jobs. */
export async function hasWorker(db: Db) {
  const worker = await db
    .selectFrom('process')
    .select('id')
    .where('role', '<>', 'web')
    .limit(1)
    .executeTakeFirst()
  return worker !== undefined
}

export async function insertProcess(db: Db, process: NewProcess) {
  await db.insertInto('process').values(process).execute()
}

export async function deleteProcess(db: Db, id: string) {
  await db.deleteFrom('process').where('id', '=', id).execute()
}

/** Uses the database's clock, because the clocks of machines differ. */
export async function deleteSilentProcesses(db: Db, { seconds }: { seconds: number }) {
  await sql`delete from process where seen_at < clock_timestamp() - make_interval(secs => ${seconds})`.execute(
    db,
  )
}

const heartbeat = statement<{ id: string }, { id: string }>(
  'process_heartbeat',
  ($) => sql`update process set seen_at = clock_timestamp() where id = ${$.id} returning id`,
)

/** False when the row does not exist any more. */
export async function touchProcess(db: Db, id: string) {
  return (await heartbeat(db, { id })).length > 0
}
