import pino from 'pino'
import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'
import { emailKey, storeMissingEmailKeys } from './email-keys.ts'

test.for([
  ['Ada@Example.test', 'ada@example.test'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['Änne@bücher.example', 'änne@xn--bcher-kva.example'],
] as const)('compares %s as %s', ([email, key]) => {
  expect(emailKey(email)).toBe(key)
})

test('stores the keys of older addresses, and leaves two people of one address alone', async ({
  ctx,
  given,
}) => {
  const ada = await given.freelancer()
  const domain = `bücher-${newId()}.example`
  const [older, twin, other] = [
    await given.client(ada, { email: `maya@${domain}` }),
    await given.client(ada, { email: `tom@${domain}` }),
    await given.client(ada, { email: emailKey(`lin@${domain}`) }),
  ]
  await ctx.db.updateTable('client').set({ email_key: null }).where('workspace_id', '=', ada.id).execute()
  await ctx.db
    .updateTable('client')
    .set({ email: `lin@${domain}` })
    .where('id', '=', twin.id)
    .execute()

  await storeMissingEmailKeys(ctx.db, pino({ level: 'silent' }))

  const rows = await ctx.db
    .selectFrom('client')
    .select(['id', 'email_key as key'])
    .where('workspace_id', '=', ada.id)
    .execute()
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  expect(keys.get(older.id)).toBe(emailKey(older.email))
  expect([keys.get(twin.id), keys.get(other.id)]).toEqual([null, null])
})
