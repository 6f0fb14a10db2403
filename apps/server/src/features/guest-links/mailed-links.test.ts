import { guestLinks } from '@portico/contract'
import { createTestContext } from '../../../test/context.ts'
import { expect } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { test as base } from '../../../test/one-project.ts'

const test = base
  .extend(
    'photo',
    async ({ given, ada, menu }) => (await given.requests(ada, menu, ['Photo of the shop']))[0],
  )
  .extend(
    'add',
    ({ api, photo }) =>
      (person: TestUser, body: guestLinks.NewLink) =>
        api.as(person).call(guestLinks.add, { params: { id: photo.id }, body }),
  )

const limited = test.extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ LIMIT_ACCOUNT_MAIL: '1/3600' })
  onCleanup(testContext.close)
  return testContext
})

test('a link is mailed with the message of who asks, and opens the page that says the same', async ({
  api,
  app,
  ada,
  maya,
  photo,
  add,
  emails,
}) => {
  const email = `sam-${photo.id}@photos.test`
  const message = 'The one with the new sign.\nBy daylight, please.'

  const { body } = await add(maya, { email, message })

  expect(body).toMatchObject({ emailStatus: 'queued' })
  const [mailed] = await emails.to(email)
  expect(mailed).toMatchObject({
    subject: 'Can you help Maya Whitcombe with Photo of the shop?',
    from: { name: 'Maya Whitcombe via Portico' },
  })
  expect(mailed?.text).toContain(body.url)
  expect(mailed?.text).toContain('It goes to Ada Marsh')
  expect(mailed?.text).toContain('“The one with the new sign. By daylight, please.”')
  const token = body.url.slice(body.url.lastIndexOf('/') + 1)
  expect((await api.as(null).call(guestLinks.open, { params: { token } })).body).toMatchObject({
    ...{ maker: 'Maya', madeBy: 'client', freelancer: 'Ada Marsh', message },
  })
  const page = (await app.inject(`/give/${token}`)).body
  expect(page).toContain(`<blockquote dir="auto">${message}</blockquote>`)
  expect(page).toMatch(/<bdi>Maya<\/bdi>.* asks you for this\. It goes to <bdi>Ada Marsh<\/bdi>/)
  for (const person of [ada, maya])
    expect((await api.as(person).call(guestLinks.list, { params: { id: photo.id } })).body).toMatchObject([
      { mailedTo: email },
    ])
})

test('a contact asks by their own name and address', async ({ given, app, maya, photo, add, emails }) => {
  const sam = await given.contact(maya)
  const email = `kim-${photo.id}@photos.test`

  const { url } = (await add(sam, { email })).body

  const [mailed] = await emails.to(email)
  expect(mailed).toMatchObject({
    subject: 'Can you help Sam Reed with Photo of the shop?',
    from: { name: 'Sam Reed via Portico' },
    replyTo: { name: 'Sam Reed', address: sam.email },
  })
  expect((await app.inject(url.slice(url.indexOf('/give/')))).body).toContain('<bdi>Sam</bdi>')
})

test('the page says that the freelancer asks, and for which business', async ({ app, ada, maya, add }) => {
  const { url } = (await add(ada, {})).body

  const page = (await app.inject(url.slice(url.indexOf('/give/')))).body

  expect(page).toContain(`<bdi>Ada Marsh</bdi>, asks you for this, for <bdi>${maya.company}</bdi>.`)
})

test('a message with an address, or one that is too long, makes no link', async ({
  api,
  maya,
  photo,
  add,
}) => {
  for (const message of ['See www.photos.test', 'Write to sam@photos.com', 'a'.repeat(501)])
    expect(await add(maya, { message })).toMatchObject({
      status: 400,
      body: { fields: { message: expect.any(String) } },
    })
  expect(await add(maya, { email: 'not an address' })).toMatchObject({ status: 400 })
  expect((await api.as(maya).call(guestLinks.list, { params: { id: photo.id } })).body).toEqual([])
})

limited(
  'an email over the limit is not sent, and the link can be copied',
  async ({ api, maya, photo, add, emails }) => {
    const email = `sam-${photo.id}@photos.test`

    const replies = [await add(maya, { email }), await add(maya, { email })]

    expect(replies.map(({ body }) => body.emailStatus)).toEqual(['queued', 'limited'])
    expect(await emails.to(email)).toHaveLength(1)
    const { body } = await api.as(maya).call(guestLinks.list, { params: { id: photo.id } })
    expect(body.map(({ mailedTo }) => mailedTo)).toEqual([null, email])
  },
)

test('a link that was revoked meanwhile is not mailed', async ({ api, ctx, maya, photo, add, emails }) => {
  const email = `sam-${photo.id}@photos.test`
  const { id } = (await add(maya, { email })).body
  await ctx.db.deleteFrom('guest_link').where('id', '=', id).execute()
  expect(await emails.to(email)).toEqual([])
  expect((await api.as(maya).call(guestLinks.list, { params: { id: photo.id } })).body).toEqual([])
})
