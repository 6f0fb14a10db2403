import { search } from '@portico/contract'
import { sql } from 'kysely'
import { expect, test } from '../../../test/fixtures.ts'
import { insertHistory } from '../../../test/message-history.ts'
import { foldOldMessages } from './fold-old-messages.ts'

test('finds messages that an earlier version has stored with a final sigma', async ({ api, ctx, given }) => {
  const maya = await given.client(await given.freelancer())
  const other = await given.client(maya.freelancer)
  await insertHistory(ctx, maya, 2_500)
  await insertHistory(ctx, other, 1)
  await sql`update message set content = content || ' ΣΟΦΟΣ', search_text = search_text || ' σοφος'
    where client_id = ${maya.id}`.execute(ctx.db)
  const find = async (person: typeof maya, q: string) =>
    (await api.as(person).call(search.search, { querystring: { q, limit: 200 } })).body.results.length
  expect(await find(maya, 'ΣΟΦΟΣ')).toBe(0)

  await foldOldMessages(ctx, {})

  expect(await find(maya, 'ΣΟΦΟΣ')).toBe(200)
  expect(await find(maya, 'message 1 σοφος')).toBe(200)
  expect(await find(other, 'σοφος')).toBe(0)
  const { rows } = await sql`
    select count(*)::int as total, count(*) filter (where search_text = search_text(content))::int as folded
    from message where client_id in (${maya.id}, ${other.id})`.execute(ctx.db)
  expect(rows).toEqual([{ total: 2_501, folded: 2_501 }])
})
