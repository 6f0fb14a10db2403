import { createHash } from 'node:crypto'
import { bin, clients, files, projects, receipts, reviews } from '@portico/contract'
import { hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { expect } from '../../../test/fixtures.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { test as base } from '../../../test/one-project.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { deleteRemovedProjects } from '../bin/expiry.service.ts'

const test = base
  /** Creates a file and lets the client approve it. */
  .extend('approve', ({ given, ada, maya, menu }) => async (text = 'Soup, £6') => {
    const file = await given.file(ada, menu, { name: 'proof.txt', bytes: Buffer.from(text) })
    const review = await given.review(ada, file)
    return { file, review, ...(await given.decision(maya, review, { decision: 'approved' })) }
  })

test('an approval writes a receipt that says what was approved and cannot be altered unnoticed', async ({
  api,
  given,
  ada,
  maya,
  menu,
}) => {
  const file = await given.file(ada, menu, { name: 'proof.txt', bytes: Buffer.from('Soup, £6') })
  const review = await given.review(ada, file)
  const { decision } = await given.decision(maya, review, { decision: 'approved', comment: 'Go ahead.' })
  const id = decision?.receiptId ?? ''

  const { body } = await api.as(maya).call(receipts.get, { params: { id } })

  expect(body).toEqual({
    id,
    number: 1,
    project: 'Spring menu',
    client: { name: 'Maya Whitcombe', email: maya.email },
    file: {
      name: 'proof.txt',
      version: 1,
      size: 9,
      sha256: createHash('sha256').update('Soup, £6').digest('hex'),
    },
    decision: 'approved',
    comment: 'Go ahead.',
    identifiedBy: 'mailed_link',
    decidedAt: expect.stringMatching(/^2099-06-15T09:0/),
    withdraws: null,
    previousHash: NO_HASH,
    hash: hashReceipt(body),
    signature: { keyId: expect.any(String), value: expect.stringMatching(/^[\w-]{86}$/) },
  })
  for (const person of [ada, maya]) {
    expect((await api.as(person).call(receipts.ofProject, { params: { id: menu.id } })).body).toEqual([body])
    expect((await api.as(person).call(receipts.all)).body).toEqual([body])
  }
})

test('receipts of a project are chained, also when approvals come in the same millisecond', async ({
  api,
  given,
  ada,
  maya,
  menu,
}) => {
  const asked = []
  for (let n = 0; n < 8; n++) asked.push(await given.review(ada, await given.file(ada, menu)))
  await Promise.all(asked.map((review) => given.decision(maya, review)))

  const { body } = await api.as(ada).call(receipts.ofProject, { params: { id: menu.id } })

  const chain = body.toSorted((a, b) => a.number - b.number)
  expect(chain.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  for (const [i, receipt] of chain.entries()) {
    expect(receipt.hash).toBe(hashReceipt(receipt))
    expect(receipt.previousHash).toBe(chain[i - 1]?.hash ?? NO_HASH)
  }
})

test('a list is paged, newest first', async ({ api, ada, menu, approve }) => {
  for (let n = 0; n < 3; n++) await approve()
  const first = await api
    .as(ada)
    .call(receipts.ofProject, { params: { id: menu.id }, querystring: { limit: 2 } })
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await api
    .as(ada)
    .call(receipts.ofProject, { params: { id: menu.id }, querystring: { limit: 2, cursor } })

  expect([...first.body, ...second.body].map(({ number }) => number)).toEqual([3, 2, 1])
  expect(second.headers.link).toBeUndefined()
})

test('an approval that is taken back gets a second receipt, which names the first', async ({
  api,
  maya,
  menu,
  approve,
}) => {
  const { id, decision } = await approve()
  await api.as(maya).call(reviews.undoDecision, { params: { id } })

  const { body } = await api.as(maya).call(receipts.ofProject, { params: { id: menu.id } })

  expect(body).toMatchObject([
    { number: 2, decision: 'withdrawn', withdraws: decision?.receiptId, comment: null },
    { number: 1, decision: 'approved', withdraws: null },
  ])
  expect(body[0]?.previousHash).toBe(body[1]?.hash)
})

test('a receipt stays as it is when names change and its file is deleted for good', async ({
  api,
  ctx,
  ada,
  maya,
  menu,
  approve,
}) => {
  const { file, decision } = await approve()
  const params = { id: decision?.receiptId ?? '' }
  const before = (await api.as(ada).call(receipts.get, { params })).body

  await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: 'Summer menu' } })
  await api.as(ada).call(files.rename, { params: { id: file.id }, body: { fileName: 'other.txt' } })
  await api.as(ada).call(files.remove, { params: { id: file.id } })
  expect((await api.as(ada).call(bin.list)).body).toMatchObject([{ id: file.id, approved: true }])
  await api.as(ada).call(bin.remove, { params: { kind: 'file', id: file.id } })

  expect((await api.as(maya).call(receipts.get, { params })).body).toEqual(before)
  const remove = sql`delete from receipt where id = ${params.id}`.execute(ctx.db)
  await expect(remove).rejects.toThrow('never changed')
})

test('receipts go with their project or client, which gets them by email first', async ({
  api,
  ctx,
  given,
  ada,
  maya,
  menu,
  approve,
  emails,
}) => {
  const countReceipts = async () =>
    (await ctx.db.selectFrom('receipt').select('id').where('project_id', 'in', ids).execute()).length
  const other = await given.project(maya)
  const ids = [menu.id, other.id]
  await approve()
  await given.decision(maya, await given.review(ada, await given.file(ada, other)))

  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  expect((await api.as(ada).call(bin.list)).body).toMatchObject([{ id: menu.id, approved: true }])
  const querystring = { projectId: menu.id }
  const [saved] = (await api.as(ada).call(receipts.all, { querystring })).body
  await api.as(ada).call(bin.remove, { params: { kind: 'project', id: menu.id } })
  await Promise.all([deleteRemovedProjects(ctx), deleteRemovedProjects(ctx)])
  expect(await countReceipts()).toBe(1)

  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  await deleteRemovedProjects(ctx)
  expect(await countReceipts()).toBe(0)
  const mailed = (await emails.to(maya.email)).filter(({ attachments }) => attachments)
  expect(mailed.map(({ subject }) => subject).sort()).toEqual([
    `Your receipts from ${ada.name}`,
    'Your receipts of Spring menu',
  ])
  const ofProject = mailed.find(({ subject }) => subject === 'Your receipts of Spring menu')
  expect(JSON.parse(ofProject?.attachments?.[0]?.content ?? '')).toEqual([saved])
})

test('mails the receipt of an approval during the deletion of the client', async ({
  api,
  ctx,
  given,
  ada,
  maya,
  menu,
  emails,
}) => {
  const review = await given.review(ada, await given.file(ada, menu))

  const { approved, removed } = await ctx.db.transaction().execute(async (trx) => {
    await sql`select from project where id = ${menu.id} for update`.execute(trx)
    const approved = given.decision(maya, review)
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
    const removed = api.as(ada).call(clients.remove, { params: { id: maya.id } })
    await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(2), WAIT_OPTIONS)
    return { approved, removed }
  })
  const { decision } = await approved
  await removed

  const [mailed] = (await emails.to(maya.email)).flatMap(({ attachments }) => attachments ?? [])
  expect(JSON.parse(mailed?.content ?? '')).toMatchObject([{ id: decision?.receiptId }])
})

test('lists the receipts of one client, and never those of other people', async ({
  api,
  given,
  ada,
  maya,
  approve,
}) => {
  await approve()
  const tom = await given.client(ada)
  const stranger = await given.freelancer()
  const list = async (person: typeof ada, clientId: string) =>
    (await api.as(person).call(receipts.all, { querystring: { clientId } })).body

  expect(await list(ada, maya.id)).toHaveLength(1)
  expect(await list(ada, tom.id)).toEqual([])
  expect(await list(stranger, maya.id)).toEqual([])
  expect((await api.as(tom).call(receipts.all, { querystring: { clientId: maya.id } })).body).toEqual([])
})
