import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../src/platform/sql/migrations.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { migrateBefore } from './older-database.ts'
import { beginPortico } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('rolls back when it is killed during a migration, and migrates the next time', {
  timeout: 400_000,
}, async () => {
  const { connection, drop } = await createDatabase(null)
  onTestFinished(drop)
  const [database, reader] = [new pg.Client(connection), new pg.Client(connection)]
  await Promise.all([database.connect(), reader.connect()])
  onTestFinished(() => Promise.all([database.end(), reader.end()]).then(() => {}))
  const ask = async (sql: string) => (await database.query(sql)).rows
  await migrateBefore(connection, '0005')
  await ask(insertOldProject)
  const before = await ask('select name from kysely_migration order by name')

  await reader.query('begin; select from project')
  const killed = await beginPortico({ DATABASE_URL: urlOf(connection) })
  await vi.waitFor(async () => expect(await ask(waiting)).toEqual([{ waiting: 'project' }]), WAIT_OPTIONS)
  await killed.end('SIGKILL')
  await reader.query('rollback')
  await vi.waitFor(async () => expect(await ask(others)).toEqual([]), WAIT_OPTIONS)
  expect(await ask('select name from kysely_migration order by name')).toEqual(before)
  expect(await ask(`select to_regclass('billing_account') as made`)).toEqual([{ made: null }])

  await migrate(connection, { info() {} })
  expect(await ask('select name from kysely_migration')).toContainEqual({ name: '0101_applied_schema' })
  expect(await ask('select title, time_zone, overdue_at is not null as dated from project')).toEqual([
    { title: 'Spring menu', time_zone: 'Europe/London', dated: true },
  ])
})

const waiting = `
  select relation::regclass::text as waiting from pg_locks
  where not granted and relation is not null and database = (select oid from pg_database where datname = current_database())`

/** Connections of the killed process whose last statement is still running. */
const others = `
  select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`

const insertOldProject = `
  insert into freelancer (id, name, email, password_hash, time_zone)
    values (gen_random_uuid(), 'Ada Marsh', 'ada@example.test', '', 'Europe/London');
  insert into client (id, freelancer_id, first_name, last_name, email)
    select gen_random_uuid(), id, 'Lin', 'Ito', 'lin@example.test' from freelancer;
  insert into project (id, freelancer_id, client_id, title, description, status, due_date)
    select gen_random_uuid(), freelancer_id, id, 'Spring menu', 'Two sizes.', 'Pending', '2026-05-01' from client`
