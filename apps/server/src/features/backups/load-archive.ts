import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type CopiedTable, quote } from '../../platform/backup/copy-tables.ts'
import {
  type ArchiveEntry,
  BrokenArchive,
  type readArchive,
  readCompressed,
  readSmall,
} from '../../platform/backup/read-archive.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { findUnknownMigration } from '../../platform/sql/migrations.ts'
import {
  FILES,
  FORMAT,
  HEADER,
  type Header,
  JOB_COLUMNS,
  JOBS,
  type Manifest,
  SCHEMA_AFTER,
  SCHEMA_BEFORE,
  TABLES,
} from './archive-format.ts'

interface Steps {
  /** Before anything is written. */
  begin(header: Header): Promise<void>
  /** All rows are there, and no trigger is yet. */
  beforeTriggers?(): Promise<void>
  file(key: string, entry: ArchiveEntry): Promise<void>
}

export const JOBS_TABLE = 'restored_job'

/**
 * Loads tables and jobs in the transaction of `client`, and hands on the files. The caller commits after this has resolved: only
 * then the whole archive was compared with its checksums.
 */
export async function loadArchive(
  client: pg.Client,
  archive: ReturnType<typeof readArchive>,
  { begin, beforeTriggers, file }: Steps,
) {
  let header: Header | undefined
  let schemaAfter = ''
  let loading: { name: string; table: Awaited<ReturnType<typeof openTable>> } | undefined
  const endTable = async () => {
    await loading?.table.end()
    loading = undefined
  }
  for await (const entry of archive.entries) {
    const [folder, ...rest] = entry.name.split('/')
    const name = rest[0] ?? ''
    if (!header) {
      header = await readHeader(entry)
      await begin(header)
    } else if (entry.name === SCHEMA_BEFORE) await client.query(`${await readSmall(entry)}`)
    else if (entry.name === SCHEMA_AFTER) schemaAfter = `${await readSmall(entry)}`
    else if (folder === TABLES) {
      if (loading?.name !== name) {
        await endTable()
        loading = { name, table: await openTable(client, tableOf(header, name)) }
      }
      await loading.table.write(await readCompressed(entry))
    } else if (folder === JOBS) {
      if (loading?.name !== JOBS) {
        await endTable()
        await beforeTriggers?.()
        await client.query(schemaAfter)
        await client.query(`create temporary table ${JOBS_TABLE} (${JOB_COLUMNS})`)
        const columns = JOB_COLUMNS.split(', ').map((column) => column.split(' ')[0] ?? '')
        loading = { name: JOBS, table: await openTable(client, { name: JOBS_TABLE, columns }) }
      }
      await loading.table.write(await readCompressed(entry))
    } else {
      await endTable()
      if (folder === FILES) await file(`files/${name}`, entry)
    }
  }
  await endTable()
  if (!header) throw new BrokenArchive('The backup is empty.')
  const manifest = (await archive.manifest) as unknown as Manifest
  return { header, manifest }
}

async function readHeader(entry: ArchiveEntry) {
  if (entry.name !== HEADER) throw new CannotStart('This is not a backup that Portico made.')
  const header = JSON.parse(`${await readSmall(entry)}`) as Header
  const unknown = header.format > FORMAT || (await findUnknownMigration(header.migrations))
  if (unknown)
    throw new CannotStart(
      `The backup was made by a newer Portico (${header.version}): restore it with that version, or a newer one.`,
    )
  return header
}

function tableOf({ tables }: Header, name: string) {
  const table = tables.find((table) => table.name === name)
  if (!table) throw new BrokenArchive(`The backup does not describe its table ${name}.`)
  return table
}

async function openTable(client: pg.Client, { name, columns }: CopiedTable) {
  const stream = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  return {
    async write(rows: Buffer) {
      if (!stream.write(rows)) await Promise.race([once(stream, 'drain'), done])
    },
    async end() {
      stream.end()
      await done
    },
  }
}
