import { v4 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import type { Db } from '../../platform/sql/database.ts'
import { formatMarker, MARKER, parseMarker } from '../../platform/storage/marker.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  deleteAllSessions,
  findInstallation,
  hasFiles,
  type Installation,
  insertInstallation,
  knowsAnyOf,
  noteVersion,
  pauseCleanUp,
  pauseCleanUpIfRestored,
  setMarked,
} from './installation.repository.ts'
import { fileIdOf, isFileKey } from './keys.ts'

export type InstallationContext = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log'>

const PAUSE_MS = 24 * 60 * 60 * 1_000
/** How many stored files are compared with the rows before a storage without a marker is accepted. */
const SAMPLE_SIZE = 500

/** Records the start of this version. An update and a restored dump both pause the clean-up for 24 hours. */
export async function registerStart(ctx: Omit<InstallationContext, 'storage'>, version: string) {
  const { db, clock } = ctx
  const pausedUntil = pauseFrom(clock)
  await insertInstallation(db, { id: newId(), version, pausedUntil })
  await finishRestoreByHand(ctx)
  await noteVersion(db, version, pausedUntil)
}

/** Runs before anything writes the installation's row: a written row no longer shows that it was restored. */
async function finishRestoreByHand({ db, clock, log }: Omit<InstallationContext, 'storage'>) {
  const pausedUntil = pauseFrom(clock)
  const isRestored = await db.transaction().execute(async (trx) => {
    const isRestored = await pauseCleanUpIfRestored(trx, pausedUntil)
    // A session that was ended after the dump must not come back with it.
    if (isRestored) await deleteAllSessions(trx)
    return isRestored
  })
  if (isRestored) log.warn({ pausedUntil }, 'this database was restored: its sessions have ended')
}

/**
 * Makes sure that the storage is this database's, and throws CannotStart otherwise. The id is written into a storage once,
 * when the installation is created, and never because it is missing later. A start after a crash completes this.
 */
export async function claimStorage(ctx: InstallationContext) {
  const { db, storage, clock } = ctx
  const installation = await installationOf(db)
  let marker = await storage.readMarker()
  if (marker === undefined && !installation.markedAt) {
    await refuseUnknownFiles(db, storage, installation)
    await storage.writeMarker(formatMarker(installation.id, clock.now()), { replace: false })
    // Another start may have been first.
    marker = await storage.readMarker()
  }
  requireOwnMarker(marker, storage, installation)
  if (!installation.markedAt) await setMarked(db, clock.now())
}

/** Returns the installation, or throws CannotStart when the marker in the storage does not name this database. */
export async function requireOwnStorage({ db, storage }: Pick<InstallationContext, 'db' | 'storage'>) {
  const installation = await installationOf(db)
  requireOwnMarker(await storage.readMarker(), storage, installation)
  return installation
}

function requireOwnMarker(marker: string | undefined, storage: Storage, { id, isEmpty }: Installation) {
  if (marker === undefined)
    throw refusal(
      `The storage ${storage.name} has no ${MARKER}, and this database (installation ${id}) needs it there`,
    )
  const owner = parseMarker(marker)
  if (owner === undefined)
    throw refusal(`The ${MARKER} in ${storage.name} cannot be read, and this database is installation ${id}`)
  if (owner !== id) {
    const database = isEmpty ? 'this database is new' : 'this database is another'
    throw refusal(
      `The storage ${storage.name} belongs to installation ${owner}, and ${database} (installation ${id})`,
    )
  }
}

/** The owner that the storage names, shown to the operator before it is replaced. */
export async function describeStorage({ db, storage }: Pick<InstallationContext, 'db' | 'storage'>) {
  const { id } = await installationOf(db)
  const marker = await storage.readMarker()
  return { installation: id, owner: marker === undefined ? null : (parseMarker(marker) ?? 'unreadable') }
}

/** Assigns the storage to this database, whatever its marker says. */
export async function adoptStorage(ctx: InstallationContext) {
  const { db, storage, clock } = ctx
  const { id } = await installationOf(db)
  await finishRestoreByHand(ctx)
  // The pause first: a crash in between then loses nothing.
  await pauseCleanUp(db, pauseFrom(clock))
  await storage.writeMarker(formatMarker(id, clock.now()), { replace: true })
  await setMarked(db, clock.now())
}

/** Prepares a restored database for a server. Returns how many sessions it ended. */
export async function finishRestore({ db, clock }: Pick<InstallationContext, 'db' | 'clock'>) {
  return db.transaction().execute(async (trx) => {
    await pauseCleanUp(trx, pauseFrom(clock))
    return deleteAllSessions(trx)
  })
}

/** A storage without a marker is from an earlier version of this database, or belongs to another one. */
async function refuseUnknownFiles(db: Db, storage: Storage, { id }: Installation) {
  const ids = new Set<string>()
  for await (const { key } of storage.list()) {
    if (isFileKey(key)) ids.add(fileIdOf(key))
    if (ids.size === SAMPLE_SIZE) break
  }
  if (ids.size === 0) {
    if (!(await hasFiles(db))) return
    throw refusal(`The storage ${storage.name} is empty, and this database (installation ${id}) has files`)
  }
  if (await knowsAnyOf(db, [...ids])) return
  throw refusal(
    `The storage ${storage.name} has files that this database (installation ${id}) does not know, and no ${MARKER} that says whose they are`,
  )
}

async function installationOf(db: Db) {
  const installation = await findInstallation(db)
  if (!installation)
    throw new CannotStart('No Portico has started on this database yet: start it once first.')
  return installation
}

function refusal(what: string) {
  return new CannotStart(
    `${what}: correct DATABASE_URL or STORAGE_URL, or run \`npx portico storage adopt\` if the two belong together.`,
  )
}

function pauseFrom(clock: InstallationContext['clock']) {
  return new Date(clock.now().getTime() + PAUSE_MS)
}
