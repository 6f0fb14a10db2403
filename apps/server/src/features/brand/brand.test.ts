import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, audit, brand, clients } from '@portico/contract'
import fastify from 'fastify'
import sharp from 'sharp'
import { describe } from 'vitest'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { createPageHandler } from '../../platform/http/public-pages.ts'
import { findBrandOfLink } from './brand.service.ts'

const svg = (inner: string, size = 'width="300" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`)
const RECT = '<rect x="10" y="10" width="280" height="80" fill="#111111"/>'

const rectangle = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

const set = (body: brand.BrandChange) => [brand.change, { body }] as const
const base64 = (bytes: Buffer) => bytes.toString('base64')

test('clients see name, logo and colour', async ({ api, app, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)

  const { body } = await api
    .as(ada)
    .call(...set({ name: 'Marsh Studio', colour: '#FFD400', logo: base64(svg(RECT)) }))

  expect(body).toMatchObject({ name: 'Marsh Studio', colour: '#ffd400', logo: { plate: 'dark' } })
  const seen = (await api.as(maya).call(clients.myFreelancer)).body.freelancer.brand
  expect(seen).toMatchObject({ name: 'Marsh Studio', logo: body.logo, showMadeWith: true })
  expect(seen?.css).toContain('--primary:#ffd400')
  const picture = await app.inject(body.logo?.path ?? '')
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  // Without its transparent edges.
  const { width = 0, height = 0 } = await sharp(picture.rawPayload).metadata()
  expect([width, height]).toEqual([body.logo?.width, body.logo?.height])
  expect(width / height).toBeCloseTo(3.5, 1)
})

test('a replaced logo is shown at the address of the one before, and kept for minutes only', async ({
  api,
  app,
  given,
}) => {
  const ada = await given.freelancer()
  const first = await api.as(ada).call(...set({ logo: base64(svg(RECT)) }))
  const other = base64(svg('<circle cx="50" cy="50" r="40"/>', 'width="100" height="100"'))

  const second = await api.as(ada).call(...set({ logo: other }))

  const old = await app.inject(first.body.logo?.path ?? '')
  expect(old.headers['cache-control']).toBe('public, max-age=300')
  expect(old.rawPayload).toEqual((await app.inject(second.body.logo?.path ?? '')).rawPayload)
})

test('the icon is a squarish logo, else the first letter on the colour', async ({ api, app, given }) => {
  const ada = await given.freelancer({ name: 'Ada Marsh' })
  const centre = async () => {
    const { rawPayload } = await app.inject(`/brand/${ada.workspaceId}/1/icon-192.png`)
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray(0, 3)]
  }

  await api.as(ada).call(...set({ colour: '#ffd400' }))
  expect(await centre()).toEqual([255, 212, 0])
  await api
    .as(ada)
    .call(...set({ logo: base64(svg('<circle cx="50" cy="50" r="50"/>', 'width="100" height="100"')) }))
  expect(await centre()).toEqual([255, 255, 255])
})

describe('a logo that is refused', () => {
  const wide = async () => rectangle(2_000, 30, '#123456').png().toBuffer()
  const logos: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['longer than twelve times its height', wide, /too long/],
    ['one pixel high', () => rectangle(20_000, 1, '#123456').png().toBuffer(), /too small/],
    ['a long drawing', () => svg(RECT, 'width="20000" height="1"'), /too long/],
    ['text', () => Buffer.from('not a picture'), /no PNG/],
    ['a page that begins like a drawing', () => Buffer.from('<!-- --><html><svg></svg></html>'), /no PNG/],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'), /no PNG/],
    ['a GIF', () => rectangle(60, 60, '#123456').gif().toBuffer(), /no PNG/],
    ['half of a picture', async () => (await wide()).subarray(0, 60), /no PNG/],
    [
      'nothing but transparency',
      () => rectangle(60, 60, '#00000000').png().toBuffer(),
      /nothing to be seen|no PNG/,
    ],
    [
      'moving',
      () => svg(`<rect width="9" height="9"><animate attributeName="x" to="5"/></rect>`),
      /stands still/,
    ],
    [
      'with entities',
      () => Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>'),
      /no PNG/,
    ],
    ['a bomb of references', bomb, /no PNG|nothing to be seen/],
  ]
  test.for(logos)('%s', async ([, make, message], { api, given }) => {
    const ada = await given.freelancer()

    const reply = await api.as(ada).call(...set({ logo: base64(await make()) }))

    expect(reply).toMatchObject({ status: 400, body: { fields: { logo: expect.stringMatching(message) } } })
    expect((await api.as(ada).call(brand.get)).body.logo).toBeNull()
  })

  /** Ten levels, each of which draws the one before ten times. */
  function bomb() {
    const levels = Array.from(
      { length: 10 },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    )
    return svg(`<defs><rect id="l0" width="2" height="2"/>${levels.join('')}</defs><use href="#l10"/>`)
  }
})

test('a drawing loads nothing from elsewhere and runs nothing', async ({ api, app, given }) => {
  const ada = await given.freelancer()
  const evil = `${RECT}<script>alert(1)</script><image href="file:///etc/passwd" width="9" height="9"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>`

  const { body } = await api.as(ada).call(...set({ logo: base64(svg(evil)) }))

  const { rawPayload } = await app.inject(body.logo?.path ?? '')
  expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect(rawPayload.includes('script')).toBe(false)
})

test.for(['red', '#fff', '#12345g', '#123456;}body{display:none', 'url(https://evil.example)'])(
  'refuses the colour %s',
  async (colour, { api, given }) => {
    const reply = await api.as(await given.freelancer()).call(...set({ colour }))
    expect(reply).toMatchObject({ status: 400, body: { fields: { colour: expect.any(String) } } })
  },
)

test('without the plan it is stored, and clients see none of it', async ({ api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const maya = await given.client(ada)

  const { body } = await api.as(ada).call(...set({ colour: '#0a66c2', showMadeWith: false }))

  expect(body).toMatchObject({ colour: '#0a66c2', isInPlan: false, mayHideMadeWith: false })
  expect((await api.as(maya).call(clients.myFreelancer)).body.freelancer.brand).toBeNull()
})

test('the smallest plan with a brand goes on to mention Portico', async ({ api, given }) => {
  const [ada, eve] = [await given.freelancer({ plan: 'starter' }), await given.freelancer({ plan: 'pro' })]
  for (const each of [ada, eve]) await api.as(each).call(...set({ showMadeWith: false }))

  const shown = async (client: Awaited<ReturnType<typeof given.client>>) =>
    (await api.as(client).call(clients.myFreelancer)).body.freelancer.brand?.showMadeWith
  expect([await shown(await given.client(ada)), await shown(await given.client(eve))]).toEqual([true, false])
})

test('owner and admins change it, and the log says what was changed', async ({ api, given }) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  const [ben, eve] = [await given.member(ada, { role: 'admin', sees: 'all' }), await given.member(ada)]

  expect((await api.as(ben).call(...set({ colour: '#0a66c2' }))).status).toBe(200)
  expect((await api.as(eve).call(...set({ colour: '#111111' }))).body).toMatchObject({
    code: 'MANAGERS_ONLY',
  })
  const { body } = await api.as(ada).call(audit.list, { querystring: { group: 'settings' } })
  expect(body).toMatchObject([
    { action: 'settings.brand_changed', actor: { id: ben.id }, details: { method: 'colour' } },
  ])
})

test('two who change different fields at once both succeed', async ({ api, given }) => {
  const ada = await given.freelancer()

  await Promise.all([
    api.as(ada).call(...set({ colour: '#0a66c2' })),
    api.as(ada).call(...set({ logo: base64(svg(RECT)) })),
    api.as(ada).call(...set({ replyTo: 'hello@marsh.example' })),
  ])

  expect((await api.as(ada).call(brand.get)).body).toMatchObject({
    colour: '#0a66c2',
    logo: { plate: 'dark' },
    replyTo: 'hello@marsh.example',
  })
})

test('emails to clients have name, logo and colour, and replies go where the workspace says; those to members stay as they are', async ({
  api,
  ctx,
  emails,
  given,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const changes = { name: 'Marsh Studio', colour: '#0a66c2', replyTo: 'hello@marsh.example' }
  const { body } = await api.as(ada).call(...set({ ...changes, logo: base64(svg(RECT)) }))

  await api.as(null).call(clients.requestLink, { body: { email: maya.email } })
  await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })

  const [toClient] = await emails.to(maya.email)
  expect(toClient).toMatchObject({
    from: { name: 'Marsh Studio' },
    replyTo: { name: 'Marsh Studio', address: 'hello@marsh.example' },
    text: expect.stringMatching(/^Marsh Studio\nAda Marsh/),
  })
  expect(toClient?.html).toContain(ctx.config.publicUrl + body.logo?.path)
  expect(toClient?.html).toContain('#0a66c2')
  const [toMember] = await emails.to(ada.email)
  expect(toMember?.html).not.toMatch(/#0a66c2|brand/)
})

test('emails have the look of Portico when the plan has no brand', async ({ api, emails, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const maya = await given.client(ada)
  await api.as(ada).call(...set({ name: 'Marsh Studio', colour: '#0a66c2', replyTo: 'hello@marsh.example' }))

  await api.as(null).call(clients.requestLink, { body: { email: maya.email } })

  const [email] = await emails.to(maya.email)
  expect(email).toMatchObject({ from: { name: 'Ada Marsh via Portico' }, replyTo: { address: ada.email } })
  expect(email?.html).not.toContain('#0a66c2')
})

test('the page that a login link opens has the brand of its workspace, and that of an unknown link none', async ({
  api,
  ctx,
  given,
}) => {
  const ada = await given.freelancer()
  const [maya, other] = [await given.client(ada), await given.client(await given.freelancer())]
  await api.as(ada).call(...set({ name: 'Marsh Studio', colour: '#ffd400' }))

  const shown = await findBrandOfLink(ctx, tokenFromUrl(maya.loginUrl))

  expect(shown).toMatchObject({ name: 'Marsh Studio', css: expect.stringContaining('--primary:#ffd400') })
  expect(await findBrandOfLink(ctx, tokenFromUrl(other.loginUrl))).toBeNull()
  expect(await findBrandOfLink(ctx, 'no-such-link')).toBeNull()
})

test('what a brand is called cannot leave the page’s own text', async ({ ctx }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-page-'))
  const file = join(folder, 'index.html')
  await writeFile(file, '<html><head><meta charset="utf-8"><script>/* reads it */</script></head></html>')
  const app = fastify()
  const send = createPageHandler(file, ctx.config)
  const name = `</title><script>alert("1")</script>&'`
  app.get('/', (request, reply) => send(request, reply, { name }))
  app.get('/plain', (request, reply) => send(request, reply))

  const { body, headers } = await app.inject({ url: '/' })

  expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(headers).not.toHaveProperty('etag')
  const [, content = ''] = /<meta name="portico-brand" content="([^"]*)"><script>/.exec(body) ?? []
  expect(content).not.toMatch(/[<>]/)
  const decoded = content.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  expect(JSON.parse(decoded)).toEqual({ name })
  expect((await app.inject({ url: '/plain' })).body).not.toContain('portico-brand')
  await app.close()
  await rm(folder, { recursive: true })
})
