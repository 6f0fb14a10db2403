import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { migrateBefore } from '../../../test/older-database.ts'
import { withKysely } from '../../../test/with-kysely.ts'
import { describeSchema } from './describe-schema.ts'
import { migrate } from './migrations.ts'

const quiet = { info() {} }

test('migrates an empty database once, from several processes at once', async () => {
  const { connection, query } = await emptyDatabase()
  await Promise.all([migrate(connection, quiet), migrate(connection, quiet), migrate(connection, quiet)])

  const applied = await query('select name from kysely_migration')
  expect(applied).toContainEqual({ name: '0100_base' })
  expect(applied).not.toContainEqual({ name: '0001_people_and_projects' })
  await migrate(connection, quiet)
  expect(await query('select name from kysely_migration')).toEqual(applied)
})

test('schema/current.sql is what an empty database becomes', async () => {
  const { connection } = await emptyDatabase()
  await migrate(connection, quiet)

  await expect(await schemaOf(connection)).toMatchFileSnapshot(join(SERVER, 'schema/current.sql'))
})

test.for(['0002', '0010', '0048', '0072'])(
  'a database from before migration %s becomes the same, in several processes at once',
  async (name) => {
    const [older, empty] = [await emptyDatabase(), await emptyDatabase()]
    await Promise.all([migrateBefore(older.connection, name), migrate(empty.connection, quiet)])

    await Promise.all([migrate(older.connection, quiet), migrate(older.connection, quiet)])

    expect(sorted(await schemaOf(older.connection))).toEqual(sorted(await schemaOf(empty.connection)))
  },
)

test('applies a changed function, and takes away what is in schema/ no more', async () => {
  const { connection, query } = await emptyDatabase()
  const folders = await ownFolders()
  const write = (file: string, text: string) => writeFile(join(folders.schema, file), text)
  await write('functions/answer.sql', 'create or replace function answer() returns int return 41;')
  await write('views/answer.sql', 'create view the_answer as select answer();')
  await write(
    'triggers/push_key.sql',
    `create or replace trigger push_key_is_kept before delete on push_key
      for each row execute function keep_receipt();`,
  )
  await migrate(connection, quiet, folders)
  expect(await query('select * from the_answer')).toEqual([{ answer: 41 }])
  expect(await query(triggersOf('push_key'))).toEqual([{ tgname: 'push_key_is_kept' }])

  await write('functions/answer.sql', 'create or replace function answer() returns int return 42;')
  await write('views/answer.sql', 'create view the_answer as select answer() as number;')
  await migrate(connection, quiet, folders)
  expect(await query('select * from the_answer')).toEqual([{ number: 42 }])

  await migrate(connection, quiet)
  expect(await query(`select to_regclass('the_answer') as view, to_regproc('answer') as function`)).toEqual([
    { view: null, function: null },
  ])
  expect(await query(triggersOf('push_key'))).toEqual([])
})

test('rolls back a failed migration, and runs it again when it is fixed', async () => {
  const { connection, query } = await emptyDatabase()
  const folders = await ownFolders()
  const file = join(folders.migrations, '9000_half.sql')
  await writeFile(file, 'create table half (id int); create table half (id int);')
  await expect(migrate(connection, quiet, folders)).rejects.toThrow('already exists')
  expect(await query(`select to_regclass('half') as found`)).toEqual([{ found: null }])

  await writeFile(file, 'create table half (id int);')
  await migrate(connection, quiet, folders)
  expect(await query('select * from half')).toEqual([])
})

test('refuses a database newer than the code', async () => {
  const { connection } = await emptyDatabase()
  const folders = await ownFolders()
  await writeFile(join(folders.migrations, '9000_later.sql'), 'create table later (id int);')
  await migrate(connection, quiet, folders)

  await expect(migrate(connection, quiet)).rejects.toThrow(
    'The database was made by a newer Portico (it has 9000_later): start that version, or a newer one.',
  )
})

test('works on a database that a later version has only added to, and leaves its functions', async () => {
  const { connection, query } = await emptyDatabase()
  const folders = await ownFolders()
  await writeFile(join(folders.migrations, '9000_later.sql'), '-- expand\ncreate table later (id int);')
  await writeFile(
    join(folders.schema, 'functions/answer.sql'),
    'create or replace function answer() returns int return 42;',
  )
  await migrate(connection, quiet, folders)

  await migrate(connection, quiet)

  expect(await query('select answer()')).toEqual([{ answer: 42 }])
})

test('tries again while a table is in use, and lets others read it meanwhile', async () => {
  const { connection, query } = await emptyDatabase()
  const folders = await ownFolders()
  await migrate(connection, quiet, folders)
  await writeFile(join(folders.migrations, '9000_more.sql'), 'alter table project add column more int;')
  const reader = new pg.Client(connection)
  await reader.connect()
  await reader.query('begin; select from project')
  const firstAttempt = Promise.withResolvers<void>()
  const info = (_: unknown, text?: string) => {
    if (text === 'a table is in use: the migrations are tried again') firstAttempt.resolve()
  }

  const migrated = migrate(connection, { info } as typeof quiet, folders)
  await firstAttempt.promise
  expect(await query('select from project')).toEqual([])
  await reader.end()
  await migrated

  expect(await query('select more from project')).toEqual([])
})

test('a migration says whether it expands or contracts, and one that expands takes nothing away', async () => {
  const folder = join(SERVER, 'migrations')
  for (const name of (await readdir(folder)).filter(
    (name) => name > FIRST_WITHOUT_KIND && name.endsWith('.sql'),
  )) {
    const text = await readFile(join(folder, name), 'utf8')
    expect(text, name).toMatch(/^-- (expand|contract)\n/)
    if (text.startsWith('-- expand')) expect(text, name).not.toMatch(TAKES_AWAY)
  }
  for (const text of [
    'alter table a drop column b;',
    'alter table a rename b to c;',
    'alter table a alter column b type int;',
    'alter table a alter b set not null;',
    'alter table a add column b int not null;',
    'drop view a;',
  ])
    expect(text).toMatch(TAKES_AWAY)
  expect("alter table a add column b int not null default '1';").not.toMatch(TAKES_AWAY)
})

test('runs migrations that were merged after later ones', async () => {
  const { connection, query } = await emptyDatabase()
  const folders = await ownFolders()
  const write = (name: string, text: string) => writeFile(join(folders.migrations, name), text)
  await write('9001_second.sql', 'create table second (id int);')
  await migrate(connection, quiet, folders)

  await write('9000_first.sql', 'create table first (id int);')
  await migrate(connection, quiet, folders)

  expect(await query(`select to_regclass('first') is not null as made`)).toEqual([{ made: true }])
})

test('0016 carries over stored files, unfinished uploads and bytes to delete', async () => {
  const { connection, query } = await emptyDatabase()
  await migrateBefore(connection, '0016')
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
  await migrateBefore(connection, '0023')
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

test('0029 makes every file the only version of itself', async () => {
  const { connection, query } = await emptyDatabase()
  await migrateBefore(connection, '0029')
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
  await migrateBefore(connection, '0033')
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

test('an installation of the first release keeps its people, sessions, links, files, feedback and messages', async () => {
  const { connection, query } = await emptyDatabase()
  // 40bf604 had the migrations up to 0009.
  await migrateBefore(connection, '0010')
  const [ada, maya, menu, logo, words] = Array.from({ length: 5 }, () => newId())
  await query(`
    insert into freelancer (id, name, email, password_hash, plan) values ('${ada}', 'Ada', 'Ada@example.test', 'x', 'pro');
    insert into client (id, freelancer_id, first_name, last_name, email)
      values ('${maya}', '${ada}', 'Maya', 'W', 'maya@example.test');
    insert into session (id, freelancer_id, expires_at) values (gen_random_uuid(), '${ada}', '2099-01-01');
    insert into session (id, client_id, expires_at) values (gen_random_uuid(), '${maya}', '2099-01-01');
    insert into login_link (token_hash, client_id, expires_at) values (sha256('token'), '${maya}', '2099-01-01');
    insert into project (id, freelancer_id, client_id, title, description, status, due_date, time_zone)
      values ('${menu}', '${ada}', '${maya}', 'Menu', 'Two sizes.', 'Pending', '2099-02-03', 'UTC');
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256)
      values ('${logo}', '${menu}', 'Freelancer', 'logo.png', 'image/png', 9, sha256('logo'));
    insert into feedback (id, project_id, client_id, message) values ('${words}', '${menu}', '${maya}', 'The blue one.');
    update conversation set last_number = 1, client_total = 1 where client_id = '${maya}';
    insert into message (client_id, sender_id, created_at, number, client_total, by_client, content)
      values ('${maya}', '${maya}', '2026-10-01T09:00Z', 1, 1, true, 'Hello');`)

  await migrate(connection, quiet)

  expect(await query('select f.id, f.name, email, plan from freelancer f join workspace using (id)')).toEqual(
    [{ id: ada, name: 'Ada', email: 'Ada@example.test', plan: 'pro' }],
  )
  expect(await query('select freelancer_id, client_id from session order by client_id')).toEqual([
    { freelancer_id: null, client_id: maya },
    { freelancer_id: ada, client_id: null },
  ])
  expect(await query(`select client_id from login_link where token_hash = sha256('token')`)).toEqual([
    { client_id: maya },
  ])
  expect(await query('select id, turn, turn_reason, due_date::text as due from project')).toEqual([
    { id: menu, turn: 'freelancer', turn_reason: 'feedback', due: '2099-02-03' },
  ])
  expect(
    await query(`select id, name, state, version, is_newest, sha256 = sha256('logo') as intact from file`),
  ).toEqual([{ id: logo, name: 'logo.png', state: 'stored', version: 1, is_newest: true, intact: true }])
  expect(await query('select content, search_text from message')).toEqual([
    { content: 'Hello', search_text: ' hello' },
  ])
  expect(await query('select kind, title, text from search_item order by kind')).toEqual([
    { kind: 'client', title: ' maya w maya example test', text: null },
    { kind: 'feedback', title: null, text: ' the blue one ' },
    { kind: 'file', title: ' logo png', text: null },
    { kind: 'project', title: ' menu', text: ' menu two sizes ' },
  ])
})

test('an installation of the last release keeps turns, reviews, requests, events and what is unread', async () => {
  const { connection, query } = await emptyDatabase()
  await migrateBefore(connection, '0048')
  const [ada, maya, menu, logo, hours] = Array.from({ length: 5 }, () => newId())
  await query(`
    insert into freelancer (id, name, email, password_hash) values ('${ada}', 'Ada', 'ada@example.test', 'x');
    insert into client (id, freelancer_id, first_name, last_name, email)
      values ('${maya}', '${ada}', 'Maya', 'W', 'maya@example.test');
    insert into session (id, client_id, expires_at) values (gen_random_uuid(), '${maya}', '2099-01-01');
    insert into login_link (token_hash, client_id, expires_at) values (sha256('token'), '${maya}', '2099-01-01');
    insert into project (id, freelancer_id, client_id, title, description, status, time_zone)
      values ('${menu}', '${ada}', '${maya}', 'Menu', 'x', 'Pending', 'UTC');
    insert into file (id, project_id, uploader_type, name, content_type, size, sha256, state)
      values ('${logo}', '${menu}', 'Freelancer', 'logo.png', 'image/png', 9, sha256('logo'), 'stored');
    insert into review (id, project_id, history_id, round, file_id, file_name, version, size, sha256, needs_code, created_at, state_since)
      values (gen_random_uuid(), '${menu}', '${logo}', 1, '${logo}', 'logo.png', 1, 9, sha256('logo'), false, '2026-10-01', '2026-10-01');
    insert into request (id, project_id, freelancer_id, client_id, position, title, kind, state_since, created_at)
      values ('${hours}', '${menu}', '${ada}', '${maya}', 1, 'Hours', 'text', '2026-10-01', '2026-10-01');
    insert into event (id, freelancer_id, client_id, project_id, kind, actor_type, actor_name, subject, created_at)
      values (gen_random_uuid(), '${ada}', '${maya}', '${menu}', 'project_changed', 'freelancer', 'Ada', '{"title":"Menu"}', '2026-10-01'),
        (gen_random_uuid(), '${ada}', '${maya}', '${menu}', 'turn_passed', 'client', 'Maya W',
          '{"to":"freelancer","note":"Over to you.","isNudge":false}', '2026-10-02')`)
  const kept = () =>
    Promise.all(
      [
        `select title, turn, turn_reason, turn_since, turn_note, passed_to, open_requests, client_days, client_turns from project`,
        `select state, round from review`,
        `select state, position, remind_on from request`,
        `select name, state, review from file`,
        `select kind, number, for_freelancer, for_client, ${counted('event', 'freelancer')}, ${counted('event', 'client')} from event order by number`,
        `select reader, person_id, ${counted('unread', 'read')}, mail_due from unread order by reader`,
        `select client_id, expires_at from session`,
        `select client_id, expires_at from login_link`,
        `select id, kind, client_id, title, text from search_item order by kind, id`,
      ].map(query),
    )
  const before = await kept()
  expect(before[0]).toMatchObject([{ turn: 'freelancer', turn_reason: 'passed', open_requests: 1 }])
  expect(before[5]).toMatchObject([{ reader: 'client' }, { reader: 'freelancer' }])

  await migrate(connection, quiet)

  expect(await kept()).toEqual(before)
})

/** Up to here migrations say nothing, and count as those that contract. */
const FIRST_WITHOUT_KIND = '0176'

/** What a statement of the release before may rely on, or not know. */
const TAKES_AWAY =
  /\bdrop\b|\brename\b|\balter (column )?\w+ (set data )?type\b|\bset not null\b|\badd column \w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i

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

async function ownFolders() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['migrations', 'schema'])
    await cp(join(SERVER, name), join(folder, name), { recursive: true })
  return { migrations: join(folder, 'migrations'), schema: join(folder, 'schema') }
}

const SERVER = join(import.meta.dirname, '../../..')

const schemaOf = (connection: pg.ClientConfig) => withKysely(connection, describeSchema)

/** Columns that were added later stand at the end of their tables. */
const sorted = (schema: string) => schema.replaceAll(/,$/gm, '').split('\n').sort()

/** A count of notifications, before and after its column was renamed. */
const counted = (table: string, whose: string) =>
  `coalesce(to_jsonb(${table})->'${whose}_notifications', to_jsonb(${table})->'${whose}_news') as ${whose}_count`

const triggersOf = (table: string) =>
  `select tgname from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal`
