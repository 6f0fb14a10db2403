import { accounts, clients } from '@portico/contract'
import { describe } from 'vitest'
import { test as base, expect, tokenFromUrl } from '../../../test/fixtures.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { lockClient } from '../clients/clients.repository.ts'
import { deleteLinks } from '../clients/links.repository.ts'
import { enterByLink } from '../clients/links.service.ts'
import { findFreelancerByEmail } from './accounts.repository.ts'
import { startSession } from './accounts.service.ts'
import { endSessions } from './ended-sessions.service.ts'
import { passwordOwner, replacePassword } from './passwords.repository.ts'

const ROUNDS = [1, 2, 3, 4, 5]

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

test('a login that has checked the old password waits for its change, and is refused', async ({
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const checked = await findFreelancerByEmail(ctx.db, ada.email)
  const account = checked as NonNullable<typeof checked>
  const visitor = { address: '192.0.2.1' }

  const { starting } = await ctx.db.transaction().execute(async (trx) => {
    await replacePassword(trx, ada.id, { next: 'another hash' })
    await endSessions({ ...ctx, db: trx }, { side: 'freelancer', personId: ada.id })
    const starting = settled(
      ctx.db
        .transaction()
        .execute((other) => startSession({ ...ctx, db: other }, account, passwordOwner(account), visitor)),
    )
    await expect.poll(() => countLockWaits(ctx.db, '%insert into session%')).toBe(1)
    return { starting }
  })

  expect(await starting).toMatchObject({ code: 'WRONG_LOGIN' })
})

test('a login link that is being ended starts no session', async ({ given, ctx }) => {
  const maya = await given.client(await given.freelancer())

  const { entering } = await ctx.db.transaction().execute(async (trx) => {
    await lockClient(trx, maya.freelancer, maya.id)
    const entering = settled(enterByLink(ctx, tokenFromUrl(maya.loginUrl)))
    await expect.poll(() => countLockWaits(ctx.db, '%insert into session%')).toBe(1)
    await deleteLinks(trx, maya.id)
    await endSessions({ ...ctx, db: trx }, { side: 'client', personId: maya.id })
    return { entering }
  })

  expect(await entering).toMatchObject({ code: 'LINK_NOT_VALID' })
})

/** What it resolves to, or its error. */
const settled = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error)

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
