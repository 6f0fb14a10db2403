import { expectNoViolations } from './axe.ts'
import { phone } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { expectToFitEveryScreen } from './screen-sizes.ts'

const titles = {
  '/welcome': 'Portico: the front door to your client work',
  '/features': 'Portico | Features',
  '/pricing': 'Portico | Pricing',
  '/FAQ': 'Portico | FAQ',
  '/support': 'Portico | Support',
  '/privacy': 'Portico | Privacy Policy',
  '/terms': 'Portico | Terms & Conditions',
}

test('every public page describes itself, has no accessibility violations and fits every screen', async ({
  visit,
  server,
}) => {
  const page = await visit('/welcome')
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(`${path}?utm_source=spring&fbclid=x`)

    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const head = (selector: string, attribute: string) => page.locator(selector).getAttribute(attribute)
    expect(await head('meta[name="description"]', 'content')).toMatch(/^.{50,200}$/)
    expect(await head('link[rel="canonical"]', 'href')).toBe(server.url + path)
    expect(await head('meta[property="og:image"]', 'content')).toBe(`${server.url}/share.png`)
    for (const json of await page.locator('script[type="application/ld+json"]').allTextContents())
      expect(JSON.parse(json)).toMatchObject({ '@context': 'https://schema.org' })
    await expectToFitEveryScreen(page)
    await expectNoViolations(page)
  }
})

test('search engines find each page at one address', async ({ server }) => {
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
  for (const path of [...Object.keys(titles), '/login', '/register'])
    expect(sitemap).toContain(`<loc>${server.url}${path}</loc>`)
  expect(sitemap).not.toContain('client-login')
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).toContain(`${server.url}/sitemap.xml`)

  const moved = await fetch(`${server.url}/faq?utm_source=x`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/FAQ'])
  for (const [requested, canonical] of [
    ['/welcome/', '/welcome'],
    ['/Pricing?plan=x', '/pricing?plan=x'],
    ['/client-login/?token=x', '/client-login?token=x'],
  ] as const) {
    const { status, headers } = await fetch(server.url + requested, { redirect: 'manual' })
    expect([requested, status, headers.get('location')]).toEqual([requested, 308, canonical])
  }

  const whole = await fetch(`${server.url}/pricing`, { headers: { 'accept-encoding': 'br' } })
  expect(whole.headers.get('content-encoding')).toBe('br')
  expect(whole.headers.get('cache-control')).toBe('no-cache')
  const revalidated = await fetch(`${server.url}/pricing`, {
    headers: { 'accept-encoding': 'br', 'if-none-match': whole.headers.get('etag') ?? '' },
  })
  expect(revalidated.status).toBe(304)
})

test('pages are revalidated, assets are cached for a year, and both are compressed', async ({ server }) => {
  const get = (path: string, encoding = 'br') =>
    fetch(server.url + path, { headers: { 'accept-encoding': encoding } })
  for (const path of ['/welcome', '/login', '/', '/projects/x', '/client-dashboard']) {
    const page = await get(path)
    const html = await page.text()
    expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(html.match(/<link rel="preload" as="font" [^>]*woff2/g)).toHaveLength(2)

    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+\.(?:js|css))/g)].map(
      ([, at]) => at ?? '',
    )
    expect(assets).not.toEqual([])
    for (const at of assets)
      for (const encoding of ['br', 'gzip']) {
        const asset = await get(at, encoding)
        expect(asset.headers.get('content-encoding'), at).toBe(encoding)
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      }
  }
  for (const path of [
    '/nowhere',
    '//evil.test/welcome/',
    '/client-dashboard/nowhere',
    '/assets/gone-12345678.js',
  ]) {
    const missing = await get(path)
    expect([path, missing.status]).toEqual([path, 404])
    expect(missing.headers.get('cache-control')).toBe('no-cache')
  }
})

test('the public pages work without scripts', async ({ visit }) => {
  const page = await visit('/welcome', { javaScriptEnabled: false, ...phone })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [link, heading] of [
    ['Pricing', 'Pay for the clients you have.'],
    ['FAQ', 'Asked before.'],
    ['Privacy', 'Privacy'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('icons, manifests and the shared image are served', async ({ server }) => {
  const html = await (await fetch(`${server.url}/welcome`)).text()
  const addresses = [
    ...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g),
    ...html.matchAll(/<meta property="og:image" content="([^"]+)"/g),
  ].map(([, address]) => address ?? '')
  expect(addresses).toHaveLength(5)
  for (const address of addresses) {
    const reply = await fetch(new URL(address, server.url))
    expect([address, reply.status]).toEqual([address, 200])
    expect(reply.headers.get('content-type')).toMatch(/^image\/|^application\/manifest\+json/)
  }

  const installed = await (await fetch(`${server.url}/client.webmanifest`)).json()
  expect(installed).toMatchObject({ start_url: '/client-dashboard', display: 'standalone' })
  for (const { src } of installed.icons) expect((await fetch(server.url + src)).status).toBe(200)
})

test('the welcome page remembers the theme without a script file, and its menu closes by Escape and an outside click', async ({
  visit,
}) => {
  const page = await visit('/welcome')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name)
  expect((await page.evaluate(loaded)).filter((name) => /\.js$/.test(name))).toEqual([])

  await page.setViewportSize(phone.viewport)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(20, 400)
  await expect(menu).toBeHidden()
  await opener.click()
  await menu.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test('the FAQ is searched by words', async ({ visit }) => {
  const page = await visit('/FAQ')

  await page.getByLabel('Search the answers').fill('expires  LINK')

  await expect(page.getByRole('status')).toHaveText('1 answer found.')
  await expect(page.getByText('a fresh link arrives within a minute')).toBeVisible()
  await expect(page.getByText('Who has live chat?')).toBeHidden()

  await page.getByLabel('Search the answers').fill('')
  await expect(page.getByText('Who has live chat?')).toBeVisible()
  await page.getByText('Who has live chat?').press('Enter')
  await expect(page.getByText('Freelancers on Pro and Enterprise')).toBeVisible()
})

test.describe('the support form', () => {
  test.use({ expectedConsoleErrors: [/400/] })

  test('sends the message to the operator', async ({ visit, emails }) => {
    const page = await visit('/support')

    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('All fields are required.')).toBeVisible()
    await page.getByLabel('Name').fill('Maya Whitcombe')
    await page.getByLabel('Email').fill('not an address')
    await page.getByLabel('Message').fill('My link is gone.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Email').fill('maya@northwind.example')
    await page.getByRole('button', { name: 'Send' }).click()

    await expect(page.getByText('within about 24 hours.').last()).toBeVisible()
    const [sent] = await emails('portico@localhost', 'My link is gone.')
    expect(sent?.subject).toBe('Support: Maya Whitcombe')
  })
})
