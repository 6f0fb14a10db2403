import { type receipts, reviews } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import { test as base, expect } from '../../../test/fixtures.ts'
import type { Db } from '../../platform/sql/database.ts'
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

test('finds no error in unchanged receipts', async ({ menu, ctx }) => {
  expect((await verifyReceipts(ctx.db)).count).toBeGreaterThanOrEqual(3)
  expect(await problemsOf(menu, ctx.db)).toEqual([])
})

test('finds a receipt that was changed in the database, also with a hash to match', async ({ menu, ctx }) => {
  const comment = 'Print 500.'
  await changeSecond(ctx.db, menu.id, (receipt) => ({ ...receipt, comment }))
  expect(await problemsOf(menu, ctx.db)).toEqual([
    [2, 'its hash is not that of what it says'],
    [2, 'its signature is not of what it says'],
  ])

  await changeSecond(ctx.db, menu.id, (receipt) => ({ ...receipt, hash: hashReceipt(receipt) }))
  expect(await problemsOf(menu, ctx.db)).toEqual([
    [2, 'its signature is not of what it says'],
    [3, 'its previousHash is not the hash of the receipt before it'],
  ])
})

test('finds a signature of a key that this installation does not have', async ({ menu, ctx }) => {
  await outsidePortico(ctx.db, (db) =>
    sql`
      update receipt set signature = jsonb_set(signature, '{keyId}', '"another"')
      where project_id = ${menu.id} and number = 3`.execute(db),
  )
  expect(await problemsOf(menu, ctx.db)).toEqual([
    [3, 'it is signed by a key that is not of this installation'],
  ])
})

test('finds that a receipt is missing', async ({ menu, ctx }) => {
  await outsidePortico(ctx.db, (db) =>
    db.deleteFrom('receipt').where('project_id', '=', menu.id).where('number', '=', 2).execute(),
  )
  expect(await problemsOf(menu, ctx.db)).toEqual([[3, 'number 2 is missing']])
})

type Unsigned = Omit<receipts.Receipt, 'signature'>

async function problemsOf({ id }: { id: string }, db: Db) {
  const { wrong } = await verifyReceipts(db)
  return wrong.filter(({ projectId }) => projectId === id).map(({ number, problem }) => [number, problem])
}

function changeSecond(db: Db, projectId: string, change: (receipt: Unsigned) => Unsigned) {
  return outsidePortico(db, async (trx) => {
    const second = trx.selectFrom('receipt').select('receipt').where('project_id', '=', projectId)
    const { receipt } = await second.where('number', '=', 2).executeTakeFirstOrThrow()
    await sql`
      update receipt set receipt = ${JSON.stringify(change(receipt))}::jsonb
      where project_id = ${projectId} and number = 2`.execute(trx)
  })
}

/** Disables the trigger that prevents changes of receipts. */
async function outsidePortico(db: Db, work: (trx: Db) => Promise<unknown>) {
  await db.transaction().execute(async (trx) => {
    await sql`alter table receipt disable trigger receipt_is_kept`.execute(trx)
    await work(trx)
    await sql`alter table receipt enable trigger receipt_is_kept`.execute(trx)
  })
}
