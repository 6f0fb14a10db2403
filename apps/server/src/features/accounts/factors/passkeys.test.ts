import { accounts, factors } from '@portico/contract'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { type Api, expect, test } from '../../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../../test/given.ts'

type Authenticator = ReturnType<typeof createAuthenticator>

const NOT_VALID = { status: 400, body: { code: 'PASSKEY_NOT_VALID' } }

async function addPasskey(api: Api, ada: TestFreelancer, authenticator: Authenticator) {
  const { challenge, passkey } = (await api.as(ada).call(factors.startPasskey)).body
  const body = { challenge, name: 'MacBook Air', passkey: authenticator.register(passkey) }
  return api.as(ada).call(factors.addPasskey, { body })
}

async function logInAlone(api: Api, authenticator: Authenticator) {
  const begun = (await api.as(null).call(accounts.beginPasskeyLogin, { body: {} })).body
  const body = { challenge: begun.challenge, passkey: authenticator.authenticate(begun.passkey) }
  return { reply: await api.as(null).call(accounts.loginWithPasskey, { body }), body }
}

test('a passkey logs in alone and after a password, each challenge once', async ({ api, given, ctx }) => {
  const ada = await given.freelancer()
  const authenticator = createAuthenticator({ origin: ctx.config.publicUrl })
  expect((await addPasskey(api, ada, authenticator)).body.recoveryCodes).toHaveLength(10)

  const { reply, body } = await logInAlone(api, authenticator)
  expect(reply).toMatchObject({ status: 200, body: { user: { id: ada.id } } })
  expect(await api.as(null).call(accounts.loginWithPasskey, { body })).toMatchObject({
    status: 400,
    body: { code: 'CHALLENGE_NOT_VALID' },
  })

  const { email, password } = ada
  const begun = await api.as(null).call(accounts.login, { body: { email, password } })
  expect(begun).toMatchObject({ status: 202, body: { factors: ['passkey', 'recovery_code'] } })
  const { challenge, passkey } = begun.body as accounts.LoginChallenge
  const answer = authenticator.authenticate(passkey ?? { challenge: '' })
  const second = await api.as(null).call(accounts.loginWithPasskey, { body: { challenge, passkey: answer } })
  expect(second.status).toBe(200)
})

test('refuses a passkey of another address, of an unknown device, without a check of who holds it, and a copied one', async ({
  api,
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const { publicUrl } = ctx.config
  const elsewhere = createAuthenticator({ origin: 'https://evil.example' })
  expect(await addPasskey(api, ada, elsewhere)).toMatchObject(NOT_VALID)

  const authenticator = createAuthenticator({ origin: publicUrl })
  await addPasskey(api, ada, authenticator)
  const unchecked = createAuthenticator({ origin: publicUrl, verifies: false })
  await addPasskey(api, ada, unchecked)
  expect((await logInAlone(api, createAuthenticator({ origin: publicUrl }))).reply).toMatchObject(NOT_VALID)
  expect((await logInAlone(api, unchecked)).reply).toMatchObject(NOT_VALID)
  expect((await logInAlone(api, authenticator)).reply.status).toBe(200)
  authenticator.goBack(2)
  expect((await logInAlone(api, authenticator)).reply).toMatchObject(NOT_VALID)
})

test('a passkey made for another address of the portal is shown as disabled, and still asked for besides the password', async ({
  api,
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const authenticator = createAuthenticator({ origin: ctx.config.publicUrl })
  await addPasskey(api, ada, authenticator)
  await ctx.db
    .updateTable('passkey')
    .set({ host: 'old.example' })
    .where('freelancer_id', '=', ada.id)
    .execute()

  const { passkeys } = (await api.as(ada).call(factors.list)).body
  expect(passkeys).toMatchObject([{ name: 'MacBook Air', worksHere: false }])
  expect((await logInAlone(api, authenticator)).reply).toMatchObject(NOT_VALID)
  const { email, password } = ada
  expect(await api.as(null).call(accounts.login, { body: { email, password } })).toMatchObject({
    status: 202,
    body: { factors: ['recovery_code'] },
  })
})

test('keeps the last passkey that works, and leaves those of others alone', async ({ api, given, ctx }) => {
  const [ada, eve] = [await given.freelancer(), await given.freelancer()]
  for (let count = 0; count < 2; count++)
    await addPasskey(api, ada, createAuthenticator({ origin: ctx.config.publicUrl }))
  const [first, second] = (await api.as(ada).call(factors.list)).body.passkeys
  const remove = (person: TestFreelancer, id = '') =>
    api.as(person).call(factors.removePasskey, { params: { id } })
  expect((await remove(eve, first?.id)).status).toBe(404)
  expect((await remove(ada, first?.id)).status).toBe(204)
  expect(await remove(ada, second?.id)).toMatchObject({ status: 409, body: { code: 'LAST_FACTOR' } })
})

test('a sensitive call needs the password or a passkey again after ten minutes', async ({
  api,
  given,
  ctx,
  clock,
}) => {
  const ada = await given.freelancer()
  const authenticator = createAuthenticator({ origin: ctx.config.publicUrl })
  await addPasskey(api, ada, authenticator)
  const NEEDED = { status: 403, body: { code: 'CONFIRM_IT_IS_YOU' } }
  const end = () => api.as(ada).call(accounts.endOtherSessions)
  expect((await end()).status).toBe(204)

  clock.forward({ seconds: 601 })
  expect(await end()).toMatchObject(NEEDED)
  expect(await api.as(ada).call(accounts.confirm, { body: { password: 'wrong' } })).toMatchObject({
    status: 400,
    body: { code: 'WRONG_PASSWORD' },
  })
  expect(await end()).toMatchObject(NEEDED)
  expect((await api.as(ada).call(accounts.confirm, { body: { password: ada.password } })).status).toBe(204)
  expect((await end()).status).toBe(204)

  clock.forward({ seconds: 601 })
  expect(await end()).toMatchObject(NEEDED)
  const begun = (await api.as(ada).call(accounts.beginConfirm)).body
  const body = { challenge: begun.challenge, passkey: authenticator.authenticate(begun.passkey) }
  const eve = await given.freelancer()
  expect((await api.as(eve).call(accounts.confirmWithPasskey, { body })).status).toBe(400)
  expect((await api.as(ada).call(accounts.confirmWithPasskey, { body })).status).toBe(204)
  expect((await end()).status).toBe(204)
})
