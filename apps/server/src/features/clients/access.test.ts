import { accounts, clients, projects, staleTopics } from '@portico/contract'
import { sql } from 'kysely'
import { describe, onTestFinished } from 'vitest'
import { messageFields } from '../../../test/chat.ts'
import type { EmailFixture } from '../../../test/emails.ts'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { mailNotifications } from '../activity/emails/write-notification-email.ts'
import { createMessageSender } from '../chat/timeline/messages.service.ts'
import { mailLoginLink } from './clients.mail.ts'
import { lockClient, updateDetails } from './clients.repository.ts'
import { deleteLinks } from './links.repository.ts'
import { deleteExpiredLinks } from './links.service.ts'

describe('resetting a client’s access', () => {
  test('ends all links and sessions within a second and returns one new link', async ({ api, given }) => {
    const enter = (loginUrl: string) =>
      api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })

    const { client, fresh } = await expectWithinASecond(async () => {
      const client = await given.client(await given.freelancer())
      const { body } = await api
        .as(client.freelancer)
        .call(clients.resetAccess, { params: { id: client.id } })
      const isOver = async () => expect((await api.as(client).call(projects.listForClient)).status).toBe(401)
      return { isOver, client, fresh: body.loginUrl }
    })

    expect((await enter(client.loginUrl)).status).toBe(401)
    expect((await enter(fresh)).status).toBe(200)
  })
})

describe('changing a client', () => {
  const change = (client: TestClient, body: clients.ClientChange) => ({ params: { id: client.id }, body })

  test('changes the fields that were sent and keeps the others', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())

    const { body } = await api
      .as(client.freelancer)
      .call(clients.update, change(client, { firstName: 'Mia', company: null }))

    expect(body).toMatchObject({
      firstName: 'Mia',
      lastName: client.lastName,
      email: client.email,
      company: null,
    })
    expect((await api.as(client).call(projects.listForClient)).status).toBe(200)
  })

  test('a new address ends the old access and is mailed a link', async ({ api, given, emails }) => {
    const { client, email } = await expectWithinASecond(async () => {
      const client = await given.client(await given.freelancer())
      const { email } = given.newClient()
      const { body } = await api.as(client.freelancer).call(clients.update, change(client, { email }))
      expect(body.email).toBe(email)
      const isOver = async () => expect((await api.as(client).call(projects.listForClient)).status).toBe(401)
      return { isOver, client, email }
    })

    expect(
      (await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(client.loginUrl) } }))
        .status,
    ).toBe(401)
    const [loginEmail] = await emails.to(email)
    expect(loginEmail?.text).toContain('/client-login?token=')
  })

  test.for(['mailLoginLink', 'mailNotifications'] as const)(
    'an email that is written meanwhile gives the old address no working link: %s',
    async (kind, { api, ctx, given }) => {
      const maya = await given.client(await given.freelancer())
      await createMessageSender(ctx)(maya.freelancer, messageFields(maya.freelancer, maya, 'Hello.'))
      const notifiedAt = ctx.clock.now().toISOString()
      await ctx.db.updateTable('client').set({ notified_at: notifiedAt }).where('id', '=', maya.id).execute()
      const write = () =>
        kind === 'mailLoginLink'
          ? mailLoginLink(ctx, { clientId: maya.id })
          : mailNotifications(ctx, { role: 'client', id: maya.id, notifiedAt })

      const written = await ctx.db.transaction().execute(async (trx) => {
        await lockClient(trx, maya.freelancer, maya.id)
        const writing = write()
        await expect.poll(() => countLockWaits(ctx.db, '%insert into%login_link%')).toBe(1)
        await updateDetails(trx, maya.id, { email: given.newClient().email })
        await deleteLinks(trx, maya.id)
        return { writing }
      })

      expect(await written.writing).toBeUndefined()
      const { body } = await api.as(maya.freelancer).call(clients.get, { params: { id: maya.id } })
      expect(body.access.linksAlive).toBe(0)
    },
  )

  test('an address that differs only in case is not a new one', async ({ api, given, emails }) => {
    const client = await given.client(await given.freelancer())
    await api
      .as(client.freelancer)
      .call(clients.update, change(client, { email: client.email.toUpperCase() }))
    expect(
      (await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(client.loginUrl) } }))
        .status,
    ).toBe(200)
    expect(await emails.to(client.email)).toEqual([])
  })

  test('an address of another client of the freelancer is refused and changes nothing', async ({
    api,
    given,
  }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]

    const reply = await api
      .as(ada)
      .call(clients.update, change(tom, { firstName: 'Thomas', email: maya.email }))

    expect(reply).toMatchObject({ status: 409, body: { code: 'CLIENT_EXISTS' } })
    expect((await api.as(ada).call(clients.get, { params: { id: tom.id } })).body).toMatchObject({
      firstName: tom.firstName,
      email: tom.email,
    })
    expect((await api.as(tom).call(projects.listForClient)).status).toBe(200)
  })

  test.for([{}, { firstName: ' ' }, { email: 'x' }, { workspaceId: 'x' }])(
    'refuses %j',
    async (body, { api, given }) => {
      const client = await given.client(await given.freelancer())
      const reply = await api.as(client.freelancer).send(clients.update, { params: { id: client.id }, body })
      expect(reply.status).toBe(400)
    },
  )
})

test('expired login links are deleted, but for those that were opened', async ({
  api,
  clock,
  ctx,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const params = { id: maya.id }
  await api.as(maya.freelancer).call(clients.createLoginLink, { params })
  const countLinks = async () =>
    (await ctx.db.selectFrom('login_link').select('client_id').where('client_id', '=', maya.id).execute())
      .length
  await deleteExpiredLinks(ctx)
  expect(await countLinks()).toBe(2)

  clock.forward({ seconds: ctx.config.loginLinkTtl + 1 })
  await deleteExpiredLinks(ctx)

  expect(await countLinks()).toBe(1)
  const { rows } = await sql<{ opened: boolean }>`
    select last_opened_at is not null as opened from login_link where client_id = ${maya.id}`.execute(ctx.db)
  expect(rows).toEqual([{ opened: true }])
})

test('a client’s detail includes working links, last opening and last visit', async ({
  api,
  given,
  ctx,
  clock,
}) => {
  const client = await given.client(await given.freelancer())
  const read = async () =>
    (await api.as(client.freelancer).call(clients.get, { params: { id: client.id } })).body.access
  const opened = await read()
  expect(opened).toMatchObject({
    linksAlive: 1,
    sessionsAlive: 1,
    unsentInvitation: null,
    lastOpenedAt: expect.any(String),
    lastSeenAt: expect.any(String),
  })

  clock.forward({ days: 1 })
  await api.as(client).call(projects.listForClient)
  await ctx.lastSeen.flush()

  const later = await read()
  expect(later.lastOpenedAt).toBe(opened.lastOpenedAt)
  expect(Date.parse(later.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(opened.lastSeenAt ?? ''))
})

test('the freelancer is notified when their client logs in, logs out or is mailed a link', async ({
  api,
  given,
  ctx,
  clock,
  emails,
}) => {
  const maya = await given.client(await given.freelancer())
  const published: (readonly string[])[] = []
  const unfollow = ctx.live.subscribe((people, topics) => {
    if (people.some(({ side, personId }) => side === 'freelancer' && personId === maya.freelancer.id))
      published.push(topics)
  })
  onTestFinished(() => void unfollow())

  await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })
  expect(published.splice(0)).toEqual([staleTopics['clients.sessionStarted']])

  await api.as(maya).call(projects.listForClient)
  await ctx.lastSeen.flush()
  expect(published.splice(0)).toEqual([])

  clock.forward({ days: 1 })
  await api.as(maya).call(projects.listForClient)
  await ctx.lastSeen.flush()
  expect(published.splice(0)).toEqual([staleTopics['clients.cameBack']])

  await api.as(maya).call(accounts.logout)
  expect(published.splice(0)).toEqual([staleTopics['clients.sessionEnded']])

  await api.as(maya.freelancer).call(clients.resendLogin, { params: { id: maya.id } })
  published.length = 0
  await emails.to(maya.email)
  expect(published).toEqual([staleTopics['clients.linkMailed']])
})

describe('a changed address', () => {
  const announcements = async (emails: EmailFixture, address: string) =>
    (await emails.to(address)).filter(({ subject }) => subject.endsWith('has another address'))

  test('is announced to the old one, which is not told the new one', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const { email } = given.newClient()

    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })

    const [announcement, ...rest] = await announcements(emails, maya.email)
    expect(rest).toEqual([])
    expect(announcement?.text).toContain(`Your portal with ${ada.name} has another email address`)
    expect(announcement?.text).not.toContain(email)
    expect(await announcements(emails, email)).toEqual([])
  })

  test('is announced although the client is deleted, and though the freelancer has used up all emails', async ({
    api,
    ctx,
    given,
    emails,
    clock,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const [first, second] = [given.newClient().email, given.newClient().email]
    const params = { id: maya.id }
    const count = { purpose: 'address', mailbox: maya.email, account: ada.id } as const
    const change = { client: maya, freelancer: { ...ada, company: null } }
    for (let n = 0; n < 5; n++) await ctx.outbox.queue(ctx.db, 'mailAddressChanged', change, count)
    expect(await announcements(emails, maya.email)).toHaveLength(5)

    await api.as(ada).call(clients.update, { params, body: { email: first } })
    await api.as(ada).call(clients.update, { params, body: { email: second } })
    await api.as(ada).call(clients.remove, { params })

    expect(await announcements(emails, first)).toHaveLength(1)
    clock.forward({ seconds: 3_600 })
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(ctx.db)
    expect(await announcements(emails, maya.email)).toHaveLength(6)
  })

  test('is not announced where nobody has heard of the portal yet, or when only its case changes', async ({
    api,
    given,
    emails,
  }) => {
    const ada = await given.freelancer()
    const body = { ...given.newClient(), invite: 'first-project' as const }
    const { client } = (await api.as(ada).call(clients.create, { body })).body
    const maya = await given.client(ada)

    const { email } = given.newClient()
    await api.as(ada).call(clients.update, { params: { id: client.id }, body: { email } })
    await api
      .as(ada)
      .call(clients.update, { params: { id: maya.id }, body: { email: maya.email.toUpperCase() } })

    expect(await announcements(emails, client.email)).toEqual([])
    expect(await announcements(emails, maya.email)).toEqual([])
  })
})
