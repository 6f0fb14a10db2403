import { createHmac } from 'node:crypto'
import { v4 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { secretsOf } from '../../platform/http/secret-keys.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import type { Db } from '../../platform/sql/database.ts'
import { formatMarker, MARKER, type Owner, parseMarker } from '../../platform/storage/marker.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  deleteSecretCheck,
  endAllAccess,
  findInstallation,
  hasFiles,
  type Installation,
  insertInstallation,
  knowsAnyOf,
  noteRestore,
  noteVersion,
  pauseCleanUp,
  setMarked,
  storeSecretCheck,
  wasCopied,
} from './installation.repository.ts'
import { fileIdOf, isFileKey } from './keys.ts'

type Secrets = Pick<AppContext['config'], 'appSecret' | 'formerSecrets'>

export type InstallationContext = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log'>

const PAUSE_MS = 24 * 60 * 60 * 1_000
/** How many stored files are compared with the rows before a storage without a marker is accepted. */
const SAMPLE_SIZE = 500

/** Records the start of this version. An update and a restored dump both pause the clean-up for 24 hours. */
export async function registerStart(ctx: Omit<InstallationContext, 'storage'>, version: string) {
  const { db, clock } = ctx
  const pausedUntil = pauseFrom(clock)
  await insertInstallation(db, { id: newId(), incarnation: newId(), version, pausedUntil })
  await finishRestoreByHand(ctx)
  await noteVersion(db, version, pausedUntil)
}

/**
 * Throws CannotStart with another APP_SECRET than before, which would silently end sessions and links. The first start on a
 * database stores a fingerprint, and one after a rotation that of the new secret. Called after `registerStart`.
 */
export async function confirmSecret({ db }: Pick<InstallationContext, 'db'>, secrets: Secrets) {
  const [own = '', ...former] = secretsOf(secrets).map((secret) =>
    createHmac('sha256', secret).update('installation').digest('base64url').slice(0, 22),
  )
  if ((await storeSecretCheck(db, own, former)) === own) return
  throw new CannotStart(
    'APP_SECRET (or, where it is not set, the file secret in DATA_DIR) is another one than this database was used with: set it to that one, ' +
      'or run `npx portico secret adopt` to go on with this one, which ends all sessions and links to files.',
  )
}

/** The next start stores the fingerprint of its own secret. */
export async function adoptSecret(ctx: Omit<InstallationContext, 'storage'>) {
  await finishRestoreByHand(ctx)
  await deleteSecretCheck(ctx.db)
}

/** Runs before anything writes the installation's row: a written row no longer shows that it was restored. */
async function finishRestoreByHand({ db, clock, log }: Omit<InstallationContext, 'storage'>) {
  const pausedUntil = pauseFrom(clock)
  const ended = await db.transaction().execute(async (trx) => {
    // Access that was ended after the dump must not come back with it.
    if (await noteRestore(trx, { incarnation: newId(), pausedUntil }, wasCopied)) return endAllAccess(trx)
  })
  if (ended) log.warn({ pausedUntil, ended }, 'this database was restored: all sessions and links have ended')
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
    await storage.writeMarker(formatMarker(ownerOf(installation), clock.now()), { replace: false })
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

function requireOwnMarker(marker: string | undefined, storage: Storage, installation: Installation) {
  const { id, isEmpty } = installation
  if (marker === undefined)
    throw refusal(
      `The storage ${storage.name} has no ${MARKER}, and this database (installation ${id}) needs it there`,
    )
  const owner = parseMarker(marker)
  if (owner === undefined)
    throw refusal(`The ${MARKER} in ${storage.name} cannot be read, and this database is installation ${id}`)
  if (owner.installation !== id) {
    const database = isEmpty ? 'this database is new' : 'this database is another'
    throw refusal(
      `The storage ${storage.name} belongs to installation ${owner.installation}, and ${database} (installation ${id})`,
    )
  }
  if (!isOwner(installation, owner))
    throw new CannotStart(
      `The storage ${storage.name} belongs to another copy of this database (installation ${id}): set STORAGE_URL to a copy of the storage, ` +
        'or run `npx portico storage adopt` if this database takes the place of the other.',
    )
}

/** A database and a restored copy of it have the same id and differ in the incarnation. */
function isOwner(installation: Installation, owner: Owner | undefined) {
  return owner?.installation === installation.id && owner.incarnation === installation.incarnation
}

function ownerOf({ id, incarnation }: Installation): Owner {
  return { installation: id, incarnation }
}

/** The owner that the storage names, shown to the operator before it is replaced. */
export async function describeStorage({ db, storage }: Pick<InstallationContext, 'db' | 'storage'>) {
  const installation = await installationOf(db)
  const marker = await storage.readMarker()
  const owner = marker === undefined ? undefined : parseMarker(marker)
  return {
    installation: installation.id,
    owner: marker === undefined ? null : (owner?.installation ?? 'unreadable'),
    isOurs: isOwner(installation, owner),
  }
}

/** Assigns the storage to this database, whatever its marker says. */
export async function adoptStorage(ctx: InstallationContext) {
  const { db, storage, clock } = ctx
  await finishRestoreByHand(ctx)
  const installation = await installationOf(db)
  // The pause first: a crash in between then loses nothing.
  await pauseCleanUp(db, pauseFrom(clock))
  await storage.writeMarker(formatMarker(ownerOf(installation), clock.now()), { replace: true })
  await setMarked(db, clock.now())
}

/** The same, if the storage was copied together with this database. Returns whether it was. */
export async function adoptCopiedStorage(ctx: InstallationContext) {
  const { installation, owner } = await describeStorage(ctx)
  if (owner !== installation) return false
  await adoptStorage(ctx)
  return true
}

/** Prepares a restored database for a server. No storage belongs to it any more, unless it has never had one. */
export async function finishRestore({ db, clock }: Pick<InstallationContext, 'db' | 'clock'>) {
  return db.transaction().execute(async (trx) => {
    const needsStorage = await noteRestore(trx, { incarnation: newId(), pausedUntil: pauseFrom(clock) })
    return { ended: await endAllAccess(trx), needsStorage }
  })
}

/** Removes bytes that no row needs, unless the storage has come to belong to another database, which may need them. */
export async function removeUnneededBytes(
  ctx: Pick<InstallationContext, 'db' | 'storage' | 'log'>,
  key: string,
) {
  if (await findOwnInstallation(ctx)) await ctx.storage.remove(key)
}

/** Returns the installation, or logs that nothing is deleted in a storage that is not this database's. */
export async function findOwnInstallation(ctx: Pick<InstallationContext, 'db' | 'storage' | 'log'>) {
  try {
    return await requireOwnStorage(ctx)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    ctx.log.error(`No files are deleted: ${error.message}`)
  }
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
