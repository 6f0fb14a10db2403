import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitUntilHydrated } from './wait-until-hydrated.ts'

const anIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

test('a forgotten password is replaced by an emailed link, whose token leaves the address at once', async ({
  given,
  visit,
  emails,
  server,
}) => {
  const ada = await given.freelancer()
  const page = await visit('/login')
  await waitUntilHydrated(page)
  await page.getByRole('link', { name: 'Forgotten?' }).click()
  // The login has a field of this name too, and text that is typed while pages change goes to neither.
  await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If there is an account with this address')).toBeVisible()

  const [email] = await emails(ada.email)
  const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''
  const secret = new URL(link).searchParams.get('token') ?? ''
  const asked: { url: string; referer: string | undefined }[] = []
  page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers().referer }))
  await page.goto(link.replace(/^https?:\/\/[^/]+/, server.url))
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('New password').fill('another horse')
  await page.getByRole('button', { name: 'Save and log in' }).click()

  await expect(page.getByText('Your new password is set')).toBeVisible()
  await expect(page).toHaveTitle('Portico | Dashboard')
  await expect(page.getByText('Welcome, Ada Marsh')).toBeVisible()
  const withSecret = asked.filter(({ url, referer }) => `${url} ${referer}`.includes(secret))
  expect(withSecret.map(({ url }) => new URL(url).pathname)).toEqual(['/reset-password'])
})

test('keeps a new profile, and a theme that was chosen by keyboard, after a reload', async ({
  given,
  visit,
}) => {
  const page = await visit('/settings', { as: await given.freelancer(), colorScheme: 'light' })
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()

  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Company or title').fill('Brand design')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByText('Welcome, Ada Lovelace')).toBeVisible()
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(paper).not.toBe(light)

  await page.reload()
  expect(await paper()).not.toBe(light)
  await expect(page.getByText('Welcome, Ada Lovelace')).toBeVisible()
  await expect(page.getByLabel('Company or title')).toHaveValue('Brand design')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
})

test.describe('a session', () => {
  // The server refuses the ended session, and the wrong password.
  test.use({ expectedConsoleErrors: [/40[01]/] })

  test('ends in the other browser when it is ended here, and stays here when the password changes', async ({
    given,
    visit,
  }) => {
    const ada = await given.freelancer()
    const phone = await visit('/login', { userAgent: anIphone })
    await logIn(phone, ada)
    const here = await visit('/settings/security', { as: ada })

    await here.getByRole('button', { name: 'End', exact: true, description: 'Safari on iOS' }).click()
    await expect(phone.getByText('Your session has ended')).toBeVisible()
    await expect(phone).toHaveURL(/\/welcome$/)
    await expect(here.getByText('Safari on iOS')).toBeHidden()
    await expect(here.getByRole('heading', { name: 'Sessions', exact: true })).toBeFocused()
    await expect(here.getByText('You are not logged in anywhere else.')).toBeVisible()

    await here.getByLabel('Current password').fill('wrong')
    await here.getByLabel('New password').fill('another horse')
    await here.getByRole('button', { name: 'Change Password' }).click()
    await expect(here.getByText('This is not your current password.')).toBeVisible()
    await expect(here.getByLabel('Current password')).toBeFocused()
    await here.getByLabel('Current password').fill(ada.password)
    await here.keyboard.press('Enter')
    await expect(here.getByText('Password changed')).toBeVisible()
    await here.reload()
    await expect(here).toHaveTitle('Portico | Settings')
  })
})

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveTitle('Portico | Dashboard')
}
