import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { startPostgres } from '../packages/embedded-postgres/src/index.ts'

/** Each side has a PostgreSQL of its own with production settings, so that its cost can be measured alone. */
export async function createDatabase(folder: string) {
  await mkdir(folder)
  const log = { debug() {}, info() {}, warn() {}, error: console.error }
  const { connection, pid, stop } = await startPostgres({ dataDir: folder, name: 'portico', log })
  return { connection, pid: pid() ?? Number.NaN, stop }
}

/** Runs SQL files of this folder, then vacuums and analyses. */
export async function runFiles(connection: ClientConfig, ...files: string[]) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const file of files) await client.query(await readFile(join(import.meta.dirname, file), 'utf8'))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
