import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { PartialUploadState } from '../../platform/storage/storage.ts'

export interface Holder {
  id: string
  holder: string
}

const until = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

/** True when nobody holds it any more, or a process that has certainly ended. */
export async function takeLease(
  db: Db,
  { id, holder }: Holder,
  { mark, endedMark, seconds }: { mark: string; endedMark: string | null; seconds: number },
) {
  const { numAffectedRows = 0n } = await sql`
    update partial_upload
    set holder = ${holder}, holder_mark = ${mark}, held_until = ${until(seconds)}, is_wanted = false, active_at = clock_timestamp()
    where id = ${id} and (holder is null or held_until < clock_timestamp() or holder_mark = ${endedMark})`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Asks the holder to end, and returns the mark of its process. Undefined when nothing is being received under this id. */
export async function askForLease(db: Db, id: string) {
  const { rows } = await sql<{ mark: string | null }>`
    update partial_upload set is_wanted = true where id = ${id} returning holder_mark as mark`.execute(db)
  return rows[0]
}

/** Returns those that are still held, and whether another request waits for them. */
export async function renewLeases(db: Db, held: Holder[], seconds: number) {
  const ids = held.map(({ id }) => id)
  const holders = held.map(({ holder }) => holder)
  const { rows } = await sql<{ id: string; isWanted: boolean }>`
    update partial_upload p set held_until = ${until(seconds)}, active_at = clock_timestamp()
    from unnest(${ids}::uuid[], ${holders}::uuid[]) as held (id, holder)
    where p.id = held.id and p.holder = held.holder
    returning p.id, p.is_wanted as "isWanted"`.execute(db)
  return rows
}

/** `failed` says how receiving ended; undefined when nothing was received. */
export async function returnLease(db: Db, { id, holder }: Holder, failed: boolean | undefined) {
  const failedAt =
    failed === undefined ? sql`failed_at` : failed ? sql`clock_timestamp()` : sql`null::timestamptz`
  await sql`
    update partial_upload
    set holder = null, holder_mark = null, held_until = null, is_wanted = false, active_at = clock_timestamp(), failed_at = ${failedAt}
    where id = ${id} and holder = ${holder}`.execute(db)
}

/** False when another request has taken over. */
export async function savePartialState(db: Db, { id, holder }: Holder, state: PartialUploadState) {
  const { numUpdatedRows } = await db
    .updateTable('partial_upload')
    .set({ state: JSON.stringify(state) as never })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
