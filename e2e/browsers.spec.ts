import type { Page } from '@playwright/test'
import { getLog, sendMessage } from './chat-page.ts'
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

test.describe('a page of an earlier release', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource|Failed to fetch dynamically/] })

  async function openOldPage(page: Page) {
    let isOld = true
    await page.route(/\/assets\/EditProjectPanel/, (route) => (isOld ? route.abort() : route.continue()))
    await page.evaluate(() => {
      Object.assign(window, { __reactRouterManifest: { url: '/assets/manifest-of-earlier-release.js' } })
    })
    page.on('framenavigated', () => {
      isOld = false
    })
  }

  test('reloads itself, once, and opens what was pressed', async ({ given, visit }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const page = await visit(`/projects/${id}`, { as: maya.freelancer })
    await page.getByRole('button', { name: 'Edit Project' }).waitFor()
    await openOldPage(page)

    await page.getByRole('button', { name: 'Edit Project' }).click()

    await expect(page.getByText('Portico has been updated')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Edit Project' })).toBeVisible()
  })

  test('asks for the reload where something was typed', async ({ given, visit }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const page = await visit(`/projects/${id}`, { as: maya.freelancer })
    await page.getByRole('button', { name: 'Edit Project' }).waitFor()
    await openOldPage(page)
    await page.getByLabel('Due date').fill('2030-01-02')

    await page.getByRole('button', { name: 'Edit Project' }).click()

    await expect(page.getByText('Save or copy what you have typed. Then reload this page.')).toBeVisible()
    await expect(page.getByLabel('Due date')).toHaveValue('2030-01-02')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
    await page.getByRole('button', { name: 'Edit Project' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Project' })).toBeVisible()
  })
})

/** As behind a proxy that passes no upgrade on. */
function blockWebSockets() {
  class BlockedWebSocket {
    onerror?: (event: Event) => void
    onclose?: (event: Event) => void
    constructor() {
      setTimeout(() => {
        this.onerror?.(new Event('error'))
        this.onclose?.(new Event('close'))
      })
    }
    send() {}
    close() {}
  }
  Object.assign(window, { WebSocket: BlockedWebSocket })
}

test('where no WebSocket comes through, pages stay up to date, and chat says what it cannot do', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya, { title: 'Spring menu', status: 'Pending' })
  const clients = await visit('/terms', { as: maya })
  await clients.addInitScript(blockWebSockets)
  await clients.goto(`/client-dashboard/projects/${id}`)
  await expect(clients.getByText('Pending').first()).toBeVisible()

  const freelancers = await visit(`/projects/${id}`, { as: maya.freelancer })
  await freelancers.getByLabel('Status').selectOption('In Progress')
  await freelancers.getByRole('button', { name: 'Update Status' }).click()
  await expect(clients.getByText('In Progress').first()).toBeVisible()

  await clients.getByRole('link', { name: 'Chat' }).first().click()
  await expect(clients.getByText('This network blocks chat')).toBeVisible()
  await freelancers.goto(`/chat?client=${maya.id}`)
  await sendMessage(freelancers, 'Is the paper thick enough?')
  await expect(getLog(clients)).toContainText('Is the paper thick enough?')
  await sendMessage(clients, 'A little thicker')
  await expect(getLog(clients)).toContainText('Not sent')
  await clients.reload()
  await expect(getLog(clients)).toContainText('A little thicker')
})
