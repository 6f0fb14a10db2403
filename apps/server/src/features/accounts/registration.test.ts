import { accounts } from '@portico/contract'
import { v7 as newId } from 'uuid'
import { describe } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'

const newAccount = () => ({ name: 'Ada Marsh', email: uniqueEmail('ada'), password: 'correct horse' })

describe('registering', () => {
  test('logs the freelancer in', async ({ api, ctx }) => {
    const account = newAccount()

    const { status, body } = await api
      .as(null)
      .call(accounts.register, { body: { ...account, timeZone: 'Europe/London' } })

    expect(status).toBe(201)
    expect(body.user).toEqual({
      id: expect.any(String),
      name: account.name,
      email: account.email,
      role: 'freelancer',
    })
    expect(ctx.tokens.read(body.token)).toMatchObject({
      sub: body.user.id,
      role: 'freelancer',
      name: 'Ada Marsh',
    })
    const { time_zone, plan } = await ctx.db
      .selectFrom('workspace')
      .select(['time_zone', 'plan'])
      .where('id', '=', body.user.id)
      .executeTakeFirstOrThrow()
    expect({ time_zone, plan }).toEqual({ time_zone: 'Europe/London', plan: 'free' })
  })

  test.for(['Mars/Olympus', 'FOO+3', "'; drop table client; --", '../../etc/passwd'])(
    'registers in UTC for the unknown time zone %j',
    async (timeZone, { api, ctx }) => {
      const { body } = await api.as(null).call(accounts.register, { body: { ...newAccount(), timeZone } })
      const { time_zone } = await ctx.db
        .selectFrom('freelancer')
        .select('time_zone')
        .where('id', '=', body.user.id)
        .executeTakeFirstOrThrow()
      expect(time_zone).toBe('UTC')
    },
  )

  test('returns 409 for a registered email, in any case and with spaces around it', async ({ api }) => {
    const account = newAccount()
    await api.as(null).call(accounts.register, { body: account })

    for (const email of [account.email, account.email.toUpperCase(), `  ${account.email} `]) {
      const reply = await api.as(null).call(accounts.register, { body: { ...account, email } })
      expect(reply).toMatchObject({ status: 409, body: { message: 'Email is already registered.' } })
    }
    const login = await api
      .as(null)
      .call(accounts.login, { body: { email: account.email.toUpperCase(), password: account.password } })
    expect(login.status).toBe(200)
  })

  test('treats a domain in Unicode and in punycode as one, and shows the address as it was typed', async ({
    api,
  }) => {
    const account = { ...newAccount(), email: `Ada.${newId()}@Bücher.example` }
    const inPunycode = account.email.replace('Bücher', 'xn--bcher-kva').toUpperCase()

    const registered = await api.as(null).call(accounts.register, { body: account })
    const again = await api.as(null).call(accounts.register, { body: { ...account, email: inPunycode } })
    const { password } = account
    const login = await api.as(null).call(accounts.login, { body: { email: inPunycode, password } })

    expect(registered).toMatchObject({ status: 201, body: { user: { email: account.email } } })
    expect(again.status).toBe(409)
    expect(login).toMatchObject({ status: 200, body: { user: { email: account.email } } })
  })

  test('creates one account from ten concurrent requests', async ({ api }) => {
    const account = newAccount()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.as(null).call(accounts.register, { body: account })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test.for(['name', 'email', 'password'] as const)('returns 400 without %s', async (field, { api }) => {
    const { [field]: _, ...rest } = newAccount()
    for (const body of [rest, { ...rest, [field]: '' }, { ...rest, [field]: '   ' }]) {
      expect(await api.as(null).send(accounts.register, { body })).toMatchObject({
        status: 400,
        body: { message: 'All fields are required.', fields: { [field]: expect.any(String) } },
      })
    }
  })

  test.for([
    '8 chars!',
    ' leading and trailing ',
    '🔑'.repeat(8),
    'x'.repeat(64),
    'x'.repeat(128),
    'é'.normalize('NFD').repeat(8),
  ])('accepts the password %j, and only that', async (password, { api }) => {
    const account = { ...newAccount(), password }
    expect((await api.as(null).call(accounts.register, { body: account })).status).toBe(201)
    expect(
      (await api.as(null).call(accounts.login, { body: { email: account.email, password } })).status,
    ).toBe(200)
    expect(
      (await api.as(null).call(accounts.login, { body: { email: account.email, password: `${password} ` } }))
        .status,
    ).toBe(401)
  })

  test.for(['1234567', '🔑'.repeat(7), 'x'.repeat(129), 'nul\0nul\0'])(
    'returns 400 for the password %j',
    async (password, { api }) => {
      const reply = await api.as(null).call(accounts.register, { body: { ...newAccount(), password } })
      expect(reply).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    },
  )

  test('distinguishes passwords after their 72nd character', async ({ api }) => {
    const account = { ...newAccount(), password: `${'a'.repeat(72)}X` }
    await api.as(null).call(accounts.register, { body: account })
    const reply = await api
      .as(null)
      .call(accounts.login, { body: { email: account.email, password: `${'a'.repeat(72)}Y` } })
    expect(reply.status).toBe(401)
  })

  test('returns 400 for a role, a plan or a status', async ({ api }) => {
    const reply = await api.as(null).send(accounts.register, {
      body: { ...newAccount(), role: 'admin', plan: 'enterprise', subscriptionStatus: 'active' },
    })
    expect(reply).toMatchObject({
      status: 400,
      body: { fields: { role: expect.any(String), plan: expect.any(String) } },
    })
  })
})
