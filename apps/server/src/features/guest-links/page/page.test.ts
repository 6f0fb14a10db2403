import { hash, randomBytes } from 'node:crypto'
import { guestLinks, requests } from '@portico/contract'
import pino from 'pino'
import { test as base, expect } from '../../../../test/fixtures.ts'
import { formOf } from '../../../../test/forms.ts'
import { buildApp } from '../../../app.ts'
import { TooMuchAtOnce } from '../../../platform/http/errors.ts'
import { throwIfLimited } from '../../../platform/limits/limits.ts'

const test = base
  .extend('maya', async ({ given }) => given.client(await given.freelancer({ name: 'Ada <i>Marsh</i>' })))
  .extend('menu', ({ given, maya }) => given.project(maya))
  .extend('asked', ({ given, maya, menu }) =>
    given.requests(maya.freelancer, menu, [
      { title: 'Photo', kind: 'file' },
      { title: 'Opening hours', details: 'From March.', kind: 'text' },
    ]),
  )
  .extend('tokens', async ({ given, maya, asked: [photo, hours] }) => ({
    file: (await given.guestLink(maya, photo)).token,
    text: (await given.guestLink(maya, hours)).token,
  }))

const typed = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
})

test('shows a form without scripts or resources of other origins', async ({ app, tokens }) => {
  const page = await app.inject(`/give/${tokens.file}`)

  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
  })
  expect(page.headers).not.toHaveProperty('set-cookie')
  expect(page.body).toContain('Ada &#60;i&#62;Marsh&#60;/i&#62;')
  expect(page.body).not.toContain('<i>')
  expect(page.body).not.toContain(tokens.file)
  for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]*)"/g))
    expect(url).toMatch(/^(\/(give|favicon).*)?$/)
  for (const path of ['style.css', 'send.js'])
    expect((await app.inject(`/give/${path}`)).statusCode).toBe(200)
})

test.for(['file', 'text'] as const)(
  'a file that is dropped beside the fields of a %s form does not replace the page',
  async (kind, { app, tokens }) => {
    const page = await app.inject(`/give/${tokens[kind]}`)

    const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(page.body) ?? []
    expect(script).toContain("addEventListener('drop'")
    expect(page.headers['content-security-policy']).toContain(`'sha256-${hash('sha256', script, 'base64')}'`)
  },
)

test('accepts files from the form', async ({ api, app, maya, menu, tokens }) => {
  const file = (name: string) =>
    ['file', { name, type: 'image/jpeg', bytes: Buffer.from('8 bytes.') }] as const
  const form = formOf([['name', 'Sam'], file('a.jpg'), file('b.jpg')])

  const page = await app.inject({
    method: 'POST',
    url: `/give/${tokens.file}`,
    headers: { 'content-type': form.type },
    payload: form.bytes,
  })

  expect(page.statusCode).toBe(201)
  expect(page.body).toContain('Thank you, Sam.')
  expect(page.body).toContain('2 files (a.jpg and b.jpg)')
  expect(page.body).toContain('you can close this page')
  const { body } = await api.as(maya).call(requests.ofProject, { params: { id: menu.id } })
  expect(body.requests[0]?.files.map(({ author }) => author)).toEqual([
    'Sam (asked by Maya)',
    'Sam (asked by Maya)',
  ])
})

test('accepts as many files as the link still takes, and says so when there are more', async ({
  app,
  ctx,
  tokens,
  asked: [photo],
}) => {
  const give = (count: number) => {
    const file = (_: unknown, i: number) =>
      ['file', { name: `${i}.jpg`, type: 'image/jpeg', bytes: Buffer.from('8 bytes.') }] as const
    const form = formOf([['name', 'Sam'], ...Array.from({ length: count }, file)])
    const headers = { 'content-type': form.type }
    return app.inject({ method: 'POST', url: `/give/${tokens.file}`, headers, payload: form.bytes })
  }
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of ctx.storage.list()) keys.push(key)
    return keys.length
  }
  await ctx.db.updateTable('guest_link').set({ uses: 175 }).where('request_id', '=', photo.id).execute()
  const before = await stored()

  const refused = await give(26)
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('You can send 25 files with this link.')
  expect(await stored()).toBe(before)

  expect((await give(25)).body).toContain('Thank you, Sam.')
  expect(await stored()).toBe(before + 25)
})

test('accepts a text, and keeps the typed values when it is refused', async ({
  api,
  app,
  maya,
  menu,
  tokens,
}) => {
  const url = `/give/${tokens.text}`

  const refused = await app.inject({ url, ...typed({ name: 'www.sam.test', text: 'Eight to "six".' }) })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Name cannot have a web or email address or a line break in it.')
  expect(refused.body).toContain('value="www.sam.test"')
  expect(refused.body).toContain('Eight to &#34;six&#34;.')

  const text = `Eight to six.\r\n${'é'.repeat(9_980)}`
  expect((await app.inject({ url, ...typed({ name: 'Sam', text }) })).statusCode).toBe(201)
  const { body } = await api.as(maya).call(requests.ofProject, { params: { id: menu.id } })
  expect(body.requests[1]?.answers).toMatchObject([{ text: text.replace('\r\n', '\n') }])
})

test('shows a text that was refused for the moment in a form that sends it again', async ({
  app,
  ctx,
  tokens,
}) => {
  const run = async (): Promise<never> => {
    throwIfLimited(60)
    throw new Error('not limited')
  }
  const busy = await buildApp({ ...ctx, limits: { ...ctx.limits, give: { run } } }, { web: false })
  const url = `/give/${tokens.text}`

  const refused = await busy.inject({ url, ...typed({ name: 'Sam "S"', text: 'Eight <to> six.' }) })
  await busy.close()

  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('<input type="hidden" name="name" value="Sam &#34;S&#34;">')
  expect(refused.body).toMatch(/<textarea[^>]*>\nEight &#60;to&#62; six\.<\/textarea>/)
  expect((await app.inject({ url, ...typed({ name: 'Sam', text: 'Eight to six.' }) })).statusCode).toBe(201)
})

test('logs no error when one account asks for too much at once', async ({ ctx, tokens }) => {
  const levels: number[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void levels.push(JSON.parse(line).level) })
  const run = async (): Promise<never> => {
    throw new TooMuchAtOnce()
  }
  const busy = await buildApp({ ...ctx, log, limits: { ...ctx.limits, give: { run } } }, { web: false })

  const refused = await busy.inject({
    url: `/give/${tokens.text}`,
    ...typed({ name: 'Sam', text: 'Eight.' }),
  })
  await busy.close()

  expect(refused.statusCode).toBe(503)
  expect(levels).not.toContain(pino.levels.values.error)
})

test('accepts forms only', async ({ app, tokens }) => {
  for (const payload of ['{"name":1,"text":2}', '{"name":{}}', 'null']) {
    const headers = { 'content-type': 'application/json' }
    const page = await app.inject({ method: 'POST', url: `/give/${tokens.text}`, headers, payload })
    expect(page.statusCode).toBe(415)
  }
})

test('shows the same page for a wrong and a revoked link', async ({
  api,
  app,
  maya,
  asked: [photo],
  tokens,
}) => {
  const wrong = await app.inject(`/give/${randomBytes(32).toString('base64url')}`)
  const [link] = (await api.as(maya).call(guestLinks.list, { params: { id: photo.id } })).body
  await api.as(maya).call(guestLinks.remove, { params: { id: photo.id, linkId: link?.id ?? '' } })
  const revoked = await app.inject(`/give/${tokens.file}`)
  const given = await app.inject({ url: `/give/${tokens.file}`, ...typed({ name: 'Sam', text: 'x' }) })

  expect(wrong.body).toContain('This link no longer works.')
  for (const page of [revoked, given]) {
    expect(page.body).toBe(wrong.body)
    expect(page.statusCode).toBe(404)
  }
})

test('writes no token to the log', async ({ ctx, tokens }) => {
  let lines = ''
  const log = pino({ level: 'debug' }, { write: (line: string) => (lines += line) })
  const app = await buildApp({ ...ctx, log }, { web: false })
  for (const token of [tokens.file, 'wrong-token']) {
    await app.inject(`/give/${token}`)
    await app.inject(`/api/give/${token}`)
    await app.inject({ method: 'POST', url: `/api/give/${token}`, payload: '{' })
    await app.inject({ method: 'POST', url: `/api/give/${token}/tus` })
    await app.inject(`/Give/${token}/unknown?${token}`)
  }
  await app.close()

  expect(lines).toContain('/give/…')
  expect(lines).not.toMatch(new RegExp(`${tokens.file}|wrong-token`))
})
