import { accounts, type Endpoint, endpoints, members } from '@portico/contract'
import { expect, test } from './fixtures.ts'

const keyOf = ({ method, url }: Endpoint) => `${method} ${url}`

/** What changes how safe an account or a workspace is, or takes its log along. */
const SENSITIVE = [
  'DELETE /auth/factors',
  'DELETE /auth/factors/app',
  'DELETE /auth/factors/passkeys/:id',
  'DELETE /auth/sessions',
  'DELETE /members/:id',
  'GET /audit/export.csv',
  'POST /auth/factors/app',
  'POST /auth/factors/passkeys',
  'POST /auth/factors/passkeys/options',
  'POST /auth/factors/recovery-codes',
  'POST /members/invitations',
  'PUT /auth/factors/app',
  'PUT /members/:id',
  'PUT /workspace/active-members',
  'PUT /workspace/second-factor',
]
/** These have the password in their body. */
const WITH_PASSWORD = ['POST /workspace/transfer', 'PUT /auth/email-change', 'PUT /auth/password']

test('every sensitive call needs a password or passkey, in the last ten minutes or in its body', async ({
  api,
  given,
  clock,
}) => {
  const having = (sensitive: unknown) =>
    endpoints.filter(({ config }) => config.sensitive === sensitive).map(keyOf)
  expect(having(true).sort()).toEqual(SENSITIVE)
  expect(having('own-password').sort()).toEqual(WITH_PASSWORD)
  const ada = await given.freelancer()
  clock.forward({ seconds: 601 })

  for (const endpoint of endpoints.filter(({ config }) => config.sensitive === true)) {
    const reply = await api.as(ada).send(endpoint, { params: { id: ada.id } })
    expect(reply, keyOf(endpoint)).toMatchObject({ status: 403, body: { code: 'CONFIRM_IT_IS_YOU' } })
  }
})

test('a password that one call has asked for is not asked for again by the next', async ({
  api,
  given,
  clock,
}) => {
  const ada = await given.freelancer()
  clock.forward({ seconds: 601 })
  const body = { currentPassword: ada.password, newPassword: 'an entirely other phrase' }

  expect((await api.as(ada).call(accounts.changePassword, { body })).status).toBe(200)

  expect((await api.as(ada).call(accounts.endOtherSessions)).status).toBe(204)
})

test('clients are not asked for a password, because they have none', async ({ api, given, clock }) => {
  const maya = await given.client(await given.freelancer())
  clock.forward({ seconds: 601 })

  expect((await api.as(maya).call(accounts.endOtherSessions)).status).toBe(204)
})

test('a new session in another workspace needs no password that was given in the first', async ({
  api,
  given,
  clock,
}) => {
  const [ada, ben] = [await given.freelancer(), await given.freelancer()]
  const { token } = await given.invitation(ada, ben)
  const inAdas = (await api.as(ben).call(members.accept, { params: { token }, body: {} })).body
  clock.forward({ seconds: 601 })
  const own = (
    await api.as({ ...ben, token: inAdas.token }).call(members.switchTo, { body: { workspaceId: ben.id } })
  ).body
  const end = (by: string) => api.as({ ...ben, token: by }).call(accounts.endOtherSessions)
  expect((await end(own.token)).status).toBe(403)

  await api.as({ ...ben, token: own.token }).call(accounts.confirm, { body: { password: ben.password } })

  expect((await end(inAdas.token)).status).toBe(204)
})
