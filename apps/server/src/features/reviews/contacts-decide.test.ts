import { receipts, reviews } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import { sentCode } from '../../../test/sent-code.ts'
import { removeContact } from '../clients/contacts.service.ts'

const approve = (review: { id: string }, code?: string) => ({
  params: { id: review.id },
  body: { decision: 'approved' as const, ...(code && { code }) },
})

test('a receipt says which contact decided, and is mailed to their address', async ({
  api,
  emails,
  given,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const sam = await given.contact(maya)
  const project = await given.project(maya)
  const review = await given.review(ada, await given.file(ada, project))

  const { decision } = await given.decision(sam, review)

  expect(decision?.decidedBy).toBe('Sam Reed')
  const { body } = await api.as(ada).call(receipts.get, { params: { id: decision?.receiptId ?? '' } })
  expect(body.client).toEqual({ name: 'Sam Reed', email: sam.email })
  const isReceiptMailedTo = async (address: string) =>
    (await emails.to(address)).some(({ subject }) => subject.startsWith('Your receipt'))
  expect(await isReceiptMailedTo(sam.email)).toBe(true)
  expect(await isReceiptMailedTo(maya.email)).toBe(false)
})

test('a code belongs to the contact to whom it was mailed', async ({ api, emails, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const sam = await given.signedIn(await given.contact(maya))
  const holder = await given.signedIn(maya)
  const project = await given.project(maya)
  const review = await given.review(ada, await given.file(ada, project))
  const ofSam = await sentCode(api, emails, sam, review)
  const ofMaya = await sentCode(api, emails, holder, review)

  const wrong = await api.as(holder).call(reviews.decide, approve(review, ofSam))
  const right = await api.as(sam).call(reviews.decide, approve(review, ofSam))

  if (ofSam !== ofMaya) expect(wrong).toMatchObject({ status: 400, body: { code: 'CODE_WRONG' } })
  expect(right).toMatchObject({ status: 200 })
})

test('a contact is shown the address that their code went to', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const sam = await given.signedIn(await given.contact(maya))
  const review = await given.review(ada, await given.file(ada, await given.project(maya)))

  const { body } = await api.as(sam).call(reviews.sendCode, { params: { id: review.id } })

  expect(body).toEqual({ email: sam.email, emailStatus: 'queued' })
})

test('of two contacts who decide at once one wins, and the receipt says who', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const sam = await given.contact(maya)
  const project = await given.project(maya)
  const review = await given.review(ada, await given.file(ada, project))

  const replies = await Promise.all(
    [maya, sam].map((one) => api.as(one).call(reviews.decide, approve(review))),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const [winner, loser] = replies[0]?.status === 200 ? [maya, sam] : [sam, maya]
  const seen = await api.as(loser).call(reviews.ofFile, { params: { id: review.fileId } })
  expect(seen.body[0]?.decision?.decidedBy).toBe(`${winner.firstName} ${winner.lastName}`)
  const { body } = await api.as(ada).call(receipts.ofProject, { params: { id: project.id }, querystring: {} })
  expect(body.map(({ client }) => client.email)).toEqual([winner.email])
})

test('a contact who is removed after a code was mailed decides nothing with it', async ({
  api,
  ctx,
  emails,
  given,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const sam = await given.signedIn(await given.contact(maya))
  const project = await given.project(maya)
  const file = await given.file(ada, project)
  const review = await given.review(ada, file)
  const code = await sentCode(api, emails, sam, review)

  await removeContact(ctx, ada, sam.id)

  // Another process may still have the session in memory.
  await expect(given.decision(sam, review, { decision: 'approved', code })).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  })
  const { body } = await api.as(maya).call(reviews.ofFile, { params: { id: file.id } })
  expect(body).toMatchObject([{ state: 'open', decision: null }])
})
