import { accounts, clients } from '@portico/contract'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { messageFields } from '../../../test/chat.ts'
import { createTestContext } from '../../../test/context.ts'
import { expect, test as fixtures, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../test/given.ts'
import { mailboxKey } from '../../platform/limits/keys.ts'
import { takeAllowances } from '../../platform/mail/allowances.ts'
import type { Db } from '../../platform/sql/database.ts'
import { createMessageSender } from '../chat/timeline/messages.service.ts'
import { issueConfirmation } from './confirmation.service.ts'

const test = fixtures
  .extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await createTestContext({ CONFIRM_EMAIL: 'on', LIMIT_MAIL: '1000/3600' })
    onCleanup(testContext.close)
    return testContext
  })
  .extend(
    'confirm',
    ({ api }) =>
      (token: string) =>
        api.as(null).call(accounts.confirmEmail, { body: { token } }),
  )
  /** A fresh token of theirs, without an email. */
  .extend(
    'tokenOf',
    ({ ctx }) =>
      async ({ id }: TestFreelancer) =>
        tokenFromUrl((await issueConfirmation(ctx, id)).url),
  )
  .extend(
    'isConfirmed',
    ({ api }) =>
      async (person: TestFreelancer) =>
        (await api.as(person).call(accounts.me)).body.emailConfirmed,
  )

describe('before a freelancer has confirmed their address', () => {
  test('registering mails them a link, which confirms it once', async ({
    given,
    emails,
    confirm,
    isConfirmed,
  }) => {
    const ada = await given.freelancer()
    const [email, ...more] = await emails.to(ada.email)
    expect(more).toEqual([])
    expect(email).toMatchObject({ subject: 'Confirm your email for Portico', from: { name: 'Portico' } })
    const token = tokenFromUrl(
      /https?:\S+\/confirm-email\?token=[\w-]{43}/.exec(email?.text ?? '')?.[0] ?? '',
    )
    expect(await isConfirmed(ada)).toBe(false)

    const first = await confirm(token)
    const second = await confirm(token)

    expect(first).toMatchObject({ status: 200, body: { email: ada.email, invited: 0, limited: 0 } })
    expect(second).toMatchObject({ status: 401, body: { code: 'CONFIRMATION_NOT_VALID' } })
    expect(await isConfirmed(ada)).toBe(true)
  })

  test('no request sends emails to their clients, and the link can be copied', async ({
    api,
    given,
    emails,
  }) => {
    const ada = await given.freelancer()
    const details = given.newClient()
    const { body } = await api.as(ada).call(clients.create, { body: details })
    const params = { id: body.client.id }

    const resent = await api.as(ada).call(clients.resendLogin, { params })
    await api.as(null).call(clients.requestLink, { body: { email: details.email } })
    const { email } = given.newClient()
    const moved = await api.as(ada).call(clients.update, { params, body: { email } })
    const copied = await api.as(ada).call(clients.createLoginLink, { params })

    expect([body.emailStatus, resent.body.emailStatus, moved.body.emailStatus]).toEqual(
      Array(3).fill('unconfirmed'),
    )
    expect(await emails.to(details.email)).toEqual([])
    expect(await emails.to(email)).toEqual([])
    const enter = { querystring: { token: tokenFromUrl(copied.body.loginUrl) } }
    expect((await api.as(null).call(clients.enter, enter)).status).toBe(200)
  })

  test('unread messages wait on both sides', async ({ ctx, given, emails, clock, confirm, tokenOf }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const send = createMessageSender(ctx)
    await send(ada, messageFields(ada, maya, 'The proof is in the files.'))
    await send(maya, messageFields(maya, ada, 'Thank you.'))
    const messagesTo = async (address: string, seconds: number) => {
      clock.forward({ seconds })
      await ctx.jobs.add(ctx.db, 'sweepUnread', {})
      return (await emails.to(address)).filter(({ subject }) => subject.includes('message'))
    }
    expect(await messagesTo(maya.email, 301)).toEqual([])
    expect(await messagesTo(ada.email, 0)).toEqual([])

    await confirm(await tokenOf(ada))

    expect(await messagesTo(maya.email, 3_600)).toHaveLength(1)
    expect(await messagesTo(ada.email, 0)).toHaveLength(1)
  })

  test('a further link can be mailed, and the earlier one works on', async ({
    api,
    given,
    emails,
    confirm,
    isConfirmed,
  }) => {
    const ada = await given.freelancer()
    const resend = () => api.as(ada).call(accounts.resendConfirmation)
    expect((await resend()).body).toEqual({ email: ada.email, emailStatus: 'queued' })
    const confirmations = await emails.to(ada.email)
    const [newer = '', older = ''] = confirmations.map(({ text }) =>
      tokenFromUrl(/https?:\S+token=[\w-]+/.exec(text)?.[0] ?? ''),
    )
    expect(newer).not.toBe(older)

    expect((await confirm(older)).status).toBe(200)

    expect(await isConfirmed(ada)).toBe(true)
    expect((await confirm(newer)).status).toBe(401)
    expect((await resend()).body).toMatchObject({ emailStatus: 'none' })
    expect(await emails.to(ada.email)).toHaveLength(2)
  })
})

describe('confirming', () => {
  test('sends each invitation that waited once, and later ones at once', async ({
    api,
    given,
    emails,
    confirm,
    tokenOf,
  }) => {
    const ada = await given.freelancer()
    const [maya, tom, kim] = [given.newClient(), given.newClient(), given.newClient()]
    const create = (body: clients.NewClient) => api.as(ada).call(clients.create, { body })
    const { client } = (await create(maya)).body
    await api.as(ada).call(clients.resendLogin, { params: { id: client.id } })
    await create({ ...tom, sendEmail: false })

    expect((await confirm(await tokenOf(ada))).body).toMatchObject({ invited: 1, limited: 0 })
    expect((await confirm(await tokenOf(ada))).body).toMatchObject({ invited: 0 })
    expect((await create(kim)).body.emailStatus).toBe('queued')

    const [email, ...more] = await emails.to(maya.email)
    expect(more).toEqual([])
    expect(email).toMatchObject({
      subject: `${ada.name} invited you to your portal`,
      replyTo: { address: ada.email },
    })
    expect(await emails.to(tom.email)).toEqual([])
    expect(await emails.to(kim.email)).toHaveLength(1)
  })

  test('sends nothing to a client who was deleted meanwhile', async ({
    api,
    given,
    emails,
    confirm,
    tokenOf,
  }) => {
    const ada = await given.freelancer()
    const maya = given.newClient()
    const { client } = (await api.as(ada).call(clients.create, { body: maya })).body
    await api.as(ada).call(clients.remove, { params: { id: client.id } })

    expect((await confirm(await tokenOf(ada))).body).toMatchObject({ invited: 0, limited: 0 })
    expect(await emails.to(maya.email)).toEqual([])
  })

  test('does not deadlock with another freelancer who has the same clients', async ({
    api,
    ctx,
    given,
    confirm,
    tokenOf,
  }) => {
    const ada = await given.freelancer()
    const keyOf = ({ email }: { email: string }) => `client:mailbox:${mailboxKey(email)}`
    const shared = [given.newClient(), given.newClient()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
    for (const body of shared) await api.as(ada).call(clients.create, { body })
    const token = await tokenOf(ada)
    const [last = '', first = ''] = shared.map(keyOf)
    const take = (trx: Db, key: string) =>
      takeAllowances(trx, [{ key, count: 5, seconds: 3_600 }], ctx.clock.now())
    const isWaiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%email_allowance%'`.execute(ctx.db)
      return rows.length > 0
    }

    const { confirming } = await ctx.db.transaction().execute(async (other) => {
      await take(other, first)
      const confirming = confirm(token)
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
      await take(other, last)
      return { confirming }
    })

    expect(await confirming).toMatchObject({ status: 200, body: { invited: 2 } })
  })

  test('twice at the same moment works once and sends once', async ({
    api,
    given,
    emails,
    confirm,
    tokenOf,
  }) => {
    const ada = await given.freelancer()
    const maya = given.newClient()
    await api.as(ada).call(clients.create, { body: maya })
    const [token, other] = [await tokenOf(ada), await tokenOf(ada)]

    const replies = await Promise.all([token, other, token, other, token, other].map((each) => confirm(each)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect(await emails.to(maya.email)).toHaveLength(1)
  })

  test('races with creating a client, and no invitation is left behind', async ({
    api,
    given,
    emails,
    confirm,
    tokenOf,
  }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const some = Array.from({ length: 8 }, given.newClient)
    const token = await tokenOf(ada)

    await Promise.all([
      ...some.slice(0, 4).map((body) => api.as(ada).call(clients.create, { body })),
      confirm(token),
      ...some.slice(4).map((body) => api.as(ada).call(clients.create, { body })),
    ])

    for (const { email } of some) expect(await emails.to(email)).toHaveLength(1)
  })

  test('confirms the account of the link, not the signed-in one', async ({
    api,
    given,
    tokenOf,
    isConfirmed,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]

    const reply = await api.as(eve).call(accounts.confirmEmail, { body: { token: await tokenOf(ada) } })

    expect(reply.body.email).toBe(ada.email)
    expect([await isConfirmed(ada), await isConfirmed(eve)]).toEqual([true, false])
  })

  test('is refused alike with a link that is unknown or older than seven days', async ({
    given,
    confirm,
    tokenOf,
    isConfirmed,
    clock,
  }) => {
    const ada = await given.freelancer()
    const token = await tokenOf(ada)
    clock.forward({ days: 7, seconds: 1 })

    const replies = [await confirm('wrong'), await confirm(token.toUpperCase()), await confirm(token)]

    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 401, body: replies[0]?.body })
    expect(await isConfirmed(ada)).toBe(false)
  })

  test('needs a POST, so that mail scanners confirm nothing', async ({
    app,
    given,
    tokenOf,
    isConfirmed,
  }) => {
    const ada = await given.freelancer()
    const url = `/api/auth/confirm-email?token=${await tokenOf(ada)}`

    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(404)

    expect(await isConfirmed(ada)).toBe(false)
  })
})
