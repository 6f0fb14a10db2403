import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { AppContext } from '../context.ts'
import { mailboxRoutes } from './mailbox.ts'
import { createMailer } from './mailer.ts'

const DEV_KEY = 'key-of-a-test'
const LINK = 'http://localhost:3000/client-login?token=abc'
const email = {
  to: { name: '<b>Maya</b>', address: 'maya@example.test' },
  subject: '{{7*7}} <script>alert(1)</script>',
  text: `Hello.\n${LINK}\n`,
  html: `<!doctype html><html><head></head><body><a href="${LINK}">Open my portal</a></body></html>`,
}

test('lists an email, shows it in a frame, and opens its links in a new tab', async () => {
  const { get, mail } = await open()
  await mail.send(email)
  const [{ id }] = (await get('mailbox.json')).json()

  const list = await get('mailbox')
  const page = await get(`mailbox/${id}`)
  const framed = await get(`mailbox/${id}/email`)

  for (const { body } of [list, page]) {
    expect(body).toContain('{{7*7}} &#60;script&#62;')
    expect(body).not.toContain('<script')
    expect(body).not.toContain('<b>')
  }
  expect(list.body).toContain(`<a href="mailbox/${id}">`)
  expect(page.body).toContain(`<iframe src="${id}/email"`)
  expect(page.body).toContain(`<a href="${LINK}" target="_blank"`)
  expect(framed.body).toBe(email.html.replace('<head>', '<head><base target="_blank">'))
})

test('blocks scripts in an email, and frames by other pages', async () => {
  const { get, mail } = await open()
  await mail.send(email)
  const [{ id }] = (await get('mailbox.json')).json()

  const { headers } = await get(`mailbox/${id}/email`)

  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  )
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  const page = await get('mailbox')
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.headers['cache-control']).toBe('no-store')
})

test('returns the emails to one address as JSON, in any case, newest first', async () => {
  const { get, mail } = await open()
  for (const subject of ['first', 'second']) await mail.send({ ...email, subject })
  await mail.send({ ...email, to: { address: 'tom@example.test' } })

  const reply = await get('mailbox.json?to=MAYA%40example.test')

  expect(reply.json()).toMatchObject([
    { subject: 'second', to: email.to, text: email.text, html: email.html },
    { subject: 'first' },
  ])
  expect((await get('mailbox.json?to=a&to=b')).json()).toEqual([])
})

test('lists emails with priority before newer ones', async () => {
  const { get, mail } = await open()
  await mail.send({ ...email, subject: 'Urgent', priority: 'high' })
  await mail.send({ ...email, subject: 'Newer' })

  const { body } = await get('mailbox')

  expect(body.indexOf('Urgent')).toBeLessThan(body.indexOf('Newer'))
})

test('returns 404 for an unknown email and for a path as id', async () => {
  const { get } = await open()

  for (const id of ['0198c0de-0000-7000-8000-000000000000', '..%2f..%2fsecret', 'x', '%00'])
    expect((await get(`mailbox/${id}`)).statusCode).toBe(404)
})

test.for([
  ['in production', { NODE_ENV: 'production', APP_SECRET: 'x'.repeat(32), MAIL: 'captured' }],
  ['when emails are sent', { SMTP_URL: 'smtp://127.0.0.1' }],
  ['when others can reach this machine', { HOST: '0.0.0.0' }],
] as const)('has no mailbox %s', async ([, env]) => {
  const { get } = await open(env)

  for (const path of ['mailbox', 'mailbox.json']) expect((await get(path)).statusCode).toBe(404)
})

test('has no mailbox without the key of the development pages', async () => {
  const { app } = await open()

  for (const url of ['/dev/mailbox', '/dev/mailbox.json', '/dev/another-key/mailbox.json'])
    expect((await app.inject({ url, headers: { connection: 'keep-alive' } })).statusCode, url).toBe(404)
})

test('previews every email in the light and the dark theme without sending it', async () => {
  const { get } = await open()

  expect((await get('mailbox')).body).toContain('href="emails"')
  expect((await get('emails')).body).toContain('<a href="emails/0">Any email</a>')
  const page = await get('emails/0')
  expect(page.body).toContain('Hello.')
  for (const scheme of ['light', 'dark']) {
    expect(page.body).toContain(`src="0/${scheme}"`)
    const framed = await get(`emails/0/${scheme}`)
    expect(framed.body).toContain('Open my portal')
    expect(framed.headers['content-security-policy']).toContain("default-src 'none'")
  }
  expect((await get('mailbox.json')).json()).toEqual([])
  for (const unknown of ['emails/1', 'emails/x', 'emails/0/pink'])
    expect((await get(unknown)).statusCode).toBe(404)
})

test.for([
  { NODE_ENV: 'production', APP_SECRET: 'x'.repeat(32), MAIL: 'captured' },
  { HOST: '0.0.0.0' },
  { SMTP_URL: 'smtp://mail.example' },
] as Record<string, string>[])('serves no previews with %j', async (env) => {
  const { get } = await open(env)
  for (const url of ['emails', 'emails/0', 'emails/0/dark']) expect((await get(url)).statusCode).toBe(404)
})

async function open(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-mailbox-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DEV_KEY, ...env })
  const mail = createMailer(config)
  const app = Fastify()
  app.decorate('ctx', { config } as AppContext)
  await app.register(mailboxRoutes, {
    prefix: `/dev/${DEV_KEY}`,
    previews: async () => [{ name: 'Any email', write: () => email }],
  })
  onTestFinished(async () => {
    await app.close()
    await rm(dataDir, { recursive: true })
  })
  const get = (page: string) => app.inject({ url: `/dev/${DEV_KEY}/${page}` })
  return { app, get, mail }
}
