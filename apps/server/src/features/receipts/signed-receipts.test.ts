import { createPublicKey, verify } from 'node:crypto'
import { files, receipts, reviews } from '@portico/contract'
import { encodeReceipt, hashReceipt, KEYS_PATH } from '@portico/contract/receipt-hash'
import { type RawBuilder, sql } from 'kysely'
import { createTestContext } from '../../../test/context.ts'
import { expect } from '../../../test/fixtures.ts'
import { test as base } from '../../../test/one-project.ts'
import type { Db } from '../../platform/sql/database.ts'
import { storeMissingSignatures } from './missing-signatures.ts'
import { findSigningKey, replaceSigningKey } from './receipt-keys.ts'
import { verifyReceipts } from './verify-receipts.ts'

// These tests change the keys.
const test = base
  .extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await createTestContext()
    onCleanup(testContext.close)
    return testContext
  })
  .extend('approve', ({ api, given, ada, maya, menu }) => async () => {
    const { decision } = await given.decision(maya, await given.review(ada, await given.file(ada, menu)))
    return (await api.as(maya).call(receipts.get, { params: { id: decision?.receiptId ?? '' } })).body
  })
  .extend('readKeys', ({ app }) => async () => {
    const { statusCode, body } = await app.inject(KEYS_PATH)
    expect(statusCode).toBe(200)
    return (JSON.parse(body) as receipts.KeySet).keys
  })

function hasSigned(keys: receipts.KeySet['keys'], receipt: receipts.Receipt) {
  const { keyId, value } = receipt.signature as receipts.Signature
  const key = createPublicKey({ key: { ...keys.find(({ kid }) => kid === keyId) }, format: 'jwk' })
  return verify(null, encodeReceipt(receipt), key, Buffer.from(value, 'base64url'))
}

test('a receipt is signed by the key that everybody can fetch', async ({ approve, readKeys }) => {
  const receipt = await approve()

  const keys = await readKeys()
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: receipt.signature?.keyId, x: expect.any(String) },
  ])
  expect(hasSigned(keys, receipt)).toBe(true)
  expect(hasSigned(keys, { ...receipt, comment: 'Print 500.' })).toBe(false)
})

test('processes that make the key at once have the same one', async ({ ctx, readKeys }) => {
  await ctx.db.deleteFrom('receipt_key').execute()

  const found = await Promise.all(Array.from({ length: 8 }, () => findSigningKey(ctx.db)))

  expect(new Set(found.map(({ id }) => id)).size).toBe(1)
  expect(await readKeys()).toHaveLength(1)
})

test('a new key signs what is written later, and the one before it stays verifiable', async ({
  ctx,
  approve,
  menu,
  readKeys,
}) => {
  const before = await approve()
  const { id } = await replaceSigningKey(ctx.db)
  const after = await approve()

  const keys = await readKeys()
  expect(after.signature?.keyId).toBe(id)
  expect(before.signature?.keyId).not.toBe(id)
  expect(keys.map(({ kid }) => kid).slice(0, 2)).toEqual([id, before.signature?.keyId])
  expect([before, after].map((receipt) => hasSigned(keys, receipt))).toEqual([true, true])
  const privateKeys = ctx.db.selectFrom('receipt_key').select('id').where('private_key', 'is not', null)
  expect(await privateKeys.execute()).toEqual([{ id }])
  const { wrong } = await verifyReceipts(ctx.db)
  expect(wrong.filter(({ projectId }) => projectId === menu.id)).toEqual([])
})

test('a start signs receipts of earlier versions and changes nothing else in them', async ({
  api,
  ctx,
  ada,
  menu,
  approve,
}) => {
  for (let n = 0; n < 3; n++) await approve()
  const params = { id: menu.id }
  const before = (await api.as(ada).call(receipts.ofProject, { params })).body
  await removeSignatures(ctx.db, menu.id)
  expect((await api.as(ada).call(receipts.ofProject, { params })).body).toEqual(
    before.map((receipt) => ({ ...receipt, signature: null })),
  )

  await Promise.all([storeMissingSignatures(ctx.db, ctx.log), storeMissingSignatures(ctx.db, ctx.log)])

  // Ed25519 signs the same text alike.
  expect((await api.as(ada).call(receipts.ofProject, { params })).body).toEqual(before)
})

test('a start does not sign a receipt that was changed in the database', async ({
  api,
  ctx,
  ada,
  approve,
  menu,
}) => {
  const receipt = await approve()
  await removeSignatures(ctx.db, menu.id, sql`, receipt = jsonb_set(receipt, '{comment}', '"Print 500."')`)
  const errors: unknown[] = []

  await storeMissingSignatures(ctx.db, { error: (entry: unknown) => void errors.push(entry) })

  const { body } = await api.as(ada).call(receipts.get, { params: { id: receipt.id } })
  expect(body).toMatchObject({ comment: 'Print 500.', signature: null })
  expect(errors).toEqual([{ receipt: receipt.id }])
  expect((await verifyReceipts(ctx.db)).unsigned).toBe(1)
})

test('no statement changes a receipt, and a signature is stored once', async ({ ctx, approve, menu }) => {
  const { id, ...receipt } = await approve()
  const update = (set: RawBuilder<unknown>) => sql`update receipt set ${set} where id = ${id}`.execute(ctx.db)
  const other = JSON.stringify({
    id,
    ...receipt,
    comment: 'Print 500.',
    hash: hashReceipt({ id, comment: 'Print 500.' }),
  })
  const changes = [
    sql`number = 2`,
    sql`receipt = ${other}::jsonb`,
    sql`review_id = gen_random_uuid()`,
    sql`signature = null`,
    sql`signature = '{}'`,
  ]
  for (const change of changes) await expect(update(change)).rejects.toThrow('never changed')

  await removeSignatures(ctx.db, menu.id)
  for (const change of changes) await expect(update(sql`${change}, number = 7`)).rejects.toThrow()
  await expect(update(sql`signature = '{}', receipt = ${other}::jsonb`)).rejects.toThrow('never changed')
  await update(sql`signature = ${JSON.stringify(receipt.signature)}::jsonb`)
  await expect(update(sql`signature = '{}'`)).rejects.toThrow('never changed')
})

test('a receipt is not inserted without a signature', async ({ ctx, menu }) => {
  const insert = sql`
    insert into receipt (id, project_id, review_id, number, receipt)
    values (gen_random_uuid(), ${menu.id}, gen_random_uuid(), 1, '{}')`.execute(ctx.db)
  await expect(insert).rejects.toThrow('receipt_is_signed')
})

test('shows the newest receipt of the project to its people, and nothing to others', async ({
  api,
  given,
  ada,
  maya,
  approve,
}) => {
  const first = await approve()
  const second = await approve()
  const params = { id: first.id }

  for (const person of [ada, maya])
    expect((await api.as(person).call(receipts.newest, { params })).body).toEqual(second)
  for (const stranger of [await given.freelancer(), await given.client(ada)])
    expect(await api.as(stranger).send(receipts.newest, { params })).toMatchObject({
      status: 404,
      body: { code: 'RECEIPT_NOT_FOUND' },
    })
})

test('whoever sees a project learns which receipt takes an approval back', async ({
  api,
  given,
  ada,
  maya,
  menu,
  approve,
}) => {
  const first = await approve()
  const withdrawalOf = async (person: typeof ada | typeof maya, id = first.id) =>
    (await api.as(person).call(receipts.withdrawal, { params: { id } })).body.receipt
  expect(await withdrawalOf(ada)).toBeNull()
  const [listed] = (await api.as(ada).call(files.list, { params: { id: menu.id } })).body
  await api.as(maya).call(reviews.undoDecision, { params: { id: listed?.review?.id ?? '' }, querystring: {} })
  await approve()

  for (const person of [ada, maya]) {
    const withdrawal = await withdrawalOf(person)
    expect(withdrawal).toMatchObject({ number: 2, decision: 'withdrawn', withdraws: first.id })
    expect(await withdrawalOf(person, withdrawal?.id)).toBeNull()
  }
  for (const stranger of [await given.freelancer(), await given.client(ada)])
    expect(await api.as(stranger).send(receipts.withdrawal, { params: { id: first.id } })).toMatchObject({
      status: 404,
      body: { code: 'RECEIPT_NOT_FOUND' },
    })
})

/** Makes the receipts of a project as earlier versions wrote them. */
async function removeSignatures(db: Db, projectId: string, andSet = sql``) {
  await db.transaction().execute(async (trx) => {
    await sql`alter table receipt disable trigger receipt_is_kept`.execute(trx)
    await sql`alter table receipt drop constraint receipt_is_signed`.execute(trx)
    await sql`update receipt set signature = null ${andSet} where project_id = ${projectId}`.execute(trx)
    await sql`alter table receipt add constraint receipt_is_signed check (signature is not null) not valid`.execute(
      trx,
    )
    await sql`alter table receipt enable trigger receipt_is_kept`.execute(trx)
  })
}
