import { accounts, members } from '@portico/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { createGiven } from '../../../test/given.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { complete } from '../../platform/http/public-pages.ts'

const password = 'a battery of seven horses'

async function open(env: Record<string, string>) {
  const { ctx, close } = await createTestContext({ CONFIRM_EMAIL: 'on', ...env })
  const app = await buildApp(ctx, { web: false })
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const given = createGiven(ctx)
  const post = async (url: string, payload: object) => {
    const reply = await app.inject({ method: 'POST', url: `/api${url}`, payload })
    return { status: reply.statusCode, body: reply.json() }
  }
  const register = (email: string) => post(accounts.register.url, { name: 'Tom', email, password })
  async function accept() {
    const ada = await given.freelancer()
    const { token } = await given.invitation(ada)
    return post(members.accept.url.replace(':token', token), { name: 'Lea', password })
  }
  return { register, accept }
}

test('lets nobody register who is not invited, and those who are', async () => {
  const { register, accept } = await open({ REGISTRATION: 'invited' })

  expect(await register('tom@x.example')).toMatchObject({
    status: 403,
    body: { code: 'REGISTRATION_CLOSED' },
  })
  expect(await accept()).toMatchObject({ status: 200 })
})

test('lets nobody new in when it is closed', async () => {
  const { register, accept } = await open({ REGISTRATION: 'closed' })

  const refused = {
    status: 403,
    body: { code: 'REGISTRATION_CLOSED', message: 'This Portico takes no new accounts.' },
  }
  expect(await register('tom@x.example')).toMatchObject(refused)
  expect(await accept()).toMatchObject(refused)
})

test('takes addresses of its domains, and those of other domains by invitation', async () => {
  const { register, accept } = await open({ REGISTRATION_DOMAINS: 'Marsh.example, x.example' })

  for (const email of ['tom@y.example', 'tom@sub.x.example', 'x.example@y.example'])
    expect(await register(email), email).toMatchObject({
      status: 403,
      body: {
        code: 'EMAIL_DOMAIN_NOT_ALLOWED',
        fields: { email: 'Please register with an address at marsh.example or x.example.' },
      },
    })
  expect(await register('tom@X.example')).toMatchObject({ status: 201 })
  expect(await accept()).toMatchObject({ status: 200 })
})

test('is refused as a setting that would protect nothing', () => {
  expect(() => readConfig({ REGISTRATION_DOMAINS: 'x.example' })).toThrow(
    'REGISTRATION_DOMAINS needs CONFIRM_EMAIL=on',
  )
  for (const domains of ['x', 'a@x.example', '*.x.example', 'x.example,'])
    expect(() => readConfig({ CONFIRM_EMAIL: 'on', REGISTRATION_DOMAINS: domains }), domains).toThrow(
      /must be domains/,
    )
  expect(() => readConfig({ REGISTRATION: 'off' })).toThrow(
    'REGISTRATION must be one of open, invited, closed.',
  )
})

test('is written into the pages', () => {
  const html =
    '<html data-registration="portico-registration-is-mode" data-registration-domains="portico-registration-is-domains-only"><p>Free.portico-registration-is-domains</p>' +
    'portico-registration-begin<!-- --><form></form>portico-registration-otherwise<p>portico-registration-is-text</p>portico-registration-end'

  expect(complete(html, readConfig({ CONFIRM_EMAIL: 'on', REGISTRATION_DOMAINS: 'x.example' }))).toBe(
    '<html data-registration="open" data-registration-domains="x.example"><p>Free. Register with an address at x.example.</p><form></form>',
  )
  expect(complete(html, readConfig({ REGISTRATION: 'closed' }))).toBe(
    '<html data-registration="closed" data-registration-domains=""><p>Free.</p><p>This Portico takes no new accounts.</p>',
  )
})
