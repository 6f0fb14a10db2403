import { clients, projects } from '@portico/contract'
import { describe } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { expect, test as fixtures } from '../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../test/given.ts'

const test = fixtures.extend(
  'waiting',
  ({ api, given }) =>
    /** A client whose invitation waits for the first project. */
    async (ada: TestFreelancer) => {
      const { body } = await api
        .as(ada)
        .call(clients.create, { body: { ...given.newClient(), invite: 'first-project' } })
      return body
    },
)

const limited = test.extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ LIMIT_ACCOUNT_MAIL: '1/3600' })
  onCleanup(testContext.close)
  return testContext
})

const project = (clientId: string, dueDate?: string) => ({
  body: { clientId, title: 'Menu', description: 'New', status: 'Pending' as const, dueDate },
})

describe('an invitation that waits for the first project', () => {
  test('is sent with the first project, and not with the second', async ({ api, given, emails, waiting }) => {
    const ada = await given.freelancer()
    const { client, emailStatus } = await waiting(ada)
    const read = async () => (await api.as(ada).call(clients.get, { params: { id: client.id } })).body.access
    expect(emailStatus).toBe('first-project')
    expect(await read()).toMatchObject({ unsentInvitation: 'first-project' })
    expect(await emails.to(client.email)).toEqual([])

    const { body: menu } = await api.as(ada).call(projects.create, project(client.id))
    await api.as(ada).call(projects.create, project(client.id))
    const [invitation, ...others] = await emails.to(client.email)

    expect(invitation?.subject).toBe('Ada Marsh invited you to Menu')
    expect(invitation?.text).toContain(`&to=projects/${menu.id}\n`)
    expect(others).toEqual([])
    expect(await read()).toMatchObject({ unsentInvitation: null })
  })

  test('is the only email about that project, unless something else happens on it', async ({
    api,
    given,
    ctx,
    clock,
    emails,
    waiting,
  }) => {
    const ada = await given.freelancer()
    const { client } = await waiting(ada)
    const { body: menu } = await api.as(ada).call(projects.create, project(client.id))
    await emails.to(client.email)
    const nextEmails = async () => {
      clock.forward({ seconds: 301 })
      await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
      const [, ...later] = (await emails.to(client.email)).map(({ subject }) => subject).toReversed()
      return later
    }
    expect(await nextEmails()).toEqual([])

    await given.file(ada, menu, { name: 'proof.pdf' })
    expect(await nextEmails()).toEqual(['Menu: Ada uploaded proof.pdf'])
  })

  test('is sent once when two projects are created at the same time', async ({
    api,
    given,
    emails,
    waiting,
  }) => {
    const ada = await given.freelancer()
    const { client } = await waiting(ada)

    const replies = await Promise.all(
      [1, 2, 3].map(() => api.as(ada).call(projects.create, project(client.id))),
    )

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await emails.to(client.email)).toHaveLength(1)
  })

  test('stays when the project is refused, or when it is another freelancer’s', async ({
    api,
    given,
    emails,
    waiting,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const { client } = await waiting(ada)
    const { body } = project(client.id)

    const early = { ...body, status: 'Completed' as const, dueDate: '2999-01-01' }
    expect((await api.as(ada).call(projects.create, { body: early })).status).toBe(409)
    expect((await api.as(eve).call(projects.create, { body })).status).toBe(404)

    expect(await emails.to(client.email)).toEqual([])
    await api.as(ada).call(projects.create, { body })
    expect(await emails.to(client.email)).toHaveLength(1)
  })

  test('is sent at once on request, and then not with the first project', async ({
    api,
    given,
    emails,
    waiting,
  }) => {
    const ada = await given.freelancer()
    const { client } = await waiting(ada)

    await api.as(ada).call(clients.resendLogin, { params: { id: client.id } })
    await emails.to(client.email)
    await api.as(ada).call(projects.create, project(client.id))

    expect((await emails.to(client.email)).map(({ subject }) => subject)).toEqual([
      'Ada Marsh invited you to your portal',
    ])
  })

  test('goes to the address that the client has by then', async ({ api, given, emails, waiting }) => {
    const ada = await given.freelancer()
    const { client } = await waiting(ada)
    const { email } = given.newClient()

    const { body } = await api.as(ada).call(clients.update, { params: { id: client.id }, body: { email } })
    expect(body.emailStatus).toBe('first-project')
    await api.as(ada).call(projects.create, project(client.id))

    expect(await emails.to(client.email)).toEqual([])
    expect(await emails.to(email)).toHaveLength(1)
  })

  test('is still sent after the client has asked for a link themselves', async ({
    api,
    given,
    emails,
    waiting,
  }) => {
    const ada = await given.freelancer()
    const { client } = await waiting(ada)

    await api.as(null).call(clients.requestLink, { body: { email: client.email } })
    expect(await emails.to(client.email)).toHaveLength(1)
    await api.as(ada).call(projects.create, project(client.id))

    expect(await emails.to(client.email)).toHaveLength(2)
  })

  test('does not deadlock with a change of address, a resent link and a deletion', async ({
    api,
    given,
    waiting,
  }) => {
    const ada = await given.freelancer()
    const { client } = await waiting(ada)
    const params = { id: client.id }
    const { email } = given.newClient()

    const replies = await Promise.all([
      api.as(ada).call(projects.create, project(client.id)),
      api.as(ada).call(clients.update, { params, body: { email } }),
      api.as(ada).call(projects.create, project(client.id)),
      api.as(ada).call(clients.resendLogin, { params }),
      api.as(ada).call(clients.remove, { params }),
    ])

    for (const { status } of replies) expect([200, 201, 204, 404]).toContain(status)
  })

  test('refuses an unknown moment', async ({ api, given }) => {
    const ada = await given.freelancer()
    const body = { ...given.newClient(), invite: 'tomorrow' }
    expect(await api.as(ada).send(clients.create, { body })).toMatchObject({
      status: 400,
      body: { fields: { invite: expect.any(String) } },
    })
  })

  limited(
    'over the limit of emails the project is created, and the email can be sent later',
    async ({ api, given, emails, clock, waiting }) => {
      const ada = await given.freelancer()
      const [maya, tom] = [await waiting(ada), await waiting(ada)]
      await api.as(ada).call(projects.create, project(maya.client.id))

      expect((await api.as(ada).call(projects.create, project(tom.client.id))).status).toBe(201)

      expect(await emails.to(tom.client.email)).toEqual([])
      const { body } = await api.as(ada).call(clients.get, { params: { id: tom.client.id } })
      expect(body.access.unsentInvitation).toBe('limited')
      clock.forward({ days: 1 })
      await api.as(ada).call(clients.resendLogin, { params: { id: tom.client.id } })
      expect(await emails.to(tom.client.email)).toHaveLength(1)
    },
  )
})
