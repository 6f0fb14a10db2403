import { accounts, audit, factors, projects } from '@portico/contract'
import { generate } from 'otplib'
import { describe } from 'vitest'
import { type Api, expect, sessionToken, test, tokenFromUrl } from '../../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../../test/given.ts'
import type { AppContext } from '../../../platform/context.ts'
import { issueResetLink } from '../passwords.service.ts'

const LATER = { seconds: 300 }
const WRONG = { status: 400, body: { code: 'WRONG_CODE', fields: { code: expect.any(String) } } }
const NOT_VALID = { status: 400, body: { code: 'CHALLENGE_NOT_VALID' } }
const NEW = 'a quite different password'

/** What an authenticator app shows, with a clock that is off by so many seconds. */
function codeOf(ctx: AppContext, secret: string, offBy = 0) {
  return generate({ secret, epoch: Math.floor(ctx.clock.now().getTime() / 1_000) + offBy })
}

async function setUpApp(ctx: AppContext, api: Api, ada: TestFreelancer) {
  const { challenge, secret } = (await api.as(ada).call(factors.startApp)).body
  const code = await codeOf(ctx, secret)
  const { body } = await api.as(ada).call(factors.confirmApp, { body: { challenge, code } })
  return { secret, code, recoveryCodes: body.recoveryCodes ?? [] }
}

async function beginLogin(
  api: Api,
  { email, password }: { email: string; password: string },
  more: { deviceId?: string; rememberToken?: string } = {},
) {
  const reply = await api.as(null).call(accounts.login, { body: { email, password, ...more } })
  expect(reply.status).toBe(202)
  return (reply.body as accounts.LoginChallenge).challenge
}

const finish = (api: Api, body: { challenge: string; code: string; remember?: boolean; deviceId?: string }) =>
  api.as(null).call(accounts.loginWithCode, { body })

describe('setting up an authenticator app', () => {
  test('counts once a code is confirmed, and brings ten recovery codes', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const { challenge, secret, uri } = (await api.as(ada).call(factors.startApp)).body
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain(encodeURIComponent(ada.email))
    const { email, password } = ada
    const login = () => api.as(null).call(accounts.login, { body: { email, password } })
    expect((await login()).status).toBe(200)

    expect(await api.as(ada).call(factors.confirmApp, { body: { challenge, code: '000000' } })).toMatchObject(
      WRONG,
    )
    expect((await login()).status).toBe(200)
    const code = await codeOf(ctx, secret)
    const confirmed = await api.as(ada).call(factors.confirmApp, { body: { challenge, code } })

    expect(new Set(confirmed.body.recoveryCodes).size).toBe(factors.RECOVERY_CODE_COUNT)
    const begun = await login()
    expect(begun).toMatchObject({ status: 202, body: { factors: ['app', 'recovery_code'] } })
    expect(begun.body).not.toHaveProperty('token')
    expect((await api.as(ada).call(factors.list)).body).toEqual({
      app: { since: expect.any(String) },
      passkeys: [],
      recoveryCodesLeft: 10,
      required: false,
      requiredBy: null,
    })
  })

  test('keeps the app from before until the new one is confirmed, and its recovery codes', async ({
    api,
    given,
    ctx,
    clock,
  }) => {
    const ada = await given.freelancer()
    const old = await setUpApp(ctx, api, ada)
    const { challenge, secret } = (await api.as(ada).call(factors.startApp)).body
    clock.forward(LATER)
    const begun = await beginLogin(api, ada)
    expect((await finish(api, { challenge: begun, code: await codeOf(ctx, old.secret) })).status).toBe(200)

    const code = await codeOf(ctx, secret)
    const { body } = await api.as(ada).call(factors.confirmApp, { body: { challenge, code } })
    expect(body.recoveryCodes).toBe(null)
    clock.forward(LATER)
    const next = await beginLogin(api, ada)
    expect(await finish(api, { challenge: next, code: await codeOf(ctx, old.secret) })).toMatchObject(WRONG)
    expect((await finish(api, { challenge: next, code: await codeOf(ctx, secret) })).status).toBe(200)
  })

  test('stores neither the secret nor a recovery code as text', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const { secret, recoveryCodes } = await setUpApp(ctx, api, ada)
    const [{ secret: stored }, codes] = await Promise.all([
      ctx.db
        .selectFrom('authenticator')
        .selectAll()
        .where('freelancer_id', '=', ada.id)
        .executeTakeFirstOrThrow(),
      ctx.db.selectFrom('recovery_code').selectAll().where('freelancer_id', '=', ada.id).execute(),
    ])
    expect(stored.toString('latin1')).not.toContain(secret)
    const [code = ''] = recoveryCodes
    expect(codes.some(({ code_hash }) => code_hash.toString('latin1').includes(code.slice(0, 4)))).toBe(false)
  })

  test('refuses a challenge of another session or person', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    const eve = await given.freelancer()
    const { email, password } = ada
    const other = sessionToken(await api.as(null).call(accounts.login, { body: { email, password } }))
    const { challenge, secret } = (await api.as(ada).call(factors.startApp)).body
    const body = { challenge, code: await codeOf(ctx, secret) }

    expect(await api.as(eve).call(factors.confirmApp, { body })).toMatchObject(NOT_VALID)
    expect(await api.as({ ...ada, token: other }).call(factors.confirmApp, { body })).toMatchObject(NOT_VALID)
    expect((await api.as(ada).call(factors.confirmApp, { body })).status).toBe(200)
  })
})

describe('the second step of a login', () => {
  test('takes a code once, and not the one that set up the app', async ({ api, given, ctx, clock }) => {
    const ada = await given.freelancer()
    const { secret, code: first } = await setUpApp(ctx, api, ada)
    const begun = await beginLogin(api, ada)
    expect(await finish(api, { challenge: begun, code: first })).toMatchObject(WRONG)

    clock.forward(LATER)
    const challenge = await beginLogin(api, ada)
    const code = await codeOf(ctx, secret)
    const reply = await finish(api, { challenge, code })
    expect(reply.status).toBe(200)
    expect((await api.as({ ...ada, token: sessionToken(reply) }).call(projects.list)).status).toBe(200)

    const again = await beginLogin(api, ada)
    expect(await finish(api, { challenge: again, code })).toMatchObject(WRONG)
    expect(await finish(api, { challenge, code })).toMatchObject(NOT_VALID)
  })

  test.for([
    [-30, 200],
    [30, 200],
    [-90, 400],
    [90, 400],
  ])(
    'with a clock that is off by %i seconds returns %i',
    async ([offBy, status], { api, given, ctx, clock }) => {
      const ada = await given.freelancer()
      const { secret } = await setUpApp(ctx, api, ada)
      // The step must not change between the app and the server.
      clock.forward({ seconds: LATER.seconds - (Math.floor(ctx.clock.now().getTime() / 1_000) % 30) })
      const challenge = await beginLogin(api, ada)
      expect((await finish(api, { challenge, code: await codeOf(ctx, secret, offBy) })).status).toBe(status)
    },
  )

  test.for(['app', 'recovery'])(
    'takes one %s code of two requests at the same instant once',
    async (kind, { api, given, ctx, clock }) => {
      const ada = await given.freelancer()
      const { secret, recoveryCodes } = await setUpApp(ctx, api, ada)
      clock.forward(LATER)
      const code = kind === 'app' ? await codeOf(ctx, secret) : (recoveryCodes[0] ?? '')
      const challenges = [await beginLogin(api, ada), await beginLogin(api, ada)]

      const replies = await Promise.all(challenges.map((challenge) => finish(api, { challenge, code })))

      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    },
  )

  test('takes each recovery code once, as people type it, and mails the account', async ({
    api,
    given,
    ctx,
    emails,
  }) => {
    const ada = await given.freelancer()
    const { recoveryCodes } = await setUpApp(ctx, api, ada)
    await emails.to(ada.email)
    const [code = ''] = recoveryCodes
    const typed = ` ${code.toUpperCase().replace('-', ' – ')} `
    expect((await finish(api, { challenge: await beginLogin(api, ada), code: typed })).status).toBe(200)
    expect(await finish(api, { challenge: await beginLogin(api, ada), code })).toMatchObject(WRONG)
    expect((await api.as(ada).call(factors.list)).body.recoveryCodesLeft).toBe(9)
    const mailed = await emails.to(ada.email)
    const used = mailed.find(({ subject }) => subject === 'A recovery code of your Portico account was used')
    expect(used?.text).toContain('9 codes are left')
  })

  test('is refused in another browser, after ten minutes, and after a new password', async ({
    api,
    given,
    ctx,
    clock,
  }) => {
    const ada = await given.freelancer()
    const { secret } = await setUpApp(ctx, api, ada)
    clock.forward(LATER)
    const [mine, theirs] = ['the-browser-of-ada-1', 'another-browser-of-1']
    const challenge = await beginLogin(api, ada, { deviceId: mine })
    const code = await codeOf(ctx, secret)
    expect(await finish(api, { challenge, code, deviceId: theirs })).toMatchObject(NOT_VALID)
    expect(await finish(api, { challenge, code })).toMatchObject(NOT_VALID)
    expect((await finish(api, { challenge, code, deviceId: mine })).status).toBe(200)

    const late = await beginLogin(api, ada)
    clock.forward({ seconds: 660 })
    expect(await finish(api, { challenge: late, code: await codeOf(ctx, secret) })).toMatchObject(NOT_VALID)

    const before = await beginLogin(api, ada)
    const { email, password } = ada
    const changed = await api
      .as(ada)
      .call(accounts.changePassword, { body: { currentPassword: password, newPassword: NEW } })
    expect(changed.status).toBe(200)
    expect(await finish(api, { challenge: before, code: await codeOf(ctx, secret) })).toMatchObject(NOT_VALID)
    await beginLogin(api, { email, password: NEW })
  })

  test('is asked for after a new password by a link too, and a challenge is no session', async ({
    api,
    given,
    ctx,
    clock,
  }) => {
    const ada = await given.freelancer()
    const { secret } = await setUpApp(ctx, api, ada)
    clock.forward(LATER)
    const token = tokenFromUrl(await issueResetLink(ctx, ada.id))
    const reply = await api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } })
    expect(reply).toMatchObject({ status: 202, body: { factors: ['app', 'recovery_code'] } })
    const { challenge } = reply.body as accounts.LoginChallenge
    expect((await api.as({ ...ada, token: challenge }).call(projects.list)).status).toBe(401)
    expect((await finish(api, { challenge, code: await codeOf(ctx, secret) })).status).toBe(200)
  })

  test('does not show who has one before the password is right', async ({ api, given, ctx }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    await setUpApp(ctx, api, ada)
    const [withFactor, without] = await Promise.all(
      [ada, eve].map(({ email }) =>
        api.as(null).call(accounts.login, { body: { email, password: 'wrong' } }),
      ),
    )
    expect(withFactor).toMatchObject({ status: 401, body: { code: 'WRONG_LOGIN' } })
    expect(without?.body).toEqual(withFactor?.body)
  })
})

describe('a remembered browser', () => {
  const remembered = async (api: Api, ctx: AppContext, ada: TestFreelancer, secret: string) => {
    const challenge = await beginLogin(api, ada)
    const { body } = await finish(api, { challenge, code: await codeOf(ctx, secret), remember: true })
    return body.rememberToken ?? ''
  }
  const status = async (api: Api, { email, password }: TestFreelancer, rememberToken: string) =>
    (await api.as(null).call(accounts.login, { body: { email, password, rememberToken } })).status

  test('is not asked again for 30 days, for this account alone', async ({ api, given, ctx, clock }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const { secret } = await setUpApp(ctx, api, ada)
    await setUpApp(ctx, api, eve)
    clock.forward(LATER)
    const token = await remembered(api, ctx, ada, secret)
    expect(await status(api, ada, token)).toBe(200)
    expect(await status(api, eve, token)).toBe(202)
    expect(await status(api, ada, 'x'.repeat(43))).toBe(202)
    clock.forward({ days: 30 })
    expect(await status(api, ada, token)).toBe(202)
  })

  test('keeps one token for several people who use it', async ({ api, given, ctx, clock }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const apps = [await setUpApp(ctx, api, ada), await setUpApp(ctx, api, eve)]
    clock.forward(LATER)
    const token = await remembered(api, ctx, ada, apps[0]?.secret ?? '')
    const challenge = await beginLogin(api, eve)
    const code = await codeOf(ctx, apps[1]?.secret ?? '')
    const body = { challenge, code, remember: true, rememberToken: token }
    expect((await api.as(null).call(accounts.loginWithCode, { body })).body.rememberToken).toBe(token)
    expect(await status(api, eve, token)).toBe(200)
  })

  test.for<[string, (api: Api, ctx: AppContext, ada: TestFreelancer) => Promise<unknown>]>([
    ['ending all other sessions', (api, _ctx, ada) => api.as(ada).call(accounts.endOtherSessions)],
    [
      'a new password by a link',
      async (api, ctx, ada) => {
        const token = tokenFromUrl(await issueResetLink(ctx, ada.id))
        await api.as(null).call(accounts.resetPassword, { body: { token, password: ada.password } })
      },
    ],
  ])('is forgotten by %s', async ([, end], { api, given, ctx, clock }) => {
    const ada = await given.freelancer()
    const { secret } = await setUpApp(ctx, api, ada)
    clock.forward(LATER)
    const token = await remembered(api, ctx, ada, secret)
    await end(api, ctx, ada)
    expect(await status(api, ada, token)).toBe(202)
  })
})

describe('turning it off', () => {
  test('removes everything, and leaves other people alone', async ({ api, given, ctx, emails }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    await setUpApp(ctx, api, ada)
    await setUpApp(ctx, api, eve)
    await emails.to(ada.email)
    expect(await api.as(ada).call(factors.removeApp)).toMatchObject({
      status: 409,
      body: { code: 'LAST_FACTOR' },
    })
    expect((await api.as(ada).call(factors.turnOff)).status).toBe(204)

    const { email, password } = ada
    expect((await api.as(null).call(accounts.login, { body: { email, password } })).status).toBe(200)
    expect((await api.as(ada).call(factors.list)).body).toMatchObject({ app: null, recoveryCodesLeft: 0 })
    await beginLogin(api, eve)
    const [mailed] = await emails.to(ada.email)
    expect(mailed?.subject).toBe('Two-step sign-in of your Portico account was turned off')
    const log = (await api.as(ada).call(audit.list, { querystring: {} })).body
    expect(log.filter(({ action }) => action.startsWith('factor.'))).toMatchObject([
      { action: 'factor.removed', details: { method: 'turned_off' } },
      { action: 'factor.added', details: { method: 'app_added' } },
    ])
  })

  test('new recovery codes end those from before, and need a factor', async ({ api, given, ctx }) => {
    const ada = await given.freelancer()
    expect((await api.as(ada).call(factors.makeRecoveryCodes)).status).toBe(404)
    const { recoveryCodes } = await setUpApp(ctx, api, ada)
    const fresh = (await api.as(ada).call(factors.makeRecoveryCodes)).body.recoveryCodes
    const challenge = await beginLogin(api, ada)
    expect(await finish(api, { challenge, code: recoveryCodes[0] ?? '' })).toMatchObject(WRONG)
    expect((await finish(api, { challenge, code: fresh[0] ?? '' })).status).toBe(200)
  })
})
