import { accounts, clients } from '@portico/contract'
import { describe } from 'vitest'
import { test as base, expect, tokenFromUrl } from '../../../test/fixtures.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { issueResetLink } from './passwords.service.ts'

const ROUNDS = [1, 2, 3, 4, 5]
/** Hashing passwords takes long. */
const FEWER_ROUNDS = [1, 2, 3]
const NEW = 'a quite different password'

interface Reply {
  status: number
  body: { token: string }
}

const test = base
  .extend('enter', ({ api }) => ({ loginUrl }: { loginUrl: string }) => {
    return api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })
  })
  .extend('login', ({ api }) => ({ email, password }: { email: string; password: string }) => {
    return api.as(null).call(accounts.login, { body: { email, password } })
  })
  .extend('expectNoneAlive', ({ app }) => async (replies: Reply[]) => {
    for (const { status } of replies) expect([200, 401]).toContain(status)
    const responses = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) =>
        app.inject({
          method: 'GET',
          url: '/api/files/limits',
          headers: { authorization: `Bearer ${body.token}` },
        }),
      )
    for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(401)
  })

/** Starts twelve sessions at once, and ends them meanwhile. */
async function during<T>(make: () => Promise<Reply>, end: () => Promise<T>) {
  const before = Array.from({ length: 6 }, make)
  const ending = end()
  const after = Array.from({ length: 6 }, make)
  return { made: await Promise.all([...before, ...after]), ended: await ending }
}

describe('a login link exchanged during', () => {
  test('a reset of access starts no session that outlives it', async ({
    api,
    given,
    enter,
    expectNoneAlive,
  }) => {
    for (const _ of ROUNDS) {
      const { ended } = await expectWithinASecond(async () => {
        const maya = await given.client(await given.freelancer())
        const { made, ended } = await during(
          () => enter(maya),
          () => api.as(maya.freelancer).call(clients.resetAccess, { params: { id: maya.id } }),
        )
        return { isOver: () => expectNoneAlive(made), ended }
      })
      expect((await enter(ended.body)).status).toBe(200)
    }
  })

  test('a change of email starts no session that outlives it', async ({
    api,
    given,
    enter,
    expectNoneAlive,
  }) => {
    for (const _ of ROUNDS) {
      await expectWithinASecond(async () => {
        const maya = await given.client(await given.freelancer())
        const body = { email: given.newClient().email }
        const { made, ended } = await during(
          () => enter(maya),
          () => api.as(maya.freelancer).call(clients.update, { params: { id: maya.id }, body }),
        )
        expect(ended.status).toBe(200)
        return { isOver: () => expectNoneAlive(made) }
      })
    }
  })

  test('the deletion of the client starts no session that outlives it', async ({
    api,
    given,
    enter,
    expectNoneAlive,
  }) => {
    for (const _ of ROUNDS) {
      await expectWithinASecond(async () => {
        const maya = await given.client(await given.freelancer())
        const { made, ended } = await during(
          () => enter(maya),
          () => api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } }),
        )
        expect(ended.status).toBe(204)
        return { isOver: () => expectNoneAlive(made) }
      })
    }
  })
})

describe('a login with the old password during', () => {
  test('a reset starts no session that outlives it', async ({ api, given, login, expectNoneAlive, ctx }) => {
    for (const _ of FEWER_ROUNDS) {
      const { ended, ada } = await expectWithinASecond(async () => {
        const ada = await given.freelancer()
        const token = tokenFromUrl(await issueResetLink(ctx, ada.id))
        const { made, ended } = await during(
          () => login(ada),
          () => api.as(null).call(accounts.resetPassword, { body: { token, password: NEW } }),
        )
        return { isOver: () => expectNoneAlive(made), ended, ada }
      })
      expect((await api.as({ ...ada, token: ended.body.token }).call(accounts.me)).status).toBe(200)
    }
  })

  test('a change of password starts no session that outlives it', async ({
    api,
    given,
    login,
    expectNoneAlive,
  }) => {
    for (const _ of FEWER_ROUNDS) {
      const { ada } = await expectWithinASecond(async () => {
        const ada = await given.freelancer()
        const body = { currentPassword: ada.password, newPassword: NEW }
        const { made, ended } = await during(
          () => login(ada),
          () => api.as(ada).call(accounts.changePassword, { body }),
        )
        expect(ended.status).toBe(200)
        return { isOver: () => expectNoneAlive(made), ada }
      })
      expect((await api.as(ada).call(accounts.me)).status).toBe(200)
    }
  })
})

test('accepts one of two concurrent changes of a password', async ({ api, given, login }) => {
  const ada = await given.freelancer()
  const chosen = ['the first of two choices', 'the second of two choices']

  const replies = await Promise.all(
    chosen.map((newPassword) =>
      api.as(ada).call(accounts.changePassword, { body: { currentPassword: ada.password, newPassword } }),
    ),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  const logins = await Promise.all(chosen.map((password) => login({ ...ada, password })))
  expect(logins.map(({ status }) => status)).toEqual(
    replies.map(({ status }) => (status === 200 ? 200 : 401)),
  )
})
