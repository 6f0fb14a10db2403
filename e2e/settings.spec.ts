import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const anIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveTitle(/^Portico \| (Dashboard|Settings)$/)
}

test.describe('a forgotten password', () => {
  // The server rejects the old session and the used link.
  test.use({ expectedConsoleErrors: [/401/] })

  test('can be replaced once with an emailed link, and the old session ends', async ({
    given,
    visit,
    emails,
    server,
  }) => {
    const ada = await given.freelancer()
    const elsewhere = await visit('/clients', { as: ada })
    const page = await visit('/login')

    await page.getByRole('link', { name: 'Forgotten?' }).click()
    await expect(page).toHaveTitle('Portico | Forgot Password')
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByText('If there is an account with this address')).toBeVisible()

    const [email] = await emails(ada.email)
    const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''
    const secret = new URL(link).searchParams.get('token') ?? ''
    const asked: { url: string; referer: string | undefined }[] = []
    page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers().referer }))
    await page.goto(link.replace(/^https?:\/\/[^/]+/, server.url))
    await expect(page).toHaveTitle('Portico | Reset Password')
    await expect(page).toHaveURL(/\/reset-password$/)
    await page.getByLabel('New password').fill('another horse')
    await page.getByRole('button', { name: 'Save and log in' }).click()

    await expect(page).toHaveTitle('Portico | Dashboard')
    await expect(page.getByText('Your new password is set')).toBeVisible()
    await expect(page.getByText('Welcome, Ada Marsh')).toBeVisible()
    const withSecret = asked.filter(({ url, referer }) => `${url} ${referer}`.includes(secret))
    expect(withSecret.map(({ url }) => new URL(url).pathname)).toEqual(['/reset-password'])

    await expect(elsewhere).toHaveURL(/\/welcome$/)

    await page.goto(link.replace(/^https?:\/\/[^/]+/, server.url))
    await page.getByLabel('New password').fill('one more horse')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused()
    await page.getByRole('link', { name: 'Get a fresh link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)

    const fresh = await visit('/login')
    await logIn(fresh, { ...ada, password: 'another horse' })
  })
})

test('shows a new name everywhere', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit('/', { as: ada })
  const otherTab = await page.context().newPage()
  await otherTab.goto('/clients')
  await expect(otherTab.getByText('Welcome, Ada Marsh')).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveTitle(/Portico \| Settings$/)
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Company or title').fill('Brand design')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save Profile' }).click()

  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByText('Welcome, Ada Lovelace')).toBeVisible()
  await expect(otherTab.getByText('Welcome, Ada Lovelace')).toBeVisible()
  expect(await stored(page, 'name')).toBe('Ada Lovelace')
  const [, payload = ''] = ((await stored(page, 'freelancerToken')) ?? '').split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ name: 'Ada Lovelace' })

  await page.reload()
  await expect(page.getByText('Welcome, Ada Lovelace')).toBeVisible()
  await expect(page.getByLabel('Company or title')).toHaveValue('Brand design')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  const clientPage = await visit('/client-dashboard', { as: maya })
  await expect(clientPage.getByText('Ada Lovelace').first()).toBeVisible()
  await expect(clientPage.getByText('Brand design')).toBeVisible()
})

test.describe('a session', () => {
  test.use({ expectedConsoleErrors: [/401/] })

  test('ends in the other browser when it is ended here', async ({ given, visit, server }) => {
    const ada = await given.freelancer()
    const here = await visit('/login')
    await logIn(here, ada)
    const phone = await visit('/login', { userAgent: anIphone })
    await logIn(phone, ada)

    await here.getByRole('link', { name: 'Settings' }).click()
    await here.getByRole('link', { name: 'Security' }).click()
    const rows = here.getByRole('list', { name: 'Sessions', exact: true }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: 'This device' })).toContainText('Chrome on Linux')
    await here.getByRole('button', { name: 'End', exact: true, description: 'Safari on iOS' }).click()

    await expect(phone.getByText('Your session has ended')).toBeVisible()
    await expect(phone).toHaveURL(/\/welcome$/)
    await expect(here.getByText('Safari on iOS')).toBeHidden()
    await expect(here.getByRole('heading', { name: 'Sessions', exact: true })).toBeFocused()
    await phone.goto('/projects')
    await expect(phone).toHaveURL(/\/welcome$/)

    await here.getByRole('button', { name: 'End All Others' }).click()
    const dialog = here.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Keep sessions' })).toBeFocused()
    await dialog.getByRole('button', { name: 'End All Others' }).click()
    await expect(here.getByText('You are logged in nowhere else.')).toBeVisible()
    const reply = await fetch(`${server.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(reply.status).toBe(401)
    await here.reload()
    await expect(here).toHaveTitle('Portico | Settings')
  })
})

test.describe('a password', () => {
  test.use({ expectedConsoleErrors: [/40[01]/] })

  test('can be changed with the current one, and every other session ends', async ({ given, visit }) => {
    const ada = await given.freelancer()
    const elsewhere = await visit('/clients', { as: ada })
    const page = await visit('/login')
    await logIn(page, ada)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Security' }).click()

    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('All fields are required.')).toBeVisible()
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill('another horse')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('This is not your current password.')).toBeVisible()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await expect(page.getByLabel('New password')).toHaveValue('another horse')
    await page.getByLabel('Current password').fill(ada.password)
    await page.keyboard.press('Enter')

    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('')
    await expect(page.getByText('You are logged in nowhere else.')).toBeVisible()
    await expect(elsewhere).toHaveURL(/\/welcome$/)
    const fresh = await visit('/login')
    await logIn(fresh, { ...ada, password: 'another horse' })
  })
})

test.describe('a session that ends while the profile is half typed', () => {
  test.use({ expectedConsoleErrors: [/401/] })

  test('keeps the typed text', async ({ given, visit, server }) => {
    const ada = await given.freelancer()
    const page = await visit('/settings', { as: ada })
    await page.getByLabel('Name', { exact: true }).fill('Ada Lov')

    await server.ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
    await expect(page).toHaveURL(/\/welcome$/)
    await page.goto('/login')
    await logIn(page, ada)

    await expect(page).toHaveTitle('Portico | Settings')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lov')
  })
})

test('keeps a theme that was chosen by keyboard', async ({ given, visit }) => {
  const page = await visit('/settings', { as: await given.freelancer(), colorScheme: 'light' })
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()

  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(paper).not.toBe(light)
  await page.reload()
  expect(await paper()).not.toBe(light)

  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
})
