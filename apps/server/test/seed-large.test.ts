import { sql } from 'kysely'
import type { Db } from '../src/platform/sql/database.ts'
import { runCommand } from './command.ts'
import { urlOf } from './database-url.ts'
import { expect, test } from './fixtures.ts'
import { temporaryFolder } from './portico.ts'
import { findWrongSearchItems } from './search-items.ts'

test('fills an empty database once, with everything searchable and all keys and triggers in place', async ({
  testContext: { ctx, connection },
}) => {
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: await temporaryFolder() }
  const before = await describeSchema(ctx.db)

  const { stdout } = await runCommand(['seed', 'large', '--freelancers=100'], env)
  const again = await runCommand(['seed', 'large', '--freelancers=100'], env).catch((error) => error)

  expect(stdout).toContain('Log in as freelancer1@large.example')
  expect(again).toMatchObject({ code: 1, stderr: 'The database is not empty.\n' })
  expect(await describeSchema(ctx.db)).toEqual(before)
  const { rows } = await sql`
    select (select count(*)::int from freelancer) as freelancers, (select count(*)::int from project) as projects,
      (select count(*)::int from file) as files, (select count(*)::int from message) as messages,
      (select count(*)::int from search_item) as "searchItems"`.execute(ctx.db)
  expect(rows).toEqual([
    { freelancers: 100, projects: 1_000, files: 5_000, messages: 25_000, searchItems: 9_208 },
  ])
  expect(await findWrongSearchItems(ctx.db)).toEqual([])
})

async function describeSchema(db: Db) {
  const { rows } = await sql`
    select pg_get_indexdef(indexrelid) as text from pg_index where indrelid::regclass::text !~ '^pg_'
    union all
    select concat(conrelid::regclass, ' ', conname, ' ', pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select concat(pg_get_triggerdef(oid), ' ', tgenabled) from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return rows
}
