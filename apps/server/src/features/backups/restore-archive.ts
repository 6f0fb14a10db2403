import { Logger as JobLogger, runMigrations as migrateJobs } from 'graphile-worker'
import type { ClientConfig } from 'pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { v4 as newId } from 'uuid'
import { quote } from '../../platform/backup/copy-tables.ts'
import { type OneConnection, openConnection } from '../../platform/backup/one-connection.ts'
import type { ArchiveEntry } from '../../platform/backup/read-archive.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { connect, disconnect } from '../../platform/sql/database.ts'
import { migrate } from '../../platform/sql/migrations.ts'
import { fillDraft } from '../../platform/storage/fill-draft.ts'
import { MARKER } from '../../platform/storage/marker.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { adoptStorage, finishRestore } from '../files/installation.service.ts'
import { fileIdOf, fileKey, isFileKey } from '../files/keys.ts'
import type { Header } from './archive-format.ts'
import { JOBS_TABLE, loadArchive } from './load-archive.ts'
import { type ArchiveSource, openArchive } from './open-archive.ts'

interface RestoreContext {
  source: ArchiveSource
  connection: ClientConfig
  storage: Storage
  log: Logger
  /** What database and storage have may be replaced. */
  replace: boolean
}

/**
 * Fills database and storage. The database changes in one transaction, which is committed only after the whole archive
 * was compared with its checksums. Files that were written before a failure have no row, and nobody sees them.
 */
export async function restoreArchive(ctx: RestoreContext) {
  const { source, connection, storage, log } = ctx
  const archive = await openArchive(source)
  const database = await openConnection(connection)
  const wrong: string[] = []
  let files = 0
  try {
    await refuseForeign(database, ctx)
    await migrateQueue(connection)
    await database.client.query('begin')
    const { header, manifest } = await loadArchive(database.client, archive, {
      async begin(header) {
        if (header.hasFiles) await prepareStorage(ctx, header)
        await dropEverything(database)
      },
      beforeTriggers: () => forgetDueEmails(database),
      async file(key, entry) {
        if (!isFileKey(key)) throw new CannotStart(`The backup has a file that is none of Portico's: ${key}.`)
        if (await storeFile(database, storage, key, entry)) files += Number(key === fileKey(fileIdOf(key)))
        else wrong.push(fileIdOf(key))
      },
    })
    await queueJobs(database)
    await database.client.query('commit')
    await migrate(connection, log)
    const finished = await finish(ctx, header)
    return { ...finished, createdAt: header.createdAt, hasFiles: header.hasFiles, files, manifest, wrong }
  } catch (error) {
    throw describeRestoreError(error as Error & { code?: string })
  } finally {
    await database.close()
  }
}

async function finish({ connection, storage, log }: RestoreContext, { hasFiles }: Header) {
  const db = connect(connection, log)
  const ctx = { db, storage, log, clock: { now: () => new Date() } }
  try {
    const { ended, needsStorage } = await finishRestore(ctx)
    if (hasFiles) await adoptStorage(ctx)
    return { ended, needsStorage: needsStorage && !hasFiles }
  } finally {
    await disconnect(db)
  }
}

/** Throws CannotStart unless the database is empty, or may be replaced. */
async function refuseForeign({ client }: OneConnection, { replace }: RestoreContext) {
  const {
    rows: [found],
  } = await client.query<{ name: string | null; isOurs: boolean }>(`
    select to_regclass('installation') is not null and to_regclass('kysely_migration') is not null as "isOurs", (
      select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      limit 1) as name`)
  if (!found?.name) return
  if (!found.isOurs)
    throw new CannotStart(
      `The database has ${found.name}, which is not Portico's, and nothing was changed: name an empty one.`,
    )
  const { rows: accounts } = await client.query('select from freelancer limit 1')
  if (accounts.length > 0 && !replace)
    throw new CannotStart(
      'The database has accounts, and nothing was changed: restore into an empty one, or add --replace to lose what it has.',
    )
  const { rows: processes } = await client.query<{ host: string; pid: number }>(
    `select host, pid from process where seen_at > now() - interval '15 seconds' limit 1`,
  )
  if (processes[0])
    throw new CannotStart(
      `Portico runs on this database (process ${processes[0].pid} at ${processes[0].host}), and nothing was changed: stop it first.`,
    )
}

/** The queue's tables have no rows of ours yet, so they may stay when the rest fails. */
async function migrateQueue(connection: ClientConfig) {
  const pgPool = new pg.Pool({ ...connection, max: 2 })
  pgPool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  await migrateJobs({ pgPool, logger: new JobLogger(() => () => {}) }).finally(() => pgPool.end())
}

/** One by one, because `public` may have extensions. */
async function dropEverything({ client }: OneConnection) {
  const isExtension = (catalogue: string, oid: string) =>
    `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
  const { rows } = await client.query<{ kind: string; name: string }>(`
    select case relkind when 'v' then 'view' else 'table' end as kind, relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not ${isExtension('pg_class', 'pg_class.oid')}`)
  for (const { kind, name } of rows) await client.query(`drop ${kind} if exists ${quote(name)} cascade`)
  const { rows: functions } = await client.query<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and not ${isExtension('pg_proc', 'pg_proc.oid')}`)
  for (const { name } of functions) await client.query(`drop function if exists ${name} cascade`)
}

/** Throws CannotStart when the storage has files that are not of an interrupted restore, unless they may be replaced. */
async function prepareStorage({ storage, replace }: RestoreContext, { installation }: Header) {
  await storage.prepare()
  const marker = await storage.readMarker()
  const isFree = marker === undefined ? !(await hasFiles(storage)) : isOfInterruptedRestore(marker)
  if (!isFree && !replace)
    throw new CannotStart(
      `The storage ${storage.name} is in use, and nothing was changed: set STORAGE_URL to an empty one, or add --replace to give it to this database.`,
    )
  // No database starts on a storage that is half filled.
  if (marker === undefined) {
    const note = 'A restore fills this storage. If it was interrupted, run it again.'
    const text = JSON.stringify({ installation, incarnation: newId(), restoring: true, note }, null, 2)
    await storage.writeMarker(`${text}\n`, { replace: false })
  }
}

async function hasFiles(storage: Storage) {
  for await (const { key } of storage.list()) if (key !== MARKER) return true
  return false
}

function isOfInterruptedRestore(marker: string) {
  try {
    return JSON.parse(marker).restoring === true
  } catch {
    return false
  }
}

/** Returns false for a file whose bytes are not those that were uploaded, which is not stored. */
async function storeFile(
  { client }: OneConnection,
  storage: Storage,
  key: string,
  { content }: ArchiveEntry,
) {
  const id = fileIdOf(key)
  const { rows } = await client.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from file where id = $1`,
    [id],
  )
  const draft = await storage.createDraft(key)
  try {
    const { sha256 } = await fillDraft(draft, content)
    const isRight = key !== fileKey(id) || rows[0]?.sha256 === sha256.toString('hex')
    if (isRight) await draft.commit()
    else await draft.discard()
    return isRight
  } catch (error) {
    await draft.discard().catch(() => {})
    throw error
  }
}

/** Emails and pushes that were due when the backup was made: nobody gets them after the restore. */
async function forgetDueEmails({ client }: OneConnection) {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('mail_due', 'push_due')`)
  for (const { table, column } of rows)
    await client.query(
      `update ${quote(table)} set ${quote(column)} = null where ${quote(column)} is not null`,
    )
}

/** What sends emails or pushes is left out. */
async function queueJobs({ client }: OneConnection) {
  await client.query(`delete from graphile_worker._private_jobs`)
  await client.query(`
    select graphile_worker.add_job(identifier, payload := payload, queue_name := queue, run_at := run_at,
      max_attempts := max_attempts, job_key := key, priority := priority)
    from ${JOBS_TABLE} where identifier !~ '^(mail[A-Z]|queueDelayedEmail|retryOneEmail|sendPush|queueLastReceipts)'`)
}

function describeRestoreError(error: Error & { code?: string }) {
  if (error.code === 'NO_ROOM' || error.code === '53100')
    return new CannotStart('There is no room left for the restored data. The database is as it was before.')
  return error
}
