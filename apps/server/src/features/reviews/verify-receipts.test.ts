import { type receipts, reviews } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import { test as base, expect } from '../../../test/fixtures.ts'
import { verifyReceipts } from './verify-receipts.ts'

const test = base.extend('menu', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const menu = await given.project(maya)
  for (let n = 1; n <= 3; n++) {
    const { id } = await given.review(ada, await given.file(ada, menu))
    await api.as(maya).call(reviews.decide, { params: { id }, body: { decision: 'approved' } })
  }
  return menu
})

test('finds nothing wrong with what Portico has written', async ({ menu, ctx }) => {
  expect(await verifyReceipts(ctx.db)).toEqual({ count: 3, wrong: [] })
  expect(menu.id).toBeTruthy()
})

test('finds a receipt that was changed in the database, also with a hash to match', async ({ menu, ctx }) => {
  const change = (update: (receipt: receipts.Receipt) => receipts.Receipt) => outsidePortico(ctx, menu, 2, update)

  await change((receipt) => ({ ...receipt, comment: 'Print 500.' }))
  expect((await verifyReceipts(ctx.db)).wrong).toEqual([
    { projectId: menu.id, number: 2, problem: 'its hash is not that of what it says' },
  ])

  await change((receipt) => ({ ...receipt, hash: hashReceipt(receipt) }))
  expect((await verifyReceipts(ctx.db)).wrong).toEqual([
    { projectId: menu.id, number: 3, problem: 'its previousHash is not the hash of the receipt before it' },
  ])
})

test('finds that a receipt is missing', async ({ menu, ctx }) => {
  await outsidePortico(ctx, menu, 2, undefined)
  expect((await verifyReceipts(ctx.db)).wrong).toEqual([
    { projectId: menu.id, number: 3, problem: 'number 2 is missing' },
  ])
})
