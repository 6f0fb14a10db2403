import { sql } from 'kysely'
import type { Actor } from '../actors.ts'
import type { AppContext } from '../context.ts'
import { hashedKey } from '../limits/keys.ts'
import type { Db } from './database.ts'
import { inTransaction } from './in-transaction.ts'

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    deleteOldCreations: Record<never, never>
  }
}

/** Nobody waits longer before they send again what got no answer. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

interface Creation<T> {
  /** Chosen by the sender. Without one, every call creates. */
  clientRequestId: string | null | undefined
  /** The kind of thing and what it belongs to, so that the same id can be used elsewhere. */
  kind: string
  id: string
  create(db: Db): Promise<T>
  /** Reads what an earlier call created. Undefined when it was deleted meanwhile: then it is created again. */
  find(db: Db, id: string): Promise<T | undefined>
}

/** Creates a thing once, however often the call is repeated because its answer was lost. Concurrent calls wait for each other. */
export async function createOnce<T>(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Pick<Actor, 'side' | 'personId'>,
  { clientRequestId, kind, id, create, find }: Creation<T>,
) {
  if (!clientRequestId) return create(db)
  const row = {
    freelancer_id: actor.side === 'freelancer' ? actor.personId : null,
    client_id: actor.side === 'client' ? actor.personId : null,
    key: hashedKey(kind, clientRequestId),
    created_id: id,
    created_at: clock.now().toISOString(),
  }
  return inTransaction(db, async (trx) => {
    const earlierId = await claim(trx, row)
    const earlier = earlierId === id ? undefined : await find(trx, earlierId)
    if (earlier) return earlier
    const created = await create(trx)
    await settle(trx, row, created !== undefined)
    return created
  })
}

/**
 * The id of what an earlier call created. For what may be refused by now, such as a change to a project that was archived since: the
 * sender whose answer was lost gets it all the same.
 */
export async function findCreatedId(
  { db }: Pick<AppContext, 'db'>,
  { side, personId }: Pick<Actor, 'side' | 'personId'>,
  { clientRequestId, kind }: Pick<Creation<unknown>, 'clientRequestId' | 'kind'>,
) {
  if (!clientRequestId) return
  const found = await db
    .selectFrom('created_once')
    .select('created_id')
    .where(side === 'freelancer' ? 'freelancer_id' : 'client_id', '=', personId)
    .where('key', '=', hashedKey(kind, clientRequestId))
    .executeTakeFirst()
  return found?.created_id
}

type Row = {
  freelancer_id: string | null
  client_id: string | null
  key: string
  created_id: string
  created_at: string
}

/** Returns the id of what an earlier call created, or the own one. The update locks the row and changes nothing. */
async function claim(trx: Db, row: Row) {
  const { created_id } = await trx
    .insertInto('created_once')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['freelancer_id', 'client_id', 'key']).doUpdateSet({ key: row.key }),
    )
    .returning('created_id')
    .executeTakeFirstOrThrow()
  return created_id
}

/** Also when an earlier one was deleted, or nothing could be created. */
async function settle(trx: Db, { freelancer_id, client_id, key, created_id }: Row, isCreated: boolean) {
  const isOwn = sql<boolean>`(freelancer_id, client_id, key) is not distinct from (${freelancer_id}::uuid, ${client_id}::uuid, ${key}::text)`
  if (isCreated) await trx.updateTable('created_once').set({ created_id }).where(isOwn).execute()
  else await trx.deleteFrom('created_once').where(isOwn).execute()
}

export async function deleteOldCreations({ db, clock }: AppContext) {
  const before = new Date(clock.now().getTime() - KEPT_MS).toISOString()
  await db.deleteFrom('created_once').where('created_at', '<', before).execute()
}
