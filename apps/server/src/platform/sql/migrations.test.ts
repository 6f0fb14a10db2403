import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { migrate } from './migrations.ts'

const quiet = { info() {} }

test('an empty database is brought up to date, once, by several at the same time', async () => {
  const { connection, query } = await emptyDatabase()
  await Promise.all([migrate(connection, quiet), migrate(connection, quiet), migrate(connection, quiet)])

  const applied = await query('select name from kysely_migration')
  expect(applied).toContainEqual({ name: '0001_people_and_projects' })
  await migrate(connection, quiet)
  expect(await query('select name from kysely_migration')).toEqual(applied)
})

test('a step that fails leaves nothing behind, and can be tried again', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  await writeFile(join(folder, '9000_half.sql'), 'create table half (id int); create table half (id int);')
  await expect(migrate(connection, quiet, folder)).rejects.toThrow('already exists')
  expect(await query(`select to_regclass('half') as found`)).toEqual([{ found: null }])

  await writeFile(join(folder, '9000_half.sql'), 'create table half (id int);')
  await migrate(connection, quiet, folder)
  expect(await query('select * from half')).toEqual([])
})

test('a database newer than the code is refused in one sentence', async () => {
  const { connection } = await emptyDatabase()
  const folder = await ownMigrations()
  await writeFile(join(folder, '9000_later.sql'), 'create table later (id int);')
  await migrate(connection, quiet, folder)

  await expect(migrate(connection, quiet)).rejects.toThrow(
    'The database was made by a newer Portico (it has 9000_later): start that version, or a newer one.',
  )
})

async function emptyDatabase() {
  const { connection, drop } = await createDatabase(null)
  onTestFinished(drop)
  return {
    connection,
    async query(text: string) {
      const client = new pg.Client(connection)
      await client.connect()
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
  }
}

async function ownMigrations() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, '../../../migrations'), folder, { recursive: true })
  return folder
}
