import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('redirects to the welcome page, and after the login to the requested page', async ({ given, visit }) => {
  const ada = await given.freelancer()
  await given.project(await given.client(ada), { title: 'Spring menu' })

  const page = await visit('/projects?search=spring')
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page).toHaveTitle('Portico: the front door to your client work')
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page).toHaveURL(/\/projects\?search=spring$/)
  await expect(page.getByRole('link', { name: 'Spring menu' }).first()).toBeVisible()
})

test('a login link leaves the address bar before any other request, and survives link scanners', async ({
  given,
  visit,
  server,
}) => {
  const maya = await given.client(await given.freelancer())
  const scanners: Record<string, string>[] = [
    {},
    {},
    {},
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
  ]
  const opened = maya.loginUrl.replace(/^https?:\/\/[^/]+/, server.url)
  for (const headers of scanners) expect((await fetch(opened, { headers })).status).toBe(200)
  const page = await visit('/welcome')
  const asked: { url: string; referer: string | undefined }[] = []
  page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers().referer }))

  await page.goto(opened)
  await expect(page).toHaveURL(/\/client-dashboard$/)

  const secret = new URL(maya.loginUrl).searchParams.get('token') ?? ''
  const withSecret = asked.filter(({ url }) => url.includes(secret)).map(({ url }) => new URL(url).pathname)
  expect(withSecret).toEqual(['/client-login', '/api/clients/login-from-token'])
  expect(asked.filter(({ referer }) => referer?.includes('token'))).toEqual([])
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(3)
  expect((await fetch(`${server.url}/api/clients/login-from-token?token=${secret}`)).status).toBe(200)
})

test('before its scripts arrive, a page shows its skeleton to somebody signed in, and to nobody else', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const openWithoutScripts = async (page: Page) => {
    await page.route('**/assets/*.js', () => {})
    await page.goto(`/client-dashboard/projects/${id}`, { waitUntil: 'commit' })
    return page.getByText('Uploaded Files')
  }

  await expect(await openWithoutScripts(await visit('/terms', { as: maya }))).toBeVisible()

  const heading = await openWithoutScripts(await visit('/terms'))
  await expect(heading).toBeAttached()
  await expect(heading).toBeHidden()
})
