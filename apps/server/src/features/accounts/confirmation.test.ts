import { accounts, clients } from '@portico/contract'
import { describe } from 'vitest'
import { test } from '../../../test/confirmation.ts'
import { expect } from '../../../test/fixtures.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { mailboxKey } from '../../platform/limits/keys.ts'
import { takeAllowances } from '../../platform/mail/allowances.ts'
import type { Db } from '../../platform/sql/database.ts'

describe('confirming an email', () => {
  test('leads on to the page that was wanted at the registration', async ({ api, given, emails }) => {
    const { email } = given.newClient()
    const body = { name: 'Ada Marsh', email, password: 'a quite different password', path: '/?plans=pro' }
    await api.as(null).call(accounts.register, { body })

    const [sent] = await emails.to(email)
    expect(sent?.text).toMatch(/confirm-email\?token=[\w-]+&to=%2F%3Fplans%3Dpro\s/)
  })

  test('sends each delayed invitation once', async ({ api, given, emails, confirm, issueToken }) => {
    const ada = await given.freelancer()
    const [maya, tom, kim] = [given.newClient(), given.newClient(), given.newClient()]
    const create = (body: clients.NewClient) => api.as(ada).call(clients.create, { body })
    const { client } = (await create(maya)).body
    await api.as(ada).call(clients.resendLogin, { params: { id: client.id } })
    await create({ ...tom, sendEmail: false })

    expect((await confirm(await issueToken(ada))).body).toMatchObject({ invited: 1, limited: 0 })
    expect((await confirm(await issueToken(ada))).body).toMatchObject({ invited: 0 })
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

  test('sends the invitation of a first project that was created meanwhile', async ({
    api,
    given,
    emails,
    confirm,
    issueToken,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada, { invite: 'first-project' })
    await given.project(maya)
    expect(await emails.to(maya.email)).toEqual([])

    await confirm(await issueToken(ada))

    expect(await emails.to(maya.email)).toHaveLength(1)
    const { body } = await api.as(ada).call(clients.get, { params: { id: maya.id } })
    expect(body.access.unsentInvitation).toBeNull()
  })

  test('sends nothing to a client who was deleted meanwhile', async ({
    api,
    given,
    emails,
    confirm,
    issueToken,
  }) => {
    const ada = await given.freelancer()
    const maya = given.newClient()
    const { client } = (await api.as(ada).call(clients.create, { body: maya })).body
    await api.as(ada).call(clients.remove, { params: { id: client.id } })

    expect((await confirm(await issueToken(ada))).body).toMatchObject({ invited: 0, limited: 0 })
    expect(await emails.to(maya.email)).toEqual([])
  })

  test('does not deadlock with another freelancer who has the same clients', async ({
    api,
    ctx,
    given,
    confirm,
    issueToken,
  }) => {
    const ada = await given.freelancer()
    const keyOf = ({ email }: { email: string }) => `client:mailbox:${mailboxKey(email)}`
    const shared = [given.newClient(), given.newClient()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
    for (const body of shared) await api.as(ada).call(clients.create, { body })
    const token = await issueToken(ada)
    const [last = '', first = ''] = shared.map(keyOf)
    const take = (trx: Db, key: string) =>
      takeAllowances(trx, [{ key, count: 5, seconds: 3_600 }], ctx.clock.now())

    const { confirming } = await ctx.db.transaction().execute(async (other) => {
      await take(other, first)
      const confirming = confirm(token)
      await expect.poll(() => countLockWaits(ctx.db, '%email_allowance%')).toBe(1)
      await take(other, last)
      return { confirming }
    })

    expect(await confirming).toMatchObject({ status: 200, body: { invited: 2 } })
  })

  test('works once of several concurrent requests, and sends invitations once', async ({
    api,
    given,
    emails,
    confirm,
    issueToken,
  }) => {
    const ada = await given.freelancer()
    const maya = given.newClient()
    await api.as(ada).call(clients.create, { body: maya })
    const [token, other] = [await issueToken(ada), await issueToken(ada)]

    const replies = await Promise.all([token, other, token, other, token, other].map((each) => confirm(each)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect(await emails.to(maya.email)).toHaveLength(1)
  })

  test('leaves no invitation unsent when clients are created concurrently', async ({
    api,
    given,
    emails,
    confirm,
    issueToken,
  }) => {
    const ada = await given.freelancer({ plan: 'enterprise' })
    const some = Array.from({ length: 8 }, given.newClient)
    const token = await issueToken(ada)

    await Promise.all([
      ...some.slice(0, 4).map((body) => api.as(ada).call(clients.create, { body })),
      confirm(token),
      ...some.slice(4).map((body) => api.as(ada).call(clients.create, { body })),
    ])

    for (const { email } of some) expect(await emails.to(email)).toHaveLength(1)
  })

  test('confirms the account of the link, not the logged-in one', async ({
    api,
    given,
    issueToken,
    isConfirmed,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]

    const reply = await api.as(eve).call(accounts.confirmEmail, { body: { token: await issueToken(ada) } })

    expect(reply.body.email).toBe(ada.email)
    expect([await isConfirmed(ada), await isConfirmed(eve)]).toEqual([true, false])
  })

  test('returns the same 401 for an unknown and an expired link', async ({
    given,
    confirm,
    issueToken,
    isConfirmed,
    clock,
  }) => {
    const ada = await given.freelancer()
    const token = await issueToken(ada)
    clock.forward({ days: 7, seconds: 1 })

    const replies = [await confirm('wrong'), await confirm(token.toUpperCase()), await confirm(token)]

    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 401, body: replies[0]?.body })
    expect(await isConfirmed(ada)).toBe(false)
  })

  test('is refused with GET, so that mail scanners confirm nothing', async ({
    app,
    given,
    issueToken,
    isConfirmed,
  }) => {
    const ada = await given.freelancer()
    const url = `/api/auth/confirm-email?token=${await issueToken(ada)}`

    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(404)

    expect(await isConfirmed(ada)).toBe(false)
  })
})
