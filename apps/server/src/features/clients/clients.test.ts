import { chat, clients, dashboard, feedback, files, PLANS, type Plan, projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import { describe } from 'vitest'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { insertHistory } from '../../../test/message-history.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { work } from '../../work.ts'
import { applyPlan } from '../billing/billing.service.ts'
import { cleanUpFiles } from '../files/clean-up.service.ts'

describe('the number of clients is limited by the plan', () => {
  const plans = Object.entries(PLANS) as [Plan, (typeof PLANS)[Plan]][]

  test.for(plans)('%s', async ([plan, { clientLimit }], { api, given }) => {
    const ada = await given.freelancer({ plan })
    for (let n = 0; n < clientLimit; n++) await given.client(ada)

    const reply = await api.as(ada).call(clients.create, { body: given.newClient() })

    expect(reply).toMatchObject({ status: 403, body: { code: 'CLIENT_LIMIT_REACHED' } })
    expect(reply.body.message).toContain(clientLimit === 1 ? 'one client' : `${clientLimit} clients`)
    const { body } = await api.as(ada).call(dashboard.summary)
    expect(body.clients).toEqual({ used: clientLimit, limit: clientLimit, remaining: 0 })
  })

  test('of thirty concurrent requests for the last place exactly one succeeds', { timeout: 120_000 }, async ({
    api,
    given,
  }) => {
    for (let trial = 0; trial < 6; trial++) {
      const plan = plans[trial % plans.length]?.[0] ?? 'free'
      const ada = await given.freelancer({ plan })
      for (let n = 1; n < PLANS[plan].clientLimit; n++) await given.client(ada)

      const replies = await Promise.all(
        Array.from({ length: 30 }, () =>
          api.as(ada).call(clients.create, { body: { ...given.newClient(), sendEmail: false } }),
        ),
      )

      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 403)).toHaveLength(29)
      expect((await api.as(ada).call(clients.list)).body.clients).toHaveLength(PLANS[plan].clientLimit)
    }
  })

  test('after a downgrade below the number of clients all stay and none can be added', async ({
    api,
    given,
    ctx,
  }) => {
    const ada = await given.freelancer({ plan: 'starter' })
    const three = [await given.client(ada), await given.client(ada), await given.client(ada)]
    await applyPlan(ctx, ada.id, 'free')

    expect((await api.as(ada).call(clients.list)).body.clients).toHaveLength(3)
    expect((await api.as(ada).call(clients.create, { body: given.newClient() })).status).toBe(403)
    for (const client of three) expect((await api.as(client).call(projects.listForClient)).status).toBe(200)

    for (const { id } of three) await api.as(ada).call(clients.remove, { params: { id } })
    expect((await api.as(ada).call(clients.create, { body: given.newClient() })).status).toBe(201)
  })
})

test('a client is returned as typed, and a missing company is null', async ({ api, given }) => {
  const ada = await given.freelancer()
  const details = { ...given.newClient(), firstName: ' Māra ', company: '' }

  const { body } = await api.as(ada).call(clients.create, { body: details })

  expect(body.client).toMatchObject({ firstName: 'Māra', email: details.email, company: null })
  expect((await api.as(ada).call(clients.get, { params: { id: body.client.id } })).body).toMatchObject(
    body.client,
  )
})

test('an address is unique per freelancer, in any case, but not across freelancers', async ({
  api,
  given,
}) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
  const maya = await given.client(ada)

  const again = await api
    .as(ada)
    .call(clients.create, { body: { ...given.newClient(), email: maya.email.toUpperCase() } })
  const elsewhere = await api
    .as(eve)
    .call(clients.create, { body: { ...given.newClient(), email: maya.email } })

  expect(again).toMatchObject({ status: 409, body: { code: 'CLIENT_EXISTS' } })
  expect(elsewhere.status).toBe(201)
})

test('a client’s address is one in Unicode and in punycode', async ({ api, given, emails }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada, { email: `maya.${newId()}@bücher.example` })
  const email = maya.email.replace('bücher', 'xn--bcher-kva')

  const again = await api.as(ada).call(clients.create, { body: { ...given.newClient(), email } })
  await api.as(null).call(clients.requestLink, { body: { email } })
  const changed = await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })

  expect(again).toMatchObject({ status: 409, body: { code: 'CLIENT_EXISTS' } })
  expect(await emails.to(email)).toHaveLength(1)
  // The same mailbox in another form ends no session.
  expect(changed).toMatchObject({ status: 200, body: { email, emailStatus: 'none' } })
  expect((await api.as(maya).call(projects.listForClient, {})).status).toBe(200)
})

test.for([{}, { firstName: '', lastName: ' ', email: '' }])(
  'refuses missing or blank fields: %j',
  async (body, { api, given }) => {
    const reply = await api.as(await given.freelancer()).send(clients.create, { body })

    expect(reply).toMatchObject({
      status: 400,
      body: {
        message: 'Please fill out all fields',
        fields: {
          firstName: 'First name is required.',
          lastName: expect.any(String),
          email: expect.any(String),
        },
      },
    })
  },
)

test.for(['a', 'a@', 'a@b@c', '.a@b.test', `${'x'.repeat(250)}@b.test`, 'a@b.test\r\nBcc: c@d.test'])(
  'refuses the address %j',
  async (email, { api, given }) => {
    const reply = await api
      .as(await given.freelancer())
      .call(clients.create, { body: { ...given.newClient(), email } })
    expect(reply).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } })
  },
)

test('accepts unusual but valid addresses', async ({ api, given }) => {
  const email = "o'brien+x@sub.example.co.uk"
  const reply = await api
    .as(await given.freelancer())
    .call(clients.create, { body: { ...given.newClient(), email, sendEmail: false } })
  expect(reply).toMatchObject({ status: 201, body: { client: { email } } })
})

test('refuses fields that the contract does not name', async ({ api, given }) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])

  const reply = await api
    .as(ada)
    .send(clients.create, { body: { ...given.newClient(), workspaceId: eve.id, createdAt: '2000-01-01' } })

  expect(reply).toMatchObject({
    status: 400,
    body: { fields: { workspaceId: 'workspaceId is not a known field.' } },
  })
})

describe('the login link', () => {
  test('works any number of times', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const { body } = await api.as(ada).call(clients.create, { body: given.newClient() })
    expect(body.loginUrl.startsWith(`${ctx.config.publicUrl}/client-login?token=`)).toBe(true)

    for (let n = 0; n < 20; n++) {
      const { status, body: entered } = await api
        .as(null)
        .call(clients.enter, { querystring: { token: tokenFromUrl(body.loginUrl) } })
      expect(status).toBe(200)
      expect(ctx.tokens.read(entered.token)).toEqual({
        sub: body.client.id,
        role: 'client',
        sid: expect.any(String),
        iat: expect.any(Number),
        exp: expect.any(Number),
        auth_time: expect.any(Number),
        iss: 'portico',
        aud: 'portico-session',
        firstName: 'Maya',
        lastName: 'Whitcombe',
      })
    }
  })

  test('gets the same refusal whatever is wrong with it', async ({ api, given, clock }) => {
    const ada = await given.freelancer()
    const { loginUrl } = await given.client(ada)
    const token = tokenFromUrl(loginUrl)
    const reset = await given.client(ada)
    await api.as(ada).call(clients.resetAccess, { params: { id: reset.id } })
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`

    const replies = await Promise.all(
      ['garbage', changed, token.toUpperCase(), ` ${token} `, '\0', 'x'.repeat(10_240)].map((wrong) =>
        api.as(null).call(clients.enter, { querystring: { token: wrong } }),
      ),
    )

    const enter = (url: string) =>
      api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(url) } })
    replies.push(await enter(reset.loginUrl))
    clock.forward({ days: 31 })
    replies.push(await enter(loginUrl))

    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 401, body: replies[0]?.body })
  })

  test('is refused when two tokens are sent', async ({ app, given }) => {
    const { loginUrl } = await given.client(await given.freelancer())
    const reply = await app.inject({
      url: `/api/clients/login-from-token?token=${tokenFromUrl(loginUrl)}&token=b`,
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ fields: { token: expect.any(String) } })
  })

  test('still works after mail scanners and browser previews have opened it', async ({
    app,
    api,
    given,
    clock,
  }) => {
    const { loginUrl } = await given.client(await given.freelancer())
    const url = `/api/clients/login-from-token?token=${tokenFromUrl(loginUrl)}`
    for (let n = 0; n < 5; n++) await app.inject({ method: 'OPTIONS', url })
    for (const name of ['sec-purpose', 'purpose']) await app.inject({ url, headers: { [name]: 'prefetch' } })

    clock.forward({ seconds: 3 * 3_600 })

    const reply = await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })
    expect(reply.status).toBe(200)
  })

  test.for([{}, { token: '' }])('is refused without a token: %j', async (querystring, { api }) => {
    const reply = await api.as(null).send(clients.enter, { querystring })
    expect(reply).toMatchObject({ status: 400, body: { message: 'Missing login token.' } })
  })

  test('expires after thirty days', async ({ api, given, clock }) => {
    const client = await given.client(await given.freelancer())
    const enter = () =>
      api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(client.loginUrl) } })

    clock.forward({ days: 30, seconds: -60 })
    expect((await enter()).status).toBe(200)
    clock.forward({ seconds: 61 })
    expect((await enter()).status).toBe(401)
  })

  test('has no HEAD endpoint', async ({ app, given }) => {
    const { loginUrl } = await given.client(await given.freelancer())
    const url = `/api/clients/login-from-token?token=${tokenFromUrl(loginUrl)}`
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    expect((await app.inject({ method: 'OPTIONS', url })).statusCode).toBe(404)
  })

  test('stops working when its client is deleted', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    await api.as(client.freelancer).call(clients.remove, { params: { id: client.id } })
    expect(
      (await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(client.loginUrl) } }))
        .status,
    ).toBe(401)
  })

  test('is mailed when the client is created, unless sendEmail is false', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [given.newClient(), given.newClient()]
    await api.as(ada).call(clients.create, { body: maya })
    await api.as(ada).call(clients.create, { body: { ...tom, sendEmail: false } })

    const [email, ...more] = await emails.to(maya.email)

    expect(more).toEqual([])
    expect(email?.text).toMatch(/\/client-login\?token=[\w-]{43}/)
    expect(await emails.to(tom.email)).toEqual([])
  })

  test('can be sent again, and the earlier one still works', async ({ api, given, emails }) => {
    const client = await given.client(await given.freelancer())

    const reply = await api.as(client.freelancer).call(clients.resendLogin, { params: { id: client.id } })

    expect(reply.body).toEqual({ fullName: 'Maya Whitcombe', emailStatus: 'queued' })
    const sent = await emails.to(client.email)
    expect(sent).toHaveLength(1)
    const second = /https?:\S+token=[\w-]+/.exec(sent[0]?.text ?? '')?.[0] ?? ''
    for (const url of [client.loginUrl, second]) {
      expect(
        (await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(url) } })).status,
      ).toBe(200)
    }
  })
})

describe('a requested link', () => {
  test('is mailed by each freelancer who has that client', async ({ api, given, emails }) => {
    const [ada, eve] = [
      await given.freelancer({ name: 'Ada Marsh' }),
      await given.freelancer({ name: 'Eve Stone' }),
    ]
    const { email } = await given.client(ada)
    await given.client(eve, { email })

    const reply = await api.as(null).call(clients.requestLink, { body: { email: email.toUpperCase() } })

    expect(reply.status).toBe(202)
    const subjects = (await emails.to(email)).map(({ subject }) => subject).join(' ')
    expect(subjects).toContain('Ada Marsh')
    expect(subjects).toContain('Eve Stone')
  })

  test('gets the same response for an unknown address', async ({ api, given, emails }) => {
    const client = await given.client(await given.freelancer())
    const [known, unknown] = await Promise.all(
      [client.email, 'nobody@example.test'].map((email) =>
        api.as(null).call(clients.requestLink, { body: { email } }),
      ),
    )
    expect(known?.body).toEqual(unknown?.body)
    expect(await emails.to('nobody@example.test')).toEqual([])
  })

  test.for(['project', 'file'] as const)(
    'opens the wanted %s, in the portal that has it and in no other',
    async (kind, { api, given, emails }) => {
      const [ada, eve] = [
        await given.freelancer({ name: 'Ada Marsh' }),
        await given.freelancer({ name: 'Eve Stone' }),
      ]
      const maya = await given.client(ada)
      await given.client(eve, { email: maya.email })
      const project = await given.project(maya)
      const page =
        kind === 'project'
          ? `projects/${project.id}/requests#request-1`
          : `files/${(await given.file(ada, project)).id}?note=2`

      const reply = await api
        .as(null)
        .call(clients.requestLink, { body: { email: maya.email, path: `/client-dashboard/${page}` } })

      expect(reply.status).toBe(202)
      const sent = await emails.to(maya.email)
      const opened = (name: string) =>
        /token=[\w-]+(\S*)/.exec(sent.find(({ subject }) => subject.includes(name))?.text ?? '')?.[1]
      expect(opened('Ada Marsh')).toBe(`&to=${encodeURIComponent(page)}`)
      expect(opened('Eve Stone')).toBe('')
    },
  )

  test('opens a page that every portal has in each of them', async ({ api, given, emails }) => {
    const { email } = await given.client(await given.freelancer())
    await given.client(await given.freelancer(), { email })

    await api.as(null).call(clients.requestLink, { body: { email, path: '/client-dashboard/chat' } })

    const texts = (await emails.to(email)).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).toMatch(/token=[\w-]+&to=chat\n/)
  })

  test('says nothing about to whom a thing belongs', async ({ api, given, emails }) => {
    const [maya, tom] = [
      await given.client(await given.freelancer()),
      await given.client(await given.freelancer()),
    ]
    const { id } = await given.project(tom)

    const replies = await Promise.all(
      [maya.email, tom.email, 'nobody@example.test'].map((email) =>
        api.as(null).call(clients.requestLink, { body: { email, path: `/client-dashboard/projects/${id}` } }),
      ),
    )

    for (const reply of replies) expect(reply).toMatchObject({ status: 202, body: replies[0]?.body })
    expect((await emails.to(maya.email))[0]?.text).not.toContain('&to=')
  })

  test.for([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/client-dashboard//elsewhere.example',
    '/client-dashboard/../settings',
    '/client-dashboard/\\elsewhere.example',
    '/client-dashboard@elsewhere.example',
    '/settings',
    '/client-dashboard/projects/1 2',
  ])('is not made for %s', async (path, { api, given, emails }) => {
    const { email } = await given.client(await given.freelancer())

    const reply = await api.as(null).call(clients.requestLink, { body: { email, path } })

    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await emails.to(email)).toEqual([])
  })
})

test('my freelancer has a name, email, role and brand, and no other field', async ({ api, given }) => {
  const client = await given.client(await given.freelancer())
  const { body } = await api.as(client).call(clients.myFreelancer)
  const { id, name, email } = client.freelancer
  expect(body).toEqual({ freelancer: { id, name, email, role: 'Freelancer', brand: null } })
})

test('deleting a client deletes everything of theirs and nothing else', async ({
  api,
  app,
  given,
  ctx,
  testContext,
}) => {
  const ada = await given.freelancer()
  const [maya, tom] = [await given.client(ada), await given.client(ada)]
  const [mayasProject, tomsProject] = [await given.project(maya), await given.project(tom)]
  const [mayasFile, tomsFile] = [await given.file(maya, mayasProject), await given.file(ada, tomsProject)]
  await given.feedback(maya, mayasProject)
  const tomsFeedback = await given.feedback(tom, tomsProject)
  await insertHistory(ctx, maya, 3)
  await insertHistory(ctx, tom, 2)

  expect((await api.as(ada).call(clients.remove, { params: { id: maya.id } })).status).toBe(204)

  expect((await api.as(ada).call(projects.get, { params: { id: mayasProject.id } })).status).toBe(404)
  expect((await api.as(ada).call(projects.list)).body.map(({ id }) => id)).toEqual([tomsProject.id])
  expect((await api.as(ada).call(clients.get, { params: { id: maya.id } })).status).toBe(404)
  for (const of of [files.list, feedback.list])
    expect((await api.as(ada).send(of, { params: { id: mayasProject.id } })).status).toBe(404)
  expect((await api.as(ada).send(chat.history, { params: { clientId: maya.id } })).status).toBe(404)
  await runDueJobs(ctx, testContext.connection, work)
  await cleanUpFiles(ctx)
  expect(await ctx.storage.getSize(`files/${mayasFile.id}`)).toBeUndefined()

  expect((await app.inject(tomsFile.fileUrl)).statusCode).toBe(200)
  expect((await api.as(tom).call(feedback.list, { params: { id: tomsProject.id } })).body).toEqual([
    { ...tomsFeedback, editableSeconds: expect.any(Number) },
  ])
  expect((await api.as(ada).send(chat.history, { params: { clientId: tom.id } })).body).toHaveLength(2)
})

test('the list is paged', async ({ api, given }) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  for (let n = 0; n < 3; n++) await given.client(ada)

  const { body, headers } = await api.as(ada).call(clients.list, { querystring: { limit: 2 } })

  expect(body.clients).toHaveLength(2)
  expect(headers.link).toMatch(/rel="next"/)
})
