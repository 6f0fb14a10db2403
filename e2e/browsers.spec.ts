import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const YEAR_MS = 365 * 86_400_000

/** As browsers do that may not store anything for this address. */
function blockStorage() {
  const get = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
}

function fillStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException('There is no room left.', 'QuotaExceededError')
  }
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

test.describe('the browser’s storage', () => {
  test.use({ expectedConsoleErrors: [/Access is denied|no room left/] })

  for (const [state, impair] of [
    ['blocked', blockStorage],
    ['full', fillStorage],
  ] as const) {
    test(`both sides sign in and work while it is ${state}, until the page is left`, async ({
      given,
      visit,
    }) => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const { id } = await given.project(maya, { title: 'Spring menu' })

      const page = await visit('/terms')
      await page.addInitScript(impair)
      await page.goto('/login')
      await logIn(page, ada)
      const note = page.getByText('You are signed in until you reload or leave this page.')
      await expect(note).toBeVisible()
      await page.getByRole('link', { name: 'Spring menu' }).first().click()
      await expect(page.getByRole('heading', { name: 'Spring menu' })).toBeVisible()

      const link = new URL(maya.loginUrl)
      await page.goto(link.pathname + link.search)
      await expect(page).toHaveURL(/\/client-dashboard$/)
      await expect(note).toBeVisible()
      await page.locator(`a[href="/client-dashboard/projects/${id}"]`).first().click()
      await page.getByLabel('Leave Feedback').fill('Half a sentence')
      await page.getByRole('link', { name: 'My Projects' }).first().click()
      await page.locator(`a[href="/client-dashboard/projects/${id}"]`).first().click()
      await expect(page.getByLabel('Leave Feedback')).toHaveValue('Half a sentence')

      await page.goto('/client-dashboard')
      await expect(page.getByRole('heading', { name: 'Missing login token.' })).toBeVisible()
    })
  }
})

for (const [direction, error] of [
  ['ahead', 3 * YEAR_MS],
  ['behind', -3 * YEAR_MS],
] as const) {
  test(`both sides sign in and read true times on a device whose clock is three years ${direction}`, async ({
    given,
    visit,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const { id } = await given.project(maya, { title: 'Spring menu', dueDate: tomorrow })
    await given.feedback(maya, { id }, 'Thicker paper, please')

    const page = await visit('/terms')
    await page.clock.setSystemTime(Date.now() + error)
    await page.goto('/login')
    await logIn(page, ada)
    await expect(page.getByText(/^(today|tomorrow|in 2 days)$/)).toBeVisible()
    await page.goto(`/projects/${id}`)
    await expect(page.getByRole('main').getByText('just now').first()).toBeVisible()

    const link = new URL(maya.loginUrl)
    await page.goto(link.pathname + link.search)
    await expect(page).toHaveURL(/\/client-dashboard$/)
    await page.reload()
    await page.goto(`/client-dashboard/projects/${id}`)
    await expect(page.getByRole('main').getByText('just now').first()).toBeVisible()
  })
}
