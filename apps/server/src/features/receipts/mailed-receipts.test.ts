import { bin, clients, projects, receipts, reviews } from '@portico/contract'
import { sql } from 'kysely'
import { createTestContext } from '../../../test/context.ts'
import { expect } from '../../../test/fixtures.ts'
import { test as base } from '../../../test/one-project.ts'
import type { Attachment } from '../../platform/mail/email.ts'
import { deleteRemovedProjects } from '../bin/expiry.service.ts'
import { createReceiptMailer } from './receipts.mail.ts'

const test = base
  .extend('proof', ({ given, ada, menu }) => given.file(ada, menu, { name: 'proof.txt' }))
  .extend('review', ({ given, ada, proof }) => given.review(ada, proof))

const attached = (email: { attachments?: Attachment[] } | undefined) =>
  JSON.parse(email?.attachments?.find(({ type }) => type === 'application/json')?.content ?? 'null')

test('a receipt is mailed to the client when it is written, and when the approval is taken back', async ({
  api,
  given,
  emails,
  maya,
  review,
}) => {
  await given.decision(maya, review)
  await api.as(maya).call(reviews.undoDecision, { params: { id: review.id } })

  const mailed = await emails.to(maya.email)

  const [withdrawal, approval] = (await api.as(maya).call(receipts.all)).body
  const bySubject = new Map(mailed.map((email) => [email.subject, attached(email)]))
  expect(bySubject.get('Your receipt: you approved proof.txt')).toEqual(approval)
  expect(bySubject.get('Your receipt: you took back the approval of proof.txt')).toEqual(withdrawal)
})

test('the receipt is mailed as a PDF first, as it can be downloaded, and as the file that proves it', async ({
  api,
  given,
  emails,
  maya,
  review,
}) => {
  const { decision } = await given.decision(maya, review)

  const [mailed] = await emails.to(maya.email)

  expect(mailed?.attachments?.map(({ name, type }) => ({ name, type }))).toEqual([
    { name: 'receipt-1.pdf', type: 'application/pdf' },
    { name: 'receipt-1.json', type: 'application/json' },
  ])
  const [pdf] = mailed?.attachments ?? []
  const bytes = Buffer.from(pdf?.content ?? '', pdf?.encoding)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const params = { id: decision?.receiptId ?? '' }
  const { body: downloaded } = await api.as(maya).send(receipts.pdf, { params })
  expect(bytes.length).toBe((downloaded as Buffer).length)
  expect((await api.as(maya).call(receipts.get, { params })).body).toEqual(attached(mailed))
})

test('a receipt whose PDF cannot be made is mailed without it', async ({ ctx, given, maya, review }) => {
  const { decision } = await given.decision(maya, review)
  const write = createReceiptMailer(async () => {
    throw new Error('no font')
  })

  const written = await write(ctx, { receiptId: decision?.receiptId ?? '' })

  expect(written?.email.attachments?.map(({ name }) => name)).toEqual(['receipt-1.json'])
  expect(written?.email.text).not.toContain('PDF')
})

test('a request for changes mails no receipt', async ({ given, emails, maya, review }) => {
  await given.decision(maya, review, { decision: 'changes_requested', comment: 'Bigger.' })

  expect((await emails.to(maya.email)).map(({ subject }) => subject)).toEqual([])
})

test('a receipt goes to the address that it names, though the client has another one by then', async ({
  api,
  given,
  emails,
  ada,
  maya,
  review,
}) => {
  const { email } = given.newClient()
  await given.decision(maya, review)
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })

  const [subjects, others] = [await emails.to(maya.email), await emails.to(email)].map((mailed) =>
    mailed.map(({ subject }) => subject),
  )

  expect(subjects).toContain('Your receipt: you approved proof.txt')
  expect(others).not.toContain('Your receipt: you approved proof.txt')
})

test.for(['project', 'client'])(
  'the last receipts of a deleted %s go to every address that they name',
  async (kind, { api, ctx, given, emails, ada, maya, menu, review }) => {
    const { email: mine } = given.newClient()
    const params = { id: maya.id }
    await given.decision(maya, review)
    await api.as(ada).call(clients.update, { params, body: { email: mine } })
    const { body } = await api.as(ada).call(clients.resetAccess, { params })
    const later = await given.signedIn(maya, body.loginUrl)
    await ctx.db
      .updateTable('session')
      .set({ known_by: 'mailed' })
      .where('id', '=', later.sessionId)
      .execute()
    await given.decision(later, await given.review(ada, await given.file(ada, menu)))

    if (kind === 'client') await api.as(ada).call(clients.remove, { params })
    else {
      await api.as(ada).call(projects.remove, { params: { id: menu.id } })
      await api.as(ada).call(bin.remove, { params: { kind: 'project', id: menu.id } })
      await deleteRemovedProjects(ctx)
    }

    const last = async (address: string) =>
      attached((await emails.to(address)).find(({ subject }) => subject.startsWith('Your receipts')))
    expect(await last(maya.email)).toMatchObject([{ number: 1, client: { email: maya.email } }])
    expect(await last(mine)).toMatchObject([{ number: 1 }, { number: 2, client: { email: mine } }])
  },
)

const limited = test.extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ LIMIT_MAIL: '1/3600' })
  onCleanup(testContext.close)
  return testContext
})

limited(
  'over the limit of emails a receipt is mailed as soon as there is room',
  async ({ ctx, given, emails, clock, ada, maya, menu, review }) => {
    await given.decision(maya, review)
    const poster = await given.file(ada, menu, { name: 'poster.txt' })
    await given.decision(maya, await given.review(ada, poster))
    const subjects = async () => (await emails.to(maya.email)).map(({ subject }) => subject).toSorted()
    expect(await subjects()).toEqual(['Your receipt: you approved proof.txt'])

    clock.set('2099-06-15T11:00:00Z')
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(ctx.db)

    expect(await subjects()).toEqual([
      'Your receipt: you approved poster.txt',
      'Your receipt: you approved proof.txt',
    ])
  },
)
