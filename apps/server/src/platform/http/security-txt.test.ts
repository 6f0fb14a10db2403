import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )

test('security.txt names a contact and expires within the year', async ({ app, ctx }) => {
  const { statusCode, headers, body } = await app.inject({ url: '/.well-known/security.txt' })

  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const { Contact, Expires = '', Canonical } = fieldsOf(body)
  expect(Contact).toBe('mailto:portico@localhost')
  expect(Canonical).toBe(`${ctx.config.publicUrl}/.well-known/security.txt`)
  const days = (Date.parse(Expires) - ctx.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(180)
  expect(days).toBeLessThan(182)
})

test.for([
  [{ SUPPORT_ADDRESS: 'Helpdesk <help@example.com>' }, 'mailto:help@example.com'],
  [{ SECURITY_CONTACT: 'https://example.com/security' }, 'https://example.com/security'],
] as const)('the contact of %o is %s', async ([env, contact], { ctx }) => {
  const { securityContact, supportAddress } = readConfig(env)
  const app = await buildApp(
    { ...ctx, config: { ...ctx.config, securityContact, supportAddress } },
    { web: false },
  )
  onTestFinished(() => app.close())

  const { body } = await app.inject({ url: '/.well-known/security.txt' })

  expect(fieldsOf(body).Contact).toBe(contact)
})

test.for(['security@example.com', 'http://example.com', 'mailto:nobody'])('%s is no contact', (value) => {
  expect(() => readConfig({ SECURITY_CONTACT: value })).toThrow('SECURITY_CONTACT must be like')
})
