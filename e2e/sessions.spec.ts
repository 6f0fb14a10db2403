import type { Page } from '@playwright/test'
import { uniqueEmail } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

const stored = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))

test('redirects to the welcome page, and after the login to the requested page', async ({ given, visit }) => {
  const ada = await given.freelancer()
  await given.project(await given.client(ada), { title: 'Spring menu' })

  const page = await visit('/projects?search=spring')
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page).toHaveTitle('Portico: the front door to your client work')
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page).toHaveURL(/\/projects\?search=spring$/)
  await expect(page.getByRole('link', { name: 'Spring menu' }).first()).toBeVisible()
  expect(await stored(page)).toMatchObject({
    role: 'freelancer',
    name: 'Ada Marsh',
    freelancerToken: expect.any(String),
  })
})

test.describe('a wrong login', () => {
  test.use({ expectedConsoleErrors: [/401/] })

  test('shows an error and keeps the typed text', async ({ given, visit }) => {
    const { email } = await given.freelancer()
    const page = await visit('/login')

    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByText('Please enter both email and password.')).toBeVisible()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Log In' }).click()

    await expect(page.getByText('Invalid email or password.')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  })
})

test('shows a message before a logout, and removes everything stored', async ({ given, visit, server }) => {
  const ada = await given.freelancer()
  const page = await visit('/', { as: ada })
  await page.evaluate(() => localStorage.setItem('portico.draft.project', 'half a sentence'))

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logging out...')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  const keys = Object.keys(await stored(page))
  for (const gone of ['freelancerToken', 'role', 'name', 'portico.draft.project'])
    expect(keys).not.toContain(gone)
  const asked = async () => {
    const headers = { authorization: `Bearer ${ada.token}` }
    return (await fetch(`${server.url}/api/projects`, { headers })).status
  }
  await expect.poll(asked).toBe(401)
  await page.goto('/')
  await expect(page).toHaveURL(/\/welcome$/)
})

test('keeps the freelancer signed in when a client logs out in the same browser', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit('/', { as: ada })
  await page.evaluate((token) => localStorage.setItem('clientToken', token), maya.token)

  await page.goto('/client-dashboard')
  await expect(page.getByText('Welcome, Maya Whitcombe')).toBeVisible()
  await page
    .getByRole('button', { name: /log ?out/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/client-login$/)

  const keys = Object.keys(await stored(page))
  expect(keys).toContain('freelancerToken')
  expect(keys).not.toContain('clientToken')
  await page.goto('/')
  await expect(page.getByText('Welcome, Ada Marsh')).toBeVisible()
})

for (const [defect, token] of [
  ['not a token', 'rubbish'],
  ['expired', `x.${Buffer.from(JSON.stringify({ sub: 'x', exp: 1 })).toString('base64url')}.x`],
] as const) {
  test(`removes a stored token that is ${defect}`, async ({ visit }) => {
    const page = await visit('/welcome')
    await page.evaluate((value) => {
      for (const key of ['freelancerToken', 'role', 'name', 'token']) localStorage.setItem(key, value)
    }, token)

    await page.goto('/projects')

    await expect(page).toHaveURL(/\/welcome$/)
    const keys = Object.keys(await stored(page))
    for (const gone of ['freelancerToken', 'role', 'name', 'token']) expect(keys).not.toContain(gone)
  })
}

test.describe('a session ended elsewhere', () => {
  // Requests in flight may be refused.
  test.use({ expectedConsoleErrors: [/40[14]|NOT_FOUND|NOT_SIGNED_IN/] })

  test('ends in this browser without a reload', async ({ given, visit, server }) => {
    const ada = await given.freelancer()
    const page = await visit('/', { as: ada })
    await expect(page).toHaveTitle('Portico | Dashboard')

    await server.ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

    await expect(page).toHaveURL(/\/welcome$/)
    await expect(page.getByText('Your session has ended')).toBeVisible()
    expect(Object.keys(await stored(page))).not.toContain('freelancerToken')
  })

  test('ends when the client is deleted', async ({ given, visit, server }) => {
    const maya = await given.client(await given.freelancer())
    const page = await visit('/client-dashboard', { as: maya })
    await expect(page.getByText('No projects assigned yet.')).toBeVisible()

    await server.ctx.db.deleteFrom('client').where('id', '=', maya.id).execute()
    await expect(page).toHaveURL(/\/client-login$/)
  })
})

test.describe('a login link', () => {
  test('leaves the address bar before any other request, and survives link scanners', async ({
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

  test('can be requested when it is missing, and is mailed', async ({ given, visit, emails }) => {
    const maya = await given.client(await given.freelancer())
    const page = await visit('/client-dashboard')
    await expect(page).toHaveURL(/\/client-login$/)
    await expect(page.getByRole('heading', { name: 'Missing login token.' })).toBeVisible()

    await page.getByLabel('Your email').fill(maya.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()

    await expect(
      page.getByText('If your freelancer has invited this address, the link arrives within a minute.'),
    ).toBeVisible()
    expect((await emails(maya.email))[0]?.text).toContain('/client-login?token=')
  })

  test.describe('that is not valid', () => {
    test.use({ expectedConsoleErrors: [/401/] })

    test('shows an error, and offers a fresh one with the same message for known and unknown addresses', async ({
      visit,
    }) => {
      const page = await visit('/client-login?token=garbage')
      await expect(
        page.getByRole('heading', { name: 'This login link has expired or is not valid.' }),
      ).toBeVisible()

      await page.getByLabel('Your email').fill(uniqueEmail('nobody'))
      await page.getByRole('button', { name: 'Send me a link' }).click()

      await expect(
        page.getByText('If your freelancer has invited this address, the link arrives within a minute.'),
      ).toBeVisible()
    })
  })
})

test('requires every field to register', async ({ visit }) => {
  const page = await visit('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('All fields are required.')).toBeVisible()
})

test.describe('an address that is taken', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('is rejected, and the typed text stays', async ({ given, visit }) => {
    const { email } = await given.freelancer()
    const page = await visit('/register')
    await page.getByLabel('Name', { exact: true }).fill('Eve Stone')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Register' }).click()

    await expect(page.getByText('Email is already registered.')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Eve Stone')
  })
})

test.describe('an unknown path', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  for (const [path, as] of [
    ['/nowhere', 'nobody'],
    ['/nowhere', 'freelancer'],
    ['/client-dashboard/nowhere', 'client'],
  ] as const) {
    test(`${path} offers a way on to ${as}`, async ({ given, visit }) => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const page = await visit(path, { as: { nobody: undefined, freelancer: ada, client: maya }[as] })
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link')).toBeVisible()
    })
  }
})
