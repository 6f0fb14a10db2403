import { accounts } from '@portico/contract'
import { describe } from 'vitest'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { isMadeOfOwnWords } from './password-rules.ts'
import { issueResetLink } from './passwords.service.ts'

const ada = { name: 'Zoë Ada Marsh', email: 'ada.lace@analytical-engines.example' }
const refused = (field: string, message: RegExp) => ({
  status: 400,
  body: {
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message),
    fields: { [field]: expect.stringMatching(message) },
  },
})

describe('a password made of own words only', () => {
  test.for([
    'AdaMarsh1990!',
    'marsh.ada',
    'ZOEZOEZOE',
    'Zoé-1234',
    '1234ada4321',
    'ada.lace@analytical-engines.example',
    'LaceExample7',
    'Portico2026!',
    'porticoportico',
    'p.o.r.t.i.c.o',
    'ada@portico',
  ])('is refused: %s', (password) => {
    expect(isMadeOfOwnWords(password, ada)).toBe(true)
  })
})

describe('a password with other words', () => {
  test.for([
    'portico demo',
    'marsh and adders',
    'ada lovelace',
    '19901990',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    'zoologist ada',
  ])('is accepted: %s', (password) => {
    expect(isMadeOfOwnWords(password, ada)).toBe(false)
  })
})

test.for([
  ['j4816z2057', false],
  ['JZMarsh1990', true],
  ['2057 4816', false],
] as const)('initials count beside other own words only: %s', ([password, isRefused]) => {
  const owner = { name: 'J. Marsh', email: 'j.z@marsh.example' }
  expect(isMadeOfOwnWords(password, owner)).toBe(isRefused)
})

test('refuses a weak password at registration', async ({ api }) => {
  const register = (password: string) =>
    api.as(null).call(accounts.register, { body: { name: 'Ada Marsh', email: uniqueEmail('ada'), password } })

  for (const password of ['password1', 'PASSWORD1', 'iloveyou', '1q2w3e4r5t', 'qwerty123456'])
    expect(await register(password), password).toMatchObject(refused('password', /most common/))
  expect(await register('AdaMarsh1')).toMatchObject(refused('password', /your name/))
  expect((await register('correct horse battery')).status).toBe(201)
})

test('refuses a weak password when it is changed, and keeps the old one', async ({ api, given }) => {
  const ada = await given.freelancer()
  const change = (newPassword: string) =>
    api.as(ada).call(accounts.changePassword, { body: { currentPassword: ada.password, newPassword } })

  expect(await change('password1')).toMatchObject(refused('newPassword', /most common/))
  expect(await change('Ada-Marsh!')).toMatchObject(refused('newPassword', /your name/))
  const login = await api
    .as(null)
    .call(accounts.login, { body: { email: ada.email, password: ada.password } })
  expect(login.status).toBe(200)
})

test('refuses a weak password by a reset link, which stays valid', async ({ api, given, ctx }) => {
  const ada = await given.freelancer()
  const token = tokenFromUrl(await issueResetLink(ctx, ada.id))
  const reset = (token: string, password: string) =>
    api.as(null).call(accounts.resetPassword, { body: { token, password } })

  expect(await reset(token, 'password1')).toMatchObject(refused('password', /most common/))
  expect(await reset(token, 'ada_marsh_1')).toMatchObject(refused('password', /your name/))
  expect(await reset('unknown', 'password1')).toMatchObject({ status: 401 })
  expect((await reset(token, 'a quite different password')).status).toBe(200)
})
