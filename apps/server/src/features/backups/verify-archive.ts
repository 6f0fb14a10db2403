import { createHash } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { listTables, sumTable } from '../../platform/backup/copy-tables.ts'
import { openConnection } from '../../platform/backup/one-connection.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { fileIdOf, fileKey } from '../files/keys.ts'
import { loadArchive } from './load-archive.ts'
import { type ArchiveSource, openArchive } from './open-archive.ts'

/**
 * Restores the tables into an empty scratch database, and compares every table and file with what was backed up. Throws
 * CannotStart when anything differs.
 */
export async function verifyArchive(source: ArchiveSource, scratch: ClientConfig) {
  const archive = await openArchive(source)
  const { client, close } = await openConnection(scratch)
  try {
    await client.query('begin')
    await client.query('create temporary table read_file (id uuid, size bigint, sha256 text)')
    const { header, manifest } = await loadArchive(client, archive, {
      begin: async () => {},
      async file(key, { size, content }) {
        const hash = createHash('sha256')
        for await (const chunk of content) hash.update(chunk)
        if (key !== fileKey(fileIdOf(key))) return
        await client.query('insert into read_file values ($1, $2, $3)', [
          fileIdOf(key),
          size,
          hash.digest('hex'),
        ])
      },
    })
    for (const table of await listTables(client)) {
      const [expected, restored] = [manifest.tables[table.name], await sumTable(client, table)]
      if (expected?.sha256 !== restored.sha256 || expected.rows !== restored.rows)
        throw new CannotStart(
          `The backup does not restore: the table ${table.name} is not the one that was backed up.`,
        )
    }
    if (header.hasFiles) await compareFiles()
    await client.query('rollback')
    return {
      createdAt: header.createdAt,
      version: header.version,
      hasFiles: header.hasFiles,
      tables: header.tables.length,
      rows: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files,
    }

    /** Those that were wrong or gone already when the backup was made are known. */
    async function compareFiles() {
      const { rows } = await client.query<{ missing: number }>(`
        select count(*)::int as missing from file f
        where f.state in ('staged', 'stored', 'binned') and not exists (
          select from read_file r where r.id = f.id and r.size = f.size and r.sha256 = encode(f.sha256, 'hex'))`)
      const missing = rows[0]?.missing ?? 0
      const known = manifest.files.wrongCount + manifest.files.deletedMeanwhile
      if (missing !== known)
        throw new CannotStart(
          `The backup does not restore: ${missing - known} of its files have no bytes, or others.`,
        )
    }
  } finally {
    await close()
  }
}
