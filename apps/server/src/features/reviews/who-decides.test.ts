import { clients, projects, receipts, reviews } from '@portico/contract'
import { describe, vi } from 'vitest'
import { type Api, expect } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { test as base } from '../../../test/one-project.ts'
import { codeIn, sentCode } from '../../../test/sent-code.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { issueMailedLink } from '../clients/links.service.ts'

const test = base
  .extend('proof', ({ given, ada, menu }) => given.file(ada, menu, { name: 'proof.txt' }))
  .extend('review', ({ given, ada, proof }) => given.review(ada, proof))
  /** Somebody who has a link that the freelancer has seen. */
  .extend('holder', ({ given, maya }) => given.signedIn(maya))

const decide = (
  api: Api,
  client: TestClient,
  { id }: { id: string },
  body: Partial<reviews.NewDecision> = {},
) => api.as(client).call(reviews.decide, { params: { id }, body: { decision: 'approved', ...body } })

const undo = (api: Api, client: TestClient, { id }: { id: string }, code?: string) =>
  api
    .as(client)
    .call(reviews.undoDecision, { params: { id }, querystring: code === undefined ? {} : { code } })

const needsCode = async (api: Api, client: TestClient, { id }: { id: string }) =>
  (await api.as(client).call(reviews.ofFile, { params: { id } })).body[0]?.needsCode

const receiptsOf = async (api: Api, maya: TestClient) => (await api.as(maya).call(receipts.all)).body

const CODE_NEEDED = { status: 400, body: { code: 'CODE_NEEDED', fields: { code: expect.any(String) } } }
const CODE_WRONG = { status: 400, body: { code: 'CODE_WRONG' } }

describe('a session of a link that the freelancer has seen', () => {
  test.for(['create', 'copied link', 'reset access'])(
    'needs a code to approve: %s',
    async (way, { api, given, ada }) => {
      const { body } = await api
        .as(ada)
        .call(clients.create, { body: { ...given.newClient(), sendEmail: false } })
      const params = { id: body.client.id }
      const client = {
        ...body.client,
        side: 'client',
        personId: body.client.id,
        clientId: body.client.id,
        looksOnly: false,
        workspaceId: ada.id,
        sessionId: '',
        token: '',
        loginUrl: '',
        freelancer: ada,
      } as const
      const loginUrl = {
        create: async () => body.loginUrl,
        'copied link': async () =>
          (await api.as(ada).call(clients.createLoginLink, { params })).body.loginUrl,
        'reset access': async () => (await api.as(ada).call(clients.resetAccess, { params })).body.loginUrl,
      }[way]
      const holder = await given.signedIn(client, await loginUrl?.())
      const project = await given.project(holder)
      const file = await given.file(ada, project)
      const review = await given.review(ada, file)

      expect(await needsCode(api, holder, file)).toBe(true)
      expect(await decide(api, holder, review, { comment: 'As agreed.' })).toMatchObject(CODE_NEEDED)

      expect(await receiptsOf(api, holder)).toEqual([])
      expect(await needsCode(api, holder, file)).toBe(true)
    },
  )

  test('asks for changes and takes that back without a code, which proves nothing', async ({
    api,
    maya,
    holder,
    proof,
    review,
  }) => {
    const asked = await decide(api, holder, review, { decision: 'changes_requested', comment: 'Bigger.' })
    expect(asked).toMatchObject({ status: 200, body: { needsCode: false, decision: { receiptId: null } } })
    expect(await needsCode(api, maya, proof), 'another session').toBe(false)
    expect(await api.as(holder).call(reviews.sendCode, { params: { id: review.id } })).toMatchObject({
      status: 409,
    })

    expect((await undo(api, holder, review)).status).toBe(204)

    expect(await needsCode(api, holder, proof)).toBe(true)
    expect(await decide(api, holder, review)).toMatchObject(CODE_NEEDED)
    expect(await receiptsOf(api, maya)).toEqual([])
  })

  test('gives a code once, and then counts as a session of a mailed link', async ({
    api,
    given,
    emails,
    ada,
    menu,
    maya,
    holder,
    review,
  }) => {
    const code = await sentCode(api, emails, holder, review)
    expect(await decide(api, holder, review, { code })).toMatchObject({
      status: 200,
      body: { needsCode: false },
    })

    const next = await given.file(ada, menu, { name: 'poster.txt' })
    const asked = await given.review(ada, next)
    expect(await needsCode(api, holder, next)).toBe(false)
    expect((await decide(api, holder, asked)).status).toBe(200)
    expect((await undo(api, holder, asked)).status).toBe(204)

    expect(
      (await receiptsOf(api, maya)).map(({ client, identifiedBy }) => [client.email, identifiedBy]),
    ).toEqual([
      [maya.email, 'earlier_code'],
      [maya.email, 'earlier_code'],
      [maya.email, 'code'],
    ])
  })

  test('of another client’s code is told that it is wrong, and a stranger finds no review', async ({
    api,
    given,
    emails,
    ada,
    holder,
    review,
  }) => {
    const tom = await given.client(ada)
    const file = await given.file(ada, await given.project(tom))
    const other = await given.review(ada, file, { needsCode: true })
    const code = await sentCode(api, emails, tom, other)

    expect(await decide(api, holder, review, { code })).toMatchObject(CODE_WRONG)
    expect(await decide(api, tom, review, { code })).toMatchObject({ status: 404 })
    expect(await api.as(tom).call(reviews.sendCode, { params: { id: review.id } })).toMatchObject({
      status: 404,
    })
  })

  test('may be told its code while another session decides: one of both decisions counts', async ({
    api,
    emails,
    maya,
    holder,
    review,
  }) => {
    const code = await sentCode(api, emails, holder, review)

    const replies = await Promise.all([
      decide(api, holder, review, { code }),
      decide(api, holder, review, { code }),
      decide(api, maya, review),
    ])

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await receiptsOf(api, maya)).toHaveLength(1)
  })

  test('sees that it needs a code, the freelancer only what they asked for', async ({
    api,
    given,
    ada,
    maya,
    holder,
    proof,
    review,
  }) => {
    expect(await needsCode(api, holder, proof)).toBe(true)
    expect(await needsCode(api, maya, proof)).toBe(false)
    expect(review.needsCode).toBe(false)
    const preview = await given.preview(maya)
    expect(await needsCode(api, preview, proof)).toBe(false)
    expect((await api.as(ada).call(reviews.ofFile, { params: { id: proof.id } })).body[0]?.needsCode).toBe(
      false,
    )
    const { body } = await api.as(holder).call(reviews.waiting, { params: { id: review.projectId } })
    expect(body).toMatchObject([{ needsCode: true }])
  })
})

describe('a session of a mailed link', () => {
  test.for(['the invitation', 'a fresh link', 'a notification'])(
    'needs no code: %s',
    async (way, { api, given, emails, clock, ada }) => {
      const { body } = await api.as(ada).call(clients.create, { body: given.newClient() })
      const client = {
        ...body.client,
        side: 'client',
        personId: body.client.id,
        clientId: body.client.id,
        looksOnly: false,
        workspaceId: ada.id,
        sessionId: '',
        token: '',
        loginUrl: '',
        freelancer: ada,
      } as const
      const project = await given.project(client)
      if (way === 'a fresh link') {
        await emails.to(client.email)
        await api.as(null).call(clients.requestLink, { body: { email: client.email } })
      }
      if (way === 'a notification') {
        await emails.to(client.email)
        await given.file(ada, project)
        clock.forward({ seconds: 1_200 })
      }
      const [email] = await emails.to(client.email)
      const loginUrl = /http\S+\/client-login\?token=[\w-]+/.exec(email?.text ?? '')?.[0]
      const visitor = await given.signedIn(client, loginUrl)
      const review = await given.review(ada, await given.file(ada, project))

      expect(await decide(api, visitor, review)).toMatchObject({ status: 200 })

      expect(await receiptsOf(api, visitor)).toMatchObject([
        { identifiedBy: 'mailed_link', client: { email: client.email } },
      ])
    },
  )

  test('is one of the address that it was mailed to', async ({ api, given, ada, ctx, maya, review }) => {
    const mailed = await issueMailedLink(ctx, maya)
    const visitor = await given.signedIn(maya, mailed)
    await api
      .as(ada)
      .call(clients.update, { params: { id: maya.id }, body: { email: given.newClient().email } })

    expect(await decide(api, visitor, review)).toMatchObject({ status: 401 })
  })
})

describe('a code', () => {
  test.for(['address', 'access'])(
    'ends when the %s changes, also when it changes back',
    async (what, { api, given, emails, ada, maya, holder, review }) => {
      const params = { id: maya.id }
      const code = await sentCode(api, emails, holder, review)
      if (what === 'address') {
        await api.as(ada).call(clients.update, { params, body: { email: given.newClient().email } })
        await api.as(ada).call(clients.update, { params, body: { email: maya.email } })
      }
      const { body } = await api.as(ada).call(clients.resetAccess, { params })
      const again = await given.signedIn(maya, body.loginUrl)

      expect(await decide(api, again, review, { code })).toMatchObject(CODE_WRONG)
    },
  )

  test('that the freelancer has mailed to an address of their own decides nothing for the client’s', async ({
    api,
    given,
    emails,
    ada,
    maya,
    proof,
  }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const { email: mine } = given.newClient()
    const params = { id: maya.id }
    const enter = async () => {
      const { body } = await api.as(ada).call(clients.resetAccess, { params })
      return given.signedIn(maya, body.loginUrl)
    }
    await api.as(ada).call(clients.update, { params, body: { email: mine } })
    const mallory = await enter()
    await api.as(mallory).call(reviews.sendCode, { params: { id: review.id } })
    const code = codeIn(await emails.to(mine))
    expect(code).toMatch(/^\d{6}$/)
    await api.as(ada).call(clients.update, { params, body: { email: maya.email } })
    const back = await enter()

    expect(await decide(api, back, review, { code })).toMatchObject(CODE_WRONG)

    expect(await receiptsOf(api, back)).toEqual([])
  })

  test('is not saved for an address that changed while its email was written', async ({
    api,
    given,
    ctx,
    emails,
    ada,
    maya,
    holder,
    review,
  }) => {
    await api.as(holder).call(reviews.sendCode, { params: { id: review.id } })
    const { email } = given.newClient()
    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })

    expect(codeIn(await emails.to(maya.email))).toBe('')
    expect(
      await ctx.db.selectFrom('review_code').select('email').where('review_id', '=', review.id).execute(),
    ).toEqual([])
  })

  test('stands in no subject, and nowhere that a lock screen shows', async ({
    api,
    emails,
    maya,
    holder,
    review,
  }) => {
    const code = await sentCode(api, emails, holder, review)

    const email = (await emails.to(maya.email)).find(({ text }) => text.includes(code))

    expect(email?.subject).not.toContain(code)
    expect(email?.text.indexOf(code)).toBeGreaterThan(150)
    const visible = email?.html.replace(/<style>.*?<\/style>|<[^>]+>/gs, '').replace(/\s+/g, ' ')
    expect(visible?.indexOf(code)).toBeGreaterThan(500)
  })
})

describe('taking a decision back', () => {
  test('needs a code in a session of a link that the freelancer has seen', async ({
    api,
    given,
    emails,
    maya,
    holder,
    proof,
    review,
  }) => {
    await given.decision(maya, review)
    expect(await needsCode(api, holder, proof)).toBe(true)
    expect(await undo(api, holder, review)).toMatchObject(CODE_NEEDED)
    expect(await undo(api, holder, review, '12345')).toMatchObject(CODE_WRONG)
    expect(await receiptsOf(api, maya)).toHaveLength(1)

    const code = await sentCode(api, emails, holder, review)
    expect((await undo(api, holder, review, code)).status).toBe(204)

    expect((await receiptsOf(api, maya))[0]).toMatchObject({ decision: 'withdrawn', identifiedBy: 'code' })
  })

  test('needs the code that the decision needed, except where it was given', async ({
    api,
    given,
    emails,
    ada,
    maya,
    proof,
    ctx,
  }) => {
    const review = await given.review(ada, proof, { needsCode: true })
    const phone = await given.signedIn(maya, await issueMailedLink(ctx, maya))
    expect(
      (await decide(api, phone, review, { code: await sentCode(api, emails, phone, review) })).status,
    ).toBe(200)

    expect(await needsCode(api, maya, proof)).toBe(true)
    expect(await needsCode(api, phone, proof)).toBe(false)
    expect(await undo(api, maya, review)).toMatchObject(CODE_NEEDED)
    expect(await api.as(phone).call(reviews.sendCode, { params: { id: review.id } })).toMatchObject({
      status: 409,
    })
    expect((await undo(api, phone, review)).status).toBe(204)

    expect((await receiptsOf(api, maya))[0]).toMatchObject({
      decision: 'withdrawn',
      identifiedBy: 'mailed_link',
    })
  })
})

describe('at the same time', () => {
  test('a decision waits for a change of address, and is refused', async ({
    api,
    given,
    ctx,
    ada,
    maya,
    review,
  }) => {
    const params = { id: maya.id }
    const { email } = given.newClient()

    const { change, decision } = await ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('session').select('id').where('id', '=', maya.sessionId).forUpdate().execute()
      const change = api.as(ada).call(clients.update, { params, body: { email } })
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      const decision = decide(api, maya, review)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(2), WAIT_OPTIONS)
      return { change, decision }
    })

    expect((await change).status).toBe(200)
    expect(await decision).toMatchObject({ status: 401 })
    const { body } = await api.as(ada).call(receipts.all)
    expect(body).toEqual([])
  })

  test('a change of address waits for a decision, whose receipt names the address before', async ({
    api,
    given,
    ctx,
    ada,
    maya,
    menu,
    review,
  }) => {
    const params = { id: maya.id }
    const { email } = given.newClient()

    const { change, decision } = await ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('project').select('id').where('id', '=', menu.id).forUpdate().execute()
      const decision = decide(api, maya, review)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      const change = api.as(ada).call(clients.update, { params, body: { email } })
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(2), WAIT_OPTIONS)
      return { change, decision }
    })

    expect((await decision).status).toBe(200)
    expect((await change).status).toBe(200)
    const { body } = await api.as(ada).call(receipts.all)
    expect(body).toMatchObject([{ client: { email: maya.email }, identifiedBy: 'mailed_link' }])
  })

  test('a decision does not deadlock with a deleted client, an archived one or a reset', async ({
    api,
    given,
    ada,
    maya,
    review,
  }) => {
    const params = { id: maya.id }
    await given.signedIn(maya)

    const replies = await Promise.all([
      decide(api, maya, review),
      api.as(ada).call(clients.update, { params, body: { archived: true } }),
      api.as(ada).call(clients.resetAccess, { params }),
      api.as(ada).call(clients.remove, { params }),
      decide(api, maya, review),
    ])

    for (const { status } of replies) expect([200, 204, 401, 404, 409]).toContain(status)
    expect((await api.as(maya).call(projects.listForClient)).status).toBe(401)
  })
})
