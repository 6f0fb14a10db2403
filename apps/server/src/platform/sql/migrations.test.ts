import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { migrate } from './migrations.ts'

const quiet = { info() {} }

test('migrates an empty database once, from several processes at once', async () => {
  const { connection, query } = await emptyDatabase()
  await Promise.all([migrate(connection, quiet), migrate(connection, quiet), migrate(connection, quiet)])

  const applied = await query('select name from kysely_migration')
  expect(applied).toContainEqual({ name: '0001_people_and_projects' })
  await migrate(connection, quiet)
  expect(await query('select name from kysely_migration')).toEqual(applied)
})

test('rolls back a failed migration, and runs it again when it is fixed', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  await writeFile(join(folder, '9000_half.sql'), 'create table half (id int); create table half (id int);')
  await expect(migrate(connection, quiet, folder)).rejects.toThrow('already exists')
  expect(await query(`select to_regclass('half') as found`)).toEqual([{ found: null }])

  await writeFile(join(folder, '9000_half.sql'), 'create table half (id int);')
  await migrate(connection, quiet, folder)
  expect(await query('select * from half')).toEqual([])
})

test('refuses a database newer than the code', async () => {
  const { connection } = await emptyDatabase()
  const folder = await ownMigrations()
  await writeFile(join(folder, '9000_later.sql'), 'create table later (id int);')
  await migrate(connection, quiet, folder)

  await expect(migrate(connection, quiet)).rejects.toThrow(
    'The database was made by a newer Portico (it has 9000_later): start that version, or a newer one.',
  )
})

test('0016 carries over stored files, unfinished uploads and bytes to delete', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  const later = (await readdir(folder)).filter((name) => name >= '0016')
  for (const name of later) await rm(join(folder, name))
  await migrate(connection, quiet, folder)
  const [stored, both, half, gone, project] = Array.from({ length: 5 }, () => newId())
  const row = `'${project}', 'Client', 'a', 'text/plain', 1`
  await query(`
    insert into freelancer (id, name, email, password_hash) values ('${project}', 'Ada', 'ada@example.test', 'x');
    insert into client (id, freelancer_id, first_name, last_name, email)
      values ('${project}', '${project}', 'Maya', 'W', 'maya@example.test');
    insert into project (id, freelancer_id, client_id, title, description, status, time_zone)
      values ('${project}', '${project}', '${project}', 'Menu', 'x', 'Pending', 'UTC');
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256)
      select id, ${row}, decode(repeat('ab', 32), 'hex') from unnest('{${stored},${both}}'::uuid[]) as id;
    insert into unfinished_upload (id, project_id, uploader_type, name, content_type, size, expires_at)
      select id, ${row}, now() + interval '1 day' from unnest('{${both},${half}}'::uuid[]) as id;
    insert into unwanted_bytes (key)
      values ('files/${gone}'), ('files/${gone}.thumbnail'), ('files/${stored}')`)

  await migrate(connection, quiet)

  const states = `select id, state, has_thumbnail as "hasThumbnail" from file`
  expect(await query(states)).toEqual(
    expect.arrayContaining([
      { id: stored, state: 'stored', hasThumbnail: false },
      { id: both, state: 'stored', hasThumbnail: false },
      { id: half, state: 'receiving', hasThumbnail: false },
      { id: gone, state: 'deleted', hasThumbnail: true },
    ]),
  )
  await query(`delete from project`)
  expect(await query('select distinct state, name, project_id from file')).toEqual([
    { state: 'deleted', name: '', project_id: null },
  ])
  expect(await query('select task_identifier from graphile_worker.jobs')).toEqual([
    { task_identifier: 'removeUnwantedBytes' },
  ])
})

test('0023 finds when the freelancer wrote last', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  for (const name of (await readdir(folder)).filter((name) => name >= '0023')) await rm(join(folder, name))
  await migrate(connection, quiet, folder)
  const [ada, maya, tom] = [newId(), newId(), newId()]
  await query(`
    insert into freelancer (id, name, email, password_hash) values ('${ada}', 'Ada', 'ada@example.test', 'x');
    insert into client (id, freelancer_id, first_name, last_name, email) values
      ('${maya}', '${ada}', 'Maya', 'W', 'maya@example.test'), ('${tom}', '${ada}', 'Tom', 'O', 'tom@example.test');
    update conversation set last_number = 3, client_total = 1 where client_id = '${maya}';
    update conversation set last_number = 1, client_total = 1 where client_id = '${tom}';
    insert into message (client_id, sender_id, created_at, number, client_total, by_client, content) values
      ('${maya}', '${ada}', '2026-10-01T09:00Z', 1, 0, false, 'One'),
      ('${maya}', '${ada}', '2026-10-02T09:00Z', 2, 0, false, 'Two'),
      ('${maya}', '${maya}', '2026-10-03T09:00Z', 3, 1, true, 'Three'),
      ('${tom}', '${tom}', '2026-10-04T09:00Z', 1, 1, true, 'One')`)

  await migrate(connection, quiet)

  expect(
    await query(
      `select client_id, (freelancer_wrote_at at time zone 'UTC')::date::text as wrote_on from conversation order by client_id`,
    ),
  ).toMatchObject([
    { client_id: maya, wrote_on: '2026-10-02' },
    { client_id: tom, wrote_on: null },
  ])
})

test('runs migrations that were merged after later ones', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  const names = ['0037_search.sql', '0039_request_links.sql']
  // These need 0037.
  names.push(
    '0043_removals_and_repeats.sql',
    '0044_faster_search.sql',
    '0047_folded_messages.sql',
    '0067_final_sigma.sql',
  )
  for (const name of names) await rm(join(folder, name))
  await migrate(connection, quiet, folder)

  await migrate(connection, quiet)

  expect(await query('select name from kysely_migration')).toEqual(
    expect.arrayContaining([{ name: '0037_search' }, { name: '0039_request_links' }]),
  )
})

test('0029 makes every file the only version of itself', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  for (const name of (await readdir(folder)).filter((name) => name >= '0029')) await rm(join(folder, name))
  await migrate(connection, quiet, folder)
  const project = newId()
  await query(`
    insert into freelancer (id, name, email, password_hash) values ('${project}', 'Ada', 'ada@example.test', 'x');
    insert into client (id, freelancer_id, first_name, last_name, email)
      values ('${project}', '${project}', 'Maya', 'W', 'maya@example.test');
    insert into project (id, freelancer_id, client_id, title, description, status, time_zone)
      values ('${project}', '${project}', '${project}', 'Menu', 'x', 'Pending', 'UTC');
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256, state, expires_at)
      select gen_random_uuid(), case when state <> 'deleted' then '${project}'::uuid end, 'Client', 'a', 'text/plain', 1,
        sha256('a'), state, case when state = 'receiving' then now() end
      from unnest('{stored,stored,binned,receiving,deleted}'::text[]) as state`)

  await migrate(connection, quiet)

  const own = { own: true, version: 1, is_newest: true, versions: 1 }
  expect(await query('select history_id = id as own, version, is_newest, versions from file')).toEqual(
    Array(5).fill(own),
  )
})

test('0033 to 0035 do not change files, versions and turns', async () => {
  const { connection, query } = await emptyDatabase()
  const folder = await ownMigrations()
  for (const name of (await readdir(folder)).filter((name) => name >= '0033')) await rm(join(folder, name))
  await migrate(connection, quiet, folder)
  const [project, first, second] = Array.from({ length: 3 }, () => newId())
  await query(`
    insert into freelancer (id, name, email, password_hash) values ('${project}', 'Ada', 'ada@example.test', 'x');
    insert into client (id, freelancer_id, first_name, last_name, email)
      values ('${project}', '${project}', 'Maya', 'W', 'maya@example.test');
    insert into project (id, freelancer_id, client_id, title, description, status, time_zone)
      values ('${project}', '${project}', '${project}', 'Menu', 'x', 'Pending', 'UTC');
    update project set feedback_waits = true;
    insert into file (id, version_of, version, is_newest, versions, project_id, uploader_type, name, content_type, size,
        sha256, state)
      select id, version_of::uuid, version, version = 2, 2, '${project}', 'Client', 'a.pdf', 'application/pdf', 1, sha256('a'), 'stored'
      from (values ('${first}'::uuid, null, 1), ('${second}', '${first}', 2)) as version (id, version_of, version)`)
  const stored = () =>
    query(`select turn, turn_reason, f.id, version, is_newest, versions from project p join file f on f.project_id = p.id
      order by version`)
  const before = await stored()
  expect(before).toMatchObject([{ turn: 'freelancer', turn_reason: 'feedback', version: 1 }, { version: 2 }])

  await migrate(connection, quiet)

  expect(await stored()).toEqual(before)
  await query(`
    insert into note (id, file_id, history_id, number, author_type, text)
      values ('${newId()}', '${first}', '${first}', 1, 'Client', 'Larger, please.')`)
  expect(await query('select review, (select count(*)::int from note) as notes from file')).toEqual(
    Array(2).fill({ review: null, notes: 1 }),
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
