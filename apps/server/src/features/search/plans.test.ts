import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import type { Db } from '../../platform/sql/database.ts'
import { findEverything } from './search.service.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

const WORKSPACE = '01900000-0000-7000-8000-000000000001'
const CLIENT = '01900000-0000-7000-8000-000000000002'
const actors = [
  {
    side: 'freelancer',
    role: 'owner',
    sees: 'all',
    personId: WORKSPACE,
    workspaceId: WORKSPACE,
    sessionId: '',
  },
  {
    side: 'client',
    personId: CLIENT,
    clientId: CLIENT,
    looksOnly: false,
    workspaceId: WORKSPACE,
    sessionId: '',
  },
] as const

test.for(actors)('a $side’s search needs no sequential scan', async (actor, { ctx }) => {
  const statement = await compileSearch(ctx.db, actor)

  // In an empty database PostgreSQL prefers sequential scans. With these switched off, it scans a table only if no
  // index fits.
  const plan = await ctx.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (generic_plan, format json) ${sql.raw(statement)}`.execute(trx)
    return rows[0]?.['QUERY PLAN'][0].Plan as Plan
  })

  const nodes = flatten(plan)
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  const byIndex = nodes.filter((node) => /Index.* Scan/.test(node['Node Type']))
  expect(byIndex.filter((node) => node['Index Cond'] === undefined)).toEqual([])
  const tables = new Set(nodes.map((node) => node['Relation Name']))
  for (const table of ['search_item', 'message', 'note_reply', 'request_answer', 'file'])
    expect(tables).toContain(table)
})

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]

/** Returns the text of the statement without running it. */
async function compileSearch(db: Db, actor: (typeof actors)[number]) {
  const texts: string[] = []
  const recorder = {
    getExecutor: () => db.getExecutor(),
    executeQuery: async (query: { sql: string }) => {
      texts.push(query.sql)
      return { rows: [] }
    },
  }
  await findEverything({ db: recorder as unknown as Db }, actor, { q: 'menu loaf' })
  return texts[0] ?? ''
}
