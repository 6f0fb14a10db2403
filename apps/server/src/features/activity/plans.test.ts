import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import { eventColumns } from './activity.repository.ts'

test('events read no table whole', async ({ ctx }) => {
  const { rows } = await ctx.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql<
      Record<string, string>
    >`explain (generic_plan, verbose) select ${eventColumns({ side: 'freelancer', personId: '01900000-0000-7000-8000-000000000001' })} from event e`.execute(
      trx,
    )
  })

  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('file_pkey')
  expect(plan).not.toContain('hashed SubPlan')
})
