import { randomBytes } from 'node:crypto'
import { activity, bin, clients, contacts, files, guestLinks, projects, requests } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import { formOf } from '../../../test/forms.ts'
import type { TestUser } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { test as base } from '../../../test/one-project.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { closeAccount } from '../accounts/close-account.service.ts'
import { resetAccess } from '../clients/access.service.ts'

const test = base
  .extend(
    'photo',
    async ({ given, ada, menu }) => (await given.requests(ada, menu, ['Photo of the shopfront']))[0],
  )
  .extend('link', ({ given, maya, photo }) => given.guestLink(maya, photo, 'For Sam'))
  /** Made by Ada for the same request. */
  .extend('adasLink', ({ given, ada, photo }) => given.guestLink(ada, photo))
  /** Made by another client of Ada’s. */
  .extend('tomsLink', async ({ given, ada }) => {
    const tom = await given.client(ada)
    const [logo] = await given.requests(ada, await given.project(tom), ['Logo'])
    return given.guestLink(tom, logo)
  })

const GONE = {
  status: 404,
  body: {
    code: 'LINK_NOT_WORKING',
    message: 'This link no longer works. Ask the person who gave it to you for a new one.',
  },
}

const open = (api: Api, token: string) => api.as(null).call(guestLinks.open, { params: { token } })
const giveText = (api: Api, token: string, answer: Partial<guestLinks.GuestAnswer> = {}) =>
  api.as(null).call(guestLinks.give, { params: { token }, body: { name: 'Sam', text: 'Here.', ...answer } })
const formWith = (name: string, ...names: string[]) =>
  formOf([
    ['name', name],
    ...names.map(
      (file) => ['file', { name: file, type: 'image/jpeg', bytes: Buffer.from('8 bytes.') }] as const,
    ),
  ])
async function giveFiles(app: FastifyInstance, token: string, form = formWith('Sam', 'shop.jpg')) {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/give/${token}`,
    headers: { 'content-type': form.type },
    payload: form.bytes,
  })
  return { status: statusCode, body: JSON.parse(body) }
}
const requestOf = async (api: Api, person: TestUser, { id }: { id: string }) =>
  (await api.as(person).call(requests.ofProject, { params: { id } })).body.requests[0]
const linksOf = async (api: Api, person: TestUser, { id }: { id: string }) =>
  (await api.as(person).call(guestLinks.list, { params: { id } })).body

describe('a link', () => {
  test('is listed for both sides without its token, and revoked by either', async ({
    api,
    ada,
    maya,
    photo,
    link,
  }) => {
    expect(link.token).toHaveLength(43)
    const [listed] = await linksOf(api, ada, photo)
    expect(listed).toMatchObject({
      ...{ id: link.id, note: 'For Sam', madeBy: 'client', maker: 'Maya', uses: 0, lastUsedAt: null },
    })
    expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.createdAt ?? '')).toBe(30 * 86_400_000)
    expect(await linksOf(api, maya, photo)).toEqual([listed])

    const revoke = () => api.as(ada).call(guestLinks.remove, { params: { id: photo.id, linkId: link.id } })
    expect((await revoke()).status).toBe(204)
    expect(await revoke()).toMatchObject({ status: 404, body: { code: 'LINK_NOT_FOUND' } })
    expect(await linksOf(api, maya, photo)).toEqual([])
    expect(await open(api, link.token)).toMatchObject(GONE)
  })

  test('is listed with its request for both sides of the project only', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photo,
    link,
  }) => {
    const [logo, hours] = await given.requests(ada, menu, ['Logo', 'Opening hours'])
    await given.guestLink(maya, hours)
    await given.answer(maya, hours)
    await api.as(ada).call(requests.setState, { params: { id: hours.id }, body: { state: 'accepted' } })
    const newest = await given.guestLink(ada, logo)
    await giveText(api, newest.token)
    const read = async (person: TestUser, querystring = {}) =>
      (await api.as(person).call(guestLinks.ofProject, { params: { id: menu.id }, querystring })).body

    const both = [
      { id: newest.id, maker: 'Ada Marsh', uses: 1, request: { id: logo.id, title: 'Logo' } },
      { id: link.id, note: 'For Sam', uses: 0, request: { id: photo.id, title: 'Photo of the shopfront' } },
    ]
    expect(await read(ada)).toMatchObject(both)
    expect(await read(maya)).toMatchObject(both)
    expect(await read(ada, { limit: 1, cursor: newest.id })).toMatchObject([both[1]])
    expect(await read(await given.client(ada))).toMatchObject({ code: 'PROJECT_NOT_FOUND' })
  })

  test('of a contact has their name, and ends with them alone', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photo,
    link,
  }) => {
    const [sam, tom] = [await given.contact(maya), await given.contact(maya, { firstName: 'Tom' })]
    const [ofSam, ofTom] = [await given.guestLink(sam, photo), await given.guestLink(tom, photo)]
    const ofAda = await given.guestLink(ada, photo)

    expect(await linksOf(api, ada, photo)).toMatchObject([
      { id: ofAda.id, maker: 'Ada Marsh', makerId: ada.id },
      { id: ofTom.id, maker: 'Tom', makerId: tom.id },
      { id: ofSam.id, maker: 'Sam', makerId: sam.id },
      { id: link.id, maker: 'Maya', makerId: maya.id },
    ])
    expect(await open(api, ofSam.token)).toMatchObject({ body: { maker: 'Sam' } })
    expect(await giveText(api, ofSam.token, { name: 'Tom Reed' })).toMatchObject({ status: 400 })
    await giveText(api, ofSam.token, { name: 'Kim' })

    await api.as(ada).call(contacts.remove, { params: { id: sam.id } })
    expect(await open(api, ofSam.token)).toMatchObject(GONE)
    await api.as(ada).call(clients.resetAccess, { params: { id: maya.id } })

    expect((await linksOf(api, ada, photo)).map(({ id }) => id)).toEqual([ofAda.id, ofTom.id])
    const answered = await requestOf(api, ada, menu)
    expect(answered?.answers).toMatchObject([{ author: 'Kim (asked by Sam)' }])
  })

  test('from before clients had contacts is of the client', async ({ api, ctx, ada, maya, photo, link }) => {
    await ctx.db.updateTable('guest_link').set({ maker_id: null }).where('id', '=', link.id).execute()

    expect(await linksOf(api, ada, photo)).toMatchObject([{ makerId: maya.id }])
    await api.as(ada).call(clients.resetAccess, { params: { id: maya.id } })

    expect(await open(api, link.token)).toMatchObject(GONE)
  })

  test('is not listed for the project once it has expired', async ({ api, ctx, ada, menu, link }) => {
    const read = async () => (await api.as(ada).call(guestLinks.ofProject, { params: { id: menu.id } })).body
    expect(await read()).toMatchObject([{ id: link.id }])

    // As long as a link works a session lives, so the clock would end both.
    const expired = { expires_at: ctx.clock.now().toISOString() }
    await ctx.db.updateTable('guest_link').set(expired).where('id', '=', link.id).execute()

    expect(await read()).toEqual([])
  })

  test('is stored as a hash only', async ({ ctx, link }) => {
    const rows = await ctx.db.selectFrom('guest_link').selectAll().where('id', '=', link.id).execute()

    expect(JSON.stringify(rows)).not.toContain(link.token)
  })

  test('is listed and revoked also while the project is archived, and does not work again then', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photo,
    link,
    adasLink,
  }) => {
    const archive = (archived: boolean) =>
      api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived } })
    const revoke = (person: TestUser, { id: linkId }: { id: string }) =>
      api.as(person).call(guestLinks.remove, { params: { id: photo.id, linkId } })
    await archive(true)
    const { body } = await api.as(ada).call(guestLinks.ofProject, { params: { id: menu.id } })
    expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining([link.id, adasLink.id]))

    expect(await revoke(await given.client(ada), link)).toMatchObject({ status: 404 })
    expect((await revoke(ada, link)).status).toBeLessThan(300)
    expect((await revoke(maya, adasLink)).status).toBeLessThan(300)
    expect(await revoke(ada, link)).toMatchObject({ status: 404, body: { code: 'LINK_NOT_FOUND' } })

    await archive(false)
    expect(await open(api, link.token)).toMatchObject(GONE)
    expect(await open(api, adasLink.token)).toMatchObject(GONE)
  })

  test('is revoked only through its own request', async ({ api, given, ada, maya, menu, link }) => {
    const [other] = await given.requests(ada, menu, ['Logo'])

    const reply = await api.as(maya).call(guestLinks.remove, { params: { id: other.id, linkId: link.id } })

    expect(reply).toMatchObject({ status: 404, body: { code: 'LINK_NOT_FOUND' } })
  })

  test('is not made for an accepted request, nor beyond twenty', async ({
    api,
    given,
    ada,
    maya,
    menu,
    photo,
  }) => {
    const add = (id: string) => api.as(maya).call(guestLinks.add, { params: { id }, body: {} })
    const replies = await Promise.all(Array.from({ length: 22 }, () => add(photo.id)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_LINKS')

    const [logo] = await given.requests(ada, menu, ['Logo'])
    await given.answer(maya, logo)
    await api.as(ada).call(requests.setState, { params: { id: logo.id }, body: { state: 'accepted' } })
    expect(await add(logo.id)).toMatchObject({ status: 409, body: { code: 'REQUEST_ACCEPTED' } })
  })
})

describe('a guest', () => {
  test('sees who asks, for whom and for which business, and the request, and nothing else', async ({
    api,
    given,
    ada,
    menu,
    maya,
  }) => {
    const [hours] = await given.requests(ada, menu, [
      { title: 'Opening hours', details: 'From March.', kind: 'text', dueDate: '2099-06-20' },
    ])
    const { token } = await given.guestLink(maya, hours)

    expect((await open(api, token)).body).toEqual({
      freelancer: 'Ada Marsh',
      company: null,
      maker: 'Maya',
      madeBy: 'client',
      message: null,
      business: maya.company,
      title: 'Opening hours',
      details: 'From March.',
      kind: 'text',
      expiresAt: expect.any(String),
      worksUntil: expect.any(String),
    })
  })

  test('works until the same day for everybody, that of the freelancer’s time zone', async ({
    api,
    app,
    clock,
    given,
  }) => {
    clock.set('2038-10-18T12:30:00.000Z')
    // 1:30 on the next day.
    const ada = await given.freelancer({ timeZone: 'Pacific/Auckland' })
    const maya = await given.client(ada)
    const menu = await given.project(maya)
    const [hours] = await given.requests(ada, menu, ['Opening hours'])
    const { token } = await given.guestLink(maya, hours)

    const page = await app.inject(`/give/${token}`)
    expect(page.body).toContain('works until 18 November 2038.')
    expect((await open(api, token)).body).toMatchObject({ worksUntil: '2038-11-18' })
    for (const person of [ada, maya]) {
      const params = { id: menu.id }
      expect((await linksOf(api, person, hours))[0]).toMatchObject({ worksUntil: '2038-11-18' })
      expect((await api.as(person).call(guestLinks.ofProject, { params })).body).toMatchObject([
        { worksUntil: '2038-11-18' },
      ])
    }
    expect((await api.as(ada).call(clients.handedOutLinks)).body).toMatchObject([
      { worksUntil: '2038-11-18' },
      {},
    ])
  })

  test('answers with a text, and both sides read who wrote it and who asked', async ({
    api,
    ada,
    maya,
    menu,
    photo,
    link,
  }) => {
    expect(await giveText(api, link.token, { text: 'It is <b>closed</b>.' })).toMatchObject({
      status: 201,
      body: { name: 'Sam', fileNames: [] },
    })

    for (const person of [ada, maya]) {
      expect(await requestOf(api, person, menu)).toMatchObject({
        state: 'answered',
        answers: [{ text: 'It is <b>closed</b>.', author: 'Sam (asked by Maya)', authorType: 'Guest' }],
      })
      const { body: news } = await api.as(person).call(activity.notifications)
      expect(news[0]).toMatchObject({
        kind: 'request_answered',
        actor: { type: 'guest', name: 'Sam (asked by Maya)', isYou: false },
        read: false,
        subject: { requestId: photo.id, message: 'It is <b>closed</b>.' },
      })
    }
    const { body: project } = await api.as(maya).call(projects.getForClient, { params: { id: menu.id } })
    expect(project).toMatchObject({ turn: 'freelancer', turnReason: 'answers' })
    expect(await linksOf(api, ada, photo)).toMatchObject([{ uses: 1, lastUsedAt: expect.any(String) }])
  })

  test('gives several files in one form, which are added to the project', async ({
    api,
    app,
    ada,
    maya,
    menu,
    photo,
    link,
  }) => {
    const reply = await giveFiles(app, link.token, formWith('Sam', 'a.jpg', '../b.jpg'))

    expect(reply).toEqual({ status: 201, body: { name: 'Sam', fileNames: ['a.jpg', 'b.jpg'] } })
    expect(await requestOf(api, maya, menu)).toMatchObject({
      state: 'answered',
      files: [
        { fileName: 'a.jpg', author: 'Sam (asked by Maya)', authorType: 'Guest' },
        { fileName: 'b.jpg' },
      ],
    })
    const { body } = await api.as(ada).call(files.list, { params: { id: menu.id } })
    expect(body[0]).toMatchObject({ uploader: 'Sam (asked by Maya)', uploaderType: 'Guest' })
    expect(await linksOf(api, ada, photo)).toMatchObject([{ uses: 2 }])
    const id = body[0]?.id ?? ''
    expect(
      (await api.as(maya).call(files.remove, { params: { id } })).status,
      'the client may delete it',
    ).toBe(204)
  })

  test('cannot take all connections to the database', async ({ ctx, api, given, ada, menu, link }) => {
    const replies = await ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('project').select('id').where('id', '=', menu.id).forUpdate().execute()
      const replies = Array.from({ length: 30 }, () => giveText(api, link.token))
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(4), WAIT_OPTIONS)
      await given.project(await given.client(ada))
      return replies
    })

    expect((await Promise.all(replies)).map(({ status }) => status)).toContain(201)
  })

  test('gives a file that is deleted with its client', async ({ api, app, ada, maya, link }) => {
    await giveFiles(app, link.token)

    expect((await api.as(ada).call(clients.remove, { params: { id: maya.id } })).status).toBe(204)
  })

  test('acts for the client, so an answer ends the turn that was passed to them', async ({
    api,
    ada,
    menu,
    link,
  }) => {
    await api.as(ada).call(projects.passTurn, { params: { id: menu.id }, body: { to: 'client' } })
    await giveText(api, link.token)

    const { body } = await api.as(ada).call(projects.get, { params: { id: menu.id } })
    expect(body).toMatchObject({ turn: 'freelancer', turnReason: 'answers' })
  })

  test('replaces the client’s answer “I don’t have it”', async ({ api, given, maya, menu, photo, link }) => {
    await given.answer(maya, photo, { unable: 'missing' })
    await giveText(api, link.token)

    expect((await requestOf(api, maya, menu))?.answers).toMatchObject([{ authorType: 'Guest' }])
  })

  test('cannot change the direction of text by their name', async ({ api, maya, menu, link }) => {
    await giveText(api, link.token, { name: '\u202eSam\u2067' })

    expect((await requestOf(api, maya, menu))?.answers).toMatchObject([{ author: 'Sam (asked by Maya)' }])
  })

  test('must have a name without an address or a line break', async ({ api, app, link }) => {
    for (const name of ['', ' ', 'www.evil.test', 'https://evil.test', 'Sam\nMarsh', 'x'.repeat(101)]) {
      const refused = { status: 400, body: { code: 'INVALID_INPUT', fields: { name: expect.any(String) } } }
      expect(await giveText(api, link.token, { name }), name).toMatchObject(refused)
      expect(await giveFiles(app, link.token, formWith(name, 'a.jpg')), name).toMatchObject(refused)
    }
    expect((await giveText(api, link.token, { name: '<img src=x onerror=alert`1`>' })).status).toBe(201)
  })

  test('cannot take the name of either side, nor add who asked them, by text and by file', async ({
    api,
    app,
    ada,
    maya,
    menu,
    link,
    adasLink,
  }) => {
    const names = [
      'Maya (asked by Maya)',
      'Maya （asked by Ada Marsh）',
      'Maya',
      ' mayá. ',
      'MAYA WHITCOMBE',
      ada.name,
    ]
    const refused = { status: 400, body: { code: 'INVALID_INPUT', fields: { name: expect.any(String) } } }
    for (const { token } of [link, adasLink])
      for (const name of [...names, maya.company ?? '']) {
        expect(await giveText(api, token, { name }), name).toMatchObject(refused)
        expect(await giveFiles(app, token, formWith(name, 'a.jpg')), name).toMatchObject(refused)
      }

    expect((await giveText(api, link.token, { name: 'Maya’s sister' })).status).toBe(201)
    expect((await requestOf(api, ada, menu))?.answers).toMatchObject([
      { author: 'Maya’s sister (asked by Maya)' },
    ])
  })

  test('cannot send other fields', async ({ app, link, menu }) => {
    const file = { name: 'a.jpg', type: '', bytes: Buffer.from('x') }
    for (const more of ['projectId', 'requestId', 'versionOf']) {
      const reply = await giveFiles(app, link.token, formOf({ name: 'Sam', [more]: menu.id, file }))
      expect(reply.status, more).toBe(400)
    }
  })
})

test('texts of guests end with the thousandth answer on a project', async ({
  api,
  ctx,
  given,
  ada,
  menu,
  photo,
  link,
}) => {
  const [logo] = await given.requests(ada, menu, ['Logo'])
  await sql`
    insert into request_answer (id, request_id, author_type, author_name, text, answered_at)
    select gen_random_uuid(), ${logo.id}, 'Guest', 'Sam (asked by Maya)', 'Here.', now() from generate_series(1, 999)`.execute(
    ctx.db,
  )

  expect((await giveText(api, link.token)).status).toBe(201)
  expect(await giveText(api, link.token)).toMatchObject(GONE)
  expect(await linksOf(api, ada, photo)).toMatchObject([{ uses: 1 }])
})

describe('a link that does not work has one answer', () => {
  const expectGone = async (api: Api, app: FastifyInstance, token: string) => {
    expect(await open(api, token)).toMatchObject(GONE)
    expect(await giveText(api, token)).toMatchObject(GONE)
    expect(await giveFiles(app, token)).toMatchObject(GONE)
  }

  test('when it is guessed', async ({ api, app }) => {
    for (const token of ['x', randomBytes(32).toString('base64url'), '%00']) await expectGone(api, app, token)
  })

  test('when it has expired', async ({ api, app, clock, link }) => {
    clock.forward({ days: 30, seconds: 1 })
    await expectGone(api, app, link.token)
  })

  test('when it was used 200 times, also by concurrent requests', async ({
    ctx,
    api,
    app,
    link,
    ada,
    photo,
  }) => {
    await ctx.db.updateTable('guest_link').set({ uses: 170 }).where('id', '=', link.id).execute()

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => giveText(api, link.token, { name: `Sam ${i}` })),
    )

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(30)
    for (const reply of replies.filter(({ status }) => status !== 201)) expect(reply).toMatchObject(GONE)
    expect(await linksOf(api, ada, photo)).toMatchObject([{ uses: 200 }])
    await expectGone(api, app, link.token)
  })

  test('when the request is accepted, and works again once that is sent back', async ({
    api,
    app,
    ada,
    photo,
    link,
  }) => {
    await giveText(api, link.token)
    const setState = (state: 'accepted' | 'open') =>
      api.as(ada).call(requests.setState, { params: { id: photo.id }, body: { state } })
    await setState('accepted')
    await expectGone(api, app, link.token)

    await setState('open')
    expect((await open(api, link.token)).status).toBe(200)
  })

  test('when the request is deleted', async ({ api, app, ada, photo, link }) => {
    await api.as(ada).call(requests.remove, { params: { id: photo.id } })
    await expectGone(api, app, link.token)
  })

  test('when the access of the client who made it is reset, while the freelancer’s links and other clients’ work on', async ({
    api,
    app,
    ada,
    maya,
    photo,
    link,
    adasLink,
    tomsLink,
  }) => {
    await api.as(ada).call(clients.resetAccess, { params: { id: maya.id } })

    await expectGone(api, app, link.token)
    expect((await linksOf(api, ada, photo)).map(({ id }) => id)).toEqual([adasLink.id])
    for (const { token } of [adasLink, tomsLink]) expect((await open(api, token)).status).toBe(200)
  })

  test('when the client has another address', async ({ api, app, given, ada, maya, link }) => {
    const body = { email: given.newClient().email }
    expect((await api.as(ada).call(clients.update, { params: { id: maya.id }, body })).status).toBe(200)
    await expectGone(api, app, link.token)
  })

  test('when it is created during a reset of access', async ({ ctx, api, given }) => {
    const eva = await given.freelancer({ plan: 'enterprise' })
    for (let round = 0; round < 10; round++) {
      const client = await given.client(eva)
      const [logo] = await given.requests(eva, await given.project(client), ['Logo'])
      await Promise.allSettled([given.guestLink(client, logo), resetAccess(ctx, eva, client.id)])
      expect(await linksOf(api, eva, logo)).toEqual([])
    }
  })

  test('when the client is deleted, or the account is closed', async ({
    ctx,
    api,
    app,
    ada,
    maya,
    link,
    adasLink,
    tomsLink,
  }) => {
    await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    for (const { token } of [link, adasLink]) await expectGone(api, app, token)
    await closeAccount(ctx, ada)
    await expectGone(api, app, tomsLink.token)
  })

  test('when the project is archived or in the bin, and works again when it is back', async ({
    api,
    app,
    ada,
    menu,
    link,
  }) => {
    const archive = (archived: boolean) =>
      api.as(ada).call(projects.update, { params: { id: menu.id }, body: { archived } })
    await archive(true)
    await expectGone(api, app, link.token)
    await archive(false)
    expect((await open(api, link.token)).status).toBe(200)

    await api.as(ada).call(projects.remove, { params: { id: menu.id } })
    await expectGone(api, app, link.token)
    const [item] = (await api.as(ada).call(bin.list)).body
    await api.as(ada).call(bin.restore, { params: { kind: 'project', id: item?.id ?? '' } })
    expect((await open(api, link.token)).status).toBe(200)
  })
})
