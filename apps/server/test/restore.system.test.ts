import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { ClientConfig } from 'pg'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findPgRestore } from '../../../scripts/pg-restore.mjs'
import { runCommand } from './command.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { temporaryFolder } from './portico.ts'

/** Made by pg_dump of a Portico from before there were installations: one account, signed in. */
const DUMP = join(import.meta.dirname, 'older-version.dump')

test('fills an empty database from a dump, migrates it and ends all access to it', async () => {
  const { connection, query } = await database(null)

  const { stdout } = await restore(connection, DUMP)

  expect(stdout).toContain('Sessions ended: 1.')
  expect(await query('select email from freelancer')).toEqual([{ email: 'ada@example.test' }])
  for (const table of ['session', 'login_link', 'password_reset', 'calendar_feed', 'guest_link'])
    expect(await query(`select from ${table}`)).toEqual([])
  expect(await query(`select to_regclass('installation')::text as name`)).toEqual([{ name: 'installation' }])
})

test('refuses a database that is not empty, and leaves it unchanged', async () => {
  const { connection, query } = await database()
  await query(
    `insert into freelancer (id, name, email, password_hash) values (gen_random_uuid(), 'Ben', 'ben@example.test', '')`,
  )

  const refused = await restore(connection, DUMP).catch((error) => error)

  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not empty [^\n]+\n$/),
  })
  expect(await query('select email from freelancer')).toEqual([{ email: 'ben@example.test' }])
})

test('leaves the database empty when a dump is truncated, too new or not a dump', async () => {
  const { connection, query } = await database(null)
  const folder = await temporaryFolder()
  const whole = await readFile(DUMP)
  const newer = Buffer.from(whole)
  // The format's version follows the five letters PGDMP.
  newer.writeUInt8(99, 6)
  const dumps = { truncated: whole.subarray(0, whole.length - 20_000), newer, none: Buffer.from('select 1') }

  for (const [name, bytes] of Object.entries(dumps)) {
    await writeFile(join(folder, name), bytes)
    const refused = await restore(connection, join(folder, name)).catch((error) => error)

    expect(refused, name).toMatchObject({ code: 1, stderr: expect.stringMatching(/^pg_restore failed, /) })
    expect(await query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual(
      [],
    )
  }
})

async function database(template?: null) {
  const { connection, drop } = await createDatabase(template)
  onTestFinished(drop)
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  return { connection, query: async (sql: string) => (await client.query(sql)).rows }
}

function restore(connection: ClientConfig, dump: string) {
  const { file, env } = findPgRestore() ?? { file: 'pg_restore', env: {} }
  const PATH = file.includes('/') ? [dirname(file), process.env.PATH].join(delimiter) : process.env.PATH
  return runCommand(['restore', dump], { ...env, PATH, DATABASE_URL: urlOf(connection) })
}
