import { accounts, projects, push } from '@portico/contract'
import { describe } from 'vitest'
import type { EmailFixture } from '../../../test/emails.ts'
import { expect, sessionToken, test, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient, TestFreelancer } from '../../../test/given.ts'
import { createBrowser, startPushService } from '../../../test/push-service.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'

const NEW = 'a quite different password'

async function resetTokenFor(emails: EmailFixture, address: string) {
  const [email] = await emails.to(address)
  return tokenFromUrl(
    /https?:\S+\/reset-password\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? 'http://none/?token=',
  )
}

describe('a reset link', () => {
  test('replaces the password once, and ends all other sessions', async ({ api, given, emails }) => {
    const { ada, token, first } = await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email.toUpperCase() } })
      const token = await resetTokenFor(emails, ada.email)
      const first = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
      const isOver = async () => expect((await api.as(ada).call(projects.list)).status).toBe(401)
      return { isOver, ada, token, first }
    })
    const repeated = await api
      .as(null)
      .call(accounts.resetPassword, { body: { token, password: 'yet another one' } })

    expect(first).toMatchObject({ status: 200, body: { user: { id: ada.id } } })
    expect(repeated).toMatchObject({ status: 401, body: { code: 'RESET_NOT_VALID' } })
    expect((await api.as({ ...ada, token: sessionToken(first) }).call(projects.list)).status).toBe(200)
    const login = (password: string) =>
      api.as(null).call(accounts.login, { body: { email: ada.email, password } })
    expect((await login(ada.password)).status).toBe(401)
    expect((await login(NEW)).status).toBe(200)
  })

  test('ends previews and what is pushed to browsers, and nothing of other freelancers', async ({
    api,
    ctx,
    given,
    emails,
  }) => {
    await startPushService(ctx)
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const previews: TestClient[] = []
    for (const freelancer of [ada, eve]) {
      await api.as(freelancer).call(push.subscribe, { body: createBrowser().subscription })
      previews.push(await given.preview(await given.client(freelancer)))
    }
    const seen = async (freelancer: TestFreelancer) => (await api.as(freelancer).call(push.get)).body.devices
    expect([await seen(ada), await seen(eve)]).toMatchObject([[{ current: true }], [{ current: true }]])

    await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
    const token = await resetTokenFor(emails, ada.email)
    const reset = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })

    const statuses = previews.map(async (preview) => {
      return (await api.as(preview).call(projects.listForClient)).status
    })
    expect(await Promise.all(statuses)).toEqual([401, 200])
    expect(await seen({ ...ada, token: sessionToken(reset) })).toEqual([])
    expect(await seen(eve)).toHaveLength(1)
  })

  test('leads on to the page that was wanted, and to no other site', async ({ api, given, emails }) => {
    const ada = await given.freelancer()
    const ask = (path: string) =>
      api.as(null).call(accounts.forgotPassword, { body: { email: ada.email, path } })

    await ask('/projects/p1?file=f1')

    const [email] = await emails.to(ada.email)
    expect(email?.text).toMatch(/reset-password\?token=[\w-]+&to=%2Fprojects%2Fp1%3Ffile%3Df1\s/)
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', '/client-dashboard'])
      expect((await ask(path)).status).toBe(400)
  })

  test('works once of five concurrent requests', async ({ api, given, emails }) => {
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

  test('expires after an hour, and ends when a newer one is mailed', async ({
    api,
    given,
    emails,
    clock,
  }) => {
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

  test('is requested with the same response for an unknown email, which gets none', async ({
    api,
    given,
    emails,
  }) => {
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

  test.for(['', 'garbage', 'x'.repeat(5_000)])('refuses the token %j', async (token, { api }) => {
    const reply = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
    expect([400, 401]).toContain(reply.status)
  })
})

describe('changing the password', () => {
  test('requires the current one, and ends all other sessions', async ({ api, given }) => {
    const { ada, wrong, right } = await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const login = await api
        .as(null)
        .call(accounts.login, { body: { email: ada.email, password: ada.password } })
      const otherDevice = { ...ada, token: sessionToken(login) }
      const wrong = await api
        .as(ada)
        .call(accounts.changePassword, { body: { currentPassword: 'wrong', newPassword: NEW } })
      const right = await api.as(ada).call(accounts.changePassword, {
        body: { currentPassword: ada.password, newPassword: NEW },
      })
      const isOver = async () => expect((await api.as(otherDevice).call(projects.list)).status).toBe(401)
      return { isOver, ada, wrong, right }
    })

    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'WRONG_PASSWORD', fields: { currentPassword: expect.any(String) } },
    })
    expect(right.status).toBe(200)
    expect((await api.as(ada).call(projects.list)).status).toBe(200)
  })

  test('ends a reset link that was mailed before', async ({ api, given, emails }) => {
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
