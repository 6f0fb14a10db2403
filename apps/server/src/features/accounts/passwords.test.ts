import { accounts, projects } from '@portico/contract'
import { describe } from 'vitest'
import type { EmailFixture } from '../../../test/emails.ts'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { findSessions, saveLastSeen } from './sessions.repository.ts'

const NEW = 'a quite different password'

async function resetTokenFor(emails: EmailFixture, address: string) {
  const [email] = await emails.to(address)
  return tokenFromUrl(
    /https?:\S+\/reset-password\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? 'http://none/?token=',
  )
}

describe('a forgotten password', () => {
  test('is replaced by a mailed link, once, and every other session ends', async ({ api, given, emails }) => {
    const { ada, token, first } = await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email.toUpperCase() } })
      const token = await resetTokenFor(emails, ada.email)
      const first = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
      const isOver = async () => expect((await api.as(ada).call(projects.list)).status).toBe(401)
      return { isOver, ada, token, first }
    })
    const again = await api
      .as(null)
      .call(accounts.resetPassword, { body: { token, password: 'yet another one' } })

    expect(first).toMatchObject({ status: 200, body: { user: { id: ada.id } } })
    expect(again).toMatchObject({ status: 401, body: { code: 'RESET_NOT_VALID' } })
    expect((await api.as({ ...ada, token: first.body.token }).call(projects.list)).status).toBe(200)
    const login = (password: string) =>
      api.as(null).call(accounts.login, { body: { email: ada.email, password } })
    expect((await login(ada.password)).status).toBe(401)
    expect((await login(NEW)).status).toBe(200)
  })

  test('used twice at the same moment works once', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
    const token = await resetTokenFor(emails, ada.email)

    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } }),
      ),
    )

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('has a link for an hour, and a newer link ends the older', async ({ api, given, emails, clock }) => {
    const ada = await given.freelancer()
    const ask = () => api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
    const use = (token: string) =>
      api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })

    await ask()
    const older = await resetTokenFor(emails, ada.email)
    await ask()
    const newer = await resetTokenFor(emails, ada.email)
    expect(newer).not.toBe(older)
    expect((await use(older)).status).toBe(401)
    clock.forward({ seconds: 3_601 })
    expect((await use(newer)).status).toBe(401)
  })

  test('is answered alike for a stranger, who gets no email', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const [known, unknown] = await Promise.all(
      [ada.email, 'nobody@example.test'].map((email) =>
        api.as(null).call(accounts.forgotPassword, { body: { email } }),
      ),
    )
    expect(known?.status).toBe(202)
    expect(unknown?.body).toEqual(known?.body)
    expect(await emails.to('nobody@example.test')).toEqual([])
  })

  test.for(['', 'garbage', 'x'.repeat(5_000)])('with the token %j stays as it is', async (token, { api }) => {
    const reply = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
    expect([400, 401]).toContain(reply.status)
  })
})

describe('changing the password', () => {
  test('needs the current one, and ends the other sessions but not this', async ({ api, given }) => {
    const { ada, wrong, right } = await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const { body } = await api
        .as(null)
        .call(accounts.login, { body: { email: ada.email, password: ada.password } })
      const elsewhere = { ...ada, token: body.token }
      const wrong = await api
        .as(ada)
        .call(accounts.changePassword, { body: { currentPassword: 'wrong', newPassword: NEW } })
      const right = await api.as(ada).call(accounts.changePassword, {
        body: { currentPassword: ada.password, newPassword: NEW },
      })
      const isOver = async () => expect((await api.as(elsewhere).call(projects.list)).status).toBe(401)
      return { isOver, ada, wrong, right }
    })

    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'WRONG_PASSWORD', fields: { currentPassword: expect.any(String) } },
    })
    expect(right.status).toBe(200)
    expect((await api.as(ada).call(projects.list)).status).toBe(200)
  })

  test('makes an asked-for reset link useless', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
    const token = await resetTokenFor(emails, ada.email)
    await api
      .as(ada)
      .call(accounts.changePassword, { body: { currentPassword: ada.password, newPassword: NEW } })

    expect(
      (await api.as(null).call(accounts.resetPassword, { body: { token, password: 'from the old email' } }))
        .status,
    ).toBe(401)
  })
})

describe('the profile', () => {
  test('changes name, company and time zone, and the session goes on under the new name', async ({
    api,
    given,
    ctx,
  }) => {
    const ada = await given.freelancer()

    const { body, headers } = await api.as(ada).call(accounts.changeMe, {
      body: { name: 'Ada Lovelace', company: 'Analytical Ltd', timeZone: 'America/New_York' },
    })

    expect(body).toEqual({
      id: ada.id,
      emailConfirmed: true,
      name: 'Ada Lovelace',
      email: ada.email,
      company: 'Analytical Ltd',
      timeZone: 'America/New_York',
    })
    expect((await api.as(ada).call(accounts.me)).body).toEqual(body)
    expect(ctx.tokens.read(String(headers['x-session-token']))).toMatchObject({
      sid: ada.sessionId,
      name: 'Ada Lovelace',
    })
    expect((await api.as(ada).call(accounts.changeMe, { body: { company: '' } })).body.company).toBeNull()
  })

  test.for(['Mars/Olympus', 'FOO+3', 'utc; drop table client'])(
    'does not take the time zone %j',
    async (timeZone, { api, given }) => {
      const reply = await api.as(await given.freelancer()).call(accounts.changeMe, { body: { timeZone } })
      expect(reply).toMatchObject({ status: 400, body: { fields: { timeZone: expect.any(String) } } })
    },
  )

  test.for([{}, { name: ' ' }, { plan: 'enterprise' }, { email: 'x@y.test' }])(
    'does not take %j',
    async (body, { api, given }) => {
      expect((await api.as(await given.freelancer()).send(accounts.changeMe, { body })).status).toBe(400)
    },
  )
})

describe('the list of sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'

  test('names the device and this session, and ends one or all others', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const signIn = async () => {
      const { body } = await api.as(null).send(accounts.login, {
        body: { email: ada.email, password: ada.password },
        headers: { 'user-agent': FIREFOX },
      })
      return { ...ada, token: (body as { token: string }).token }
    }
    const [mac, other] = [await signIn(), await signIn()]
    const idOf = ({ token }: { token: string }) => ctx.tokens.read(token)?.sid ?? ''

    const { body } = await api.as(ada).call(accounts.listSessions)
    expect(body).toHaveLength(3)
    expect(body.filter(({ current }) => current)).toMatchObject([{ id: ada.sessionId }])
    expect(body.find(({ id }) => id === idOf(mac))).toMatchObject({
      device: 'Firefox on macOS',
      current: false,
    })

    expect((await api.as(ada).call(accounts.endOneSession, { params: { id: idOf(mac) } })).status).toBe(204)
    expect((await api.as(mac).call(projects.list)).status).toBe(401)
    expect((await api.as(ada).call(accounts.endOneSession, { params: { id: idOf(mac) } })).status).toBe(404)

    await expectWithinASecond(async () => {
      const another = await signIn()
      await api.as(ada).call(accounts.endOtherSessions)
      const isOver = async () => {
        for (const ended of [other, another])
          expect((await api.as(ended).call(projects.list)).status).toBe(401)
      }
      return { isOver }
    })
    expect((await api.as(ada).call(accounts.listSessions)).body).toMatchObject([
      { id: ada.sessionId, current: true },
    ])
  })

  test('knows when each was last used', async ({ api, given, ctx, clock }) => {
    const ada = await given.freelancer()
    clock.forward({ days: 2 })
    await api.as(ada).call(projects.list)
    await ctx.lastSeen.flush()

    const { body } = await api.as(ada).call(accounts.listSessions)

    const [session] = body
    expect(Date.parse(session?.lastSeenAt ?? '') - Date.parse(session?.createdAt ?? '')).toBeGreaterThan(
      1.9 * 86_400_000,
    )
  })

  test('notes the use of sessions without waiting for one that is being ended', async ({ given, ctx }) => {
    const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
    const now = new Date(Date.now() + 86_400_000)

    await ctx.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('session').where('id', '=', ada.sessionId).execute()
      await saveLastSeen(ctx.db, [ada.sessionId, eve.sessionId], now)
    })

    const [session] = await findSessions(ctx.db, eve)
    expect(session?.lastSeenAt).toBe(now.toISOString())
  })
})
