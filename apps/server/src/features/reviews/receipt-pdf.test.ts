import { receipts, reviews } from '@portico/contract'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { test } from '../../../test/one-project.ts'
import { makeThumbnail } from '../files/thumbnails.service.ts'

/** The text of the PDF, and the number of its pictures. */
async function read(api: Api, person: TestClient | TestClient['freelancer'], id: string) {
  const reply = await api.as(person).send(receipts.pdf, { params: { id } })
  expect(reply.status).toBe(200)
  const bytes = reply.body as unknown as Buffer
  const loading = getDocument({ data: new Uint8Array(bytes) })
  const document = await loading.promise
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  await loading.destroy()
  return { text, pictures: bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0 }
}

test('a receipt as a PDF says what its page says, with a picture of the file', async ({
  api,
  ctx,
  given,
  ada,
  maya,
  menu,
}) => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = await given.file(ada, menu, { name: 'Żółw Μενού Меню 菜单.png', type: 'image/png', bytes })
  await makeThumbnail(ctx, { fileId: file.id })
  const review = await given.review(ada, file)
  const { decision } = await given.decision(maya, review, { decision: 'approved', comment: 'Go ahead.' })
  const id = decision?.receiptId ?? ''
  const { body: receipt } = await api.as(maya).call(receipts.get, { params: { id } })

  for (const person of [ada, maya]) {
    const { text, pictures } = await read(api, person, id)
    expect(text).toContain('Receipt of approval')
    expect(text).toContain('Maya Whitcombe approved version 1 of Żółw Μενού Меню ??.png on 15 June 2099')
    expect(text).toContain('Maya Whitcombe: “Go ahead.”')
    expect(text).toMatch(/At ?15 June 2099 at \d\d:\d\d:\d\d BST/)
    for (const part of [
      receipt.file.sha256,
      receipt.hash,
      maya.email,
      '/verify',
      'Some letters cannot be written',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Taken back')
    expect(pictures).toBe(1)
  }

  await api.as(maya).call(reviews.undoDecision, { params: { id: review.id }, querystring: {} })
  expect((await read(api, ada, id)).text).toContain('Taken back. Maya Whitcombe took this approval back on')
})

test('a receipt of several files is a PDF that names each, also over several pages', async ({
  api,
  given,
  ada,
  maya,
  menu,
}) => {
  const uploads = Array.from({ length: 12 }, (_, n) => given.file(ada, menu, { name: `page-${n + 1}.txt` }))
  const asked = await given.reviewGroup(ada, menu, await Promise.all(uploads))
  const { body } = await api.as(maya).call(reviews.decideTogether, {
    params: { id: asked.id },
    body: {
      decisions: asked.reviews.map(({ id }, n) =>
        n === 0
          ? { reviewId: id, decision: 'changes_requested' as const, comment: 'Longer. '.repeat(1_000) }
          : { reviewId: id, decision: 'approved' as const },
      ),
    },
  })

  const { text, pictures } = await read(api, maya, body.reviews[0]?.decision?.receiptId ?? '')

  expect(text).toContain('approved 11 of 12 files')
  for (let n = 1; n <= 12; n++) expect(text).toContain(`page-${n}.txt`)
  expect(text.match(/Longer\./g)).toHaveLength(1_000)
  expect(pictures).toBe(0)
})

test('the PDF of a receipt is found by nobody else', async ({ api, given, ada, maya, menu }) => {
  const { decision } = await given.decision(maya, await given.review(ada, await given.file(ada, menu)))
  const params = { id: decision?.receiptId ?? '' }

  for (const stranger of [await given.freelancer(), await given.client(ada)])
    expect(await api.as(stranger).send(receipts.pdf, { params })).toMatchObject({
      status: 404,
      body: { code: 'RECEIPT_NOT_FOUND' },
    })
})
