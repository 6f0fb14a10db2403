import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { encrypt } from '../../platform/backup/age.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import { createSum, listTables, readTable, type TableSum } from '../../platform/backup/copy-tables.ts'
import { type OneConnection, openConnection } from '../../platform/backup/one-connection.ts'
import { openSpool } from '../../platform/backup/spool.ts'
import { type ArchiveWriter, createArchiveWriter } from '../../platform/backup/write-archive.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { describeForRestore } from '../../platform/sql/describe-schema.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { VERSION } from '../../version.ts'
import {
  FILE_LIST,
  FORMAT,
  HEADER,
  type Header,
  JOBS,
  SCHEMA_AFTER,
  SCHEMA_BEFORE,
  SELECT_JOBS,
  TABLES,
} from './archive-format.ts'
import { archiveNameOf } from './archive-names.ts'
import { addFiles, listExpectedFiles } from './backed-up-files.ts'

export interface BackupContext {
  connection: ClientConfig
  storage: Storage
  store: BackupStore
  /** Empty: not encrypted. */
  passphrase: string
  /** Whether the bytes of files are put into the archive, or only their list. */
  withFiles: boolean
}

/** Writes one archive beside running servers. It has its name only once it is complete. */
export async function makeBackup(ctx: BackupContext) {
  const createdAt = new Date()
  const database = await openConnection(ctx.connection)
  const files = await openSpool()
  const archive = await createArchiveWriter(createdAt)
  try {
    // One snapshot of all tables. The files come after it: every row then has its bytes, as with a copy by hand.
    await database.client.query('begin isolation level repeatable read read only')
    const header = await describeDatabase(database, createdAt, ctx.withFiles)
    const expectedBytes = await estimateBytes(database, ctx.withFiles)
    const name = archiveNameOf(header, ctx.passphrase !== '')
    const written = writeTo(ctx, archive.stream, name, expectedBytes)
    // It fails before the entries do when the disk is full.
    const filled = fill(ctx, { archive, database, files, header })
    filled.catch(() => archive.close())
    const [size, contents] = await Promise.all([written, Promise.race([filled, written.then(() => filled)])])
    return { name, place: ctx.store.name, size, createdAt: header.createdAt, ...contents }
  } finally {
    await archive.close()
    await files.remove()
    await database.close()
  }
}

interface Parts {
  archive: ArchiveWriter
  database: OneConnection
  files: Awaited<ReturnType<typeof openSpool>>
  header: Header
}

async function fill(ctx: BackupContext, { archive, database, files, header }: Parts) {
  const { client, db } = database
  await archive.addBytes(HEADER, Buffer.from(`${JSON.stringify(header, null, 2)}\n`))
  const { before, after } = await describeForRestore(db)
  await archive.addBytes(SCHEMA_BEFORE, Buffer.from(before))
  await archive.addBytes(SCHEMA_AFTER, Buffer.from(after))
  const tables: Record<string, TableSum> = {}
  for (const table of header.tables) {
    const sum = createSum()
    await archive.addCompressed(`${TABLES}/${table.name}`, readTable(client, table), sum.add)
    tables[table.name] = sum.result()
  }
  await archive.addCompressed(JOBS, client.query(copyTo(`copy (${SELECT_JOBS}) to stdout`)))
  await listExpectedFiles(client, files)
  await files.close()
  // The files may take hours, for which a snapshot would keep PostgreSQL from cleaning up.
  await client.query('commit')
  await archive.addCompressed(FILE_LIST, files.read())
  const lines = createInterface({ input: files.read() })
  const totals = await addFiles(ctx, { archive, lines, db })
  await archive.finish(() => ({ tables, files: totals }))
  return {
    hasFiles: ctx.withFiles,
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
    files: totals,
  }
}

async function describeDatabase(
  { client }: OneConnection,
  createdAt: Date,
  hasFiles: boolean,
): Promise<Header> {
  const found = await client
    .query<{ installation: string; migrations: string[] }>(
      `select (select id from installation) as installation, array(select name::text from kysely_migration order by name) as migrations`,
    )
    .catch(() => undefined)
  const { installation, migrations } = found?.rows[0] ?? {}
  if (!installation || !migrations)
    throw new CannotStart('No Portico has started on this database yet, so there is nothing to back up.')
  return {
    format: FORMAT,
    version: VERSION,
    createdAt: createdAt.toISOString(),
    installation,
    migrations,
    hasFiles,
    tables: await listTables(client),
  }
}

/** Compressed, the tables take less than this. */
async function estimateBytes({ client }: OneConnection, withFiles: boolean) {
  const { rows } = await client.query<{ bytes: string }>(`
    select (pg_database_size(current_database())
      + ${withFiles ? `(select coalesce(sum(size), 0) from file where state in ('staged', 'stored', 'binned'))` : 0})::text as bytes`)
  return Number(rows[0]?.bytes ?? 0)
}

async function writeTo(
  { store, passphrase }: BackupContext,
  archive: Readable,
  name: string,
  expectedBytes: number,
) {
  const draft = await store.create(name, expectedBytes).catch((error) => {
    throw describeWriteError(error, store)
  })
  let size = 0
  try {
    const stream = passphrase ? await encrypt(archive, passphrase) : archive
    for await (const chunk of stream) {
      size += chunk.length
      await draft.write(chunk).catch((error) => {
        throw describeWriteError(error, store)
      })
    }
    await draft.commit().catch((error) => {
      throw describeWriteError(error, store)
    })
    return size
  } catch (error) {
    archive.destroy()
    await draft.discard().catch(() => {})
    throw error
  }
}

function describeWriteError(error: Error & { code?: string }, { name }: BackupStore) {
  const reason =
    error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'NO_ROOM'
      ? 'there is no room left'
      : error.message
  return new CannotStart(`The backup could not be written to ${name}, and nothing of it was kept: ${reason}.`)
}
