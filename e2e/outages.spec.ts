import type { Page, Route } from '@playwright/test'
import type { Given, TestClient } from '../apps/server/test/given.ts'
import { phone } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { expectToFitEveryScreen } from './screen-sizes.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

// Browsers and pages report what did not load.
test.use({
  expectedConsoleErrors: [
    /Failed to load resource|Failed to fetch dynamically|Error loading|UNREACHABLE|UNREADABLE|INTERNAL|NOT_READY|WebSocket|socket/i,
  ],
})

const outages: Record<string, (route: Route) => unknown> = {
  'a server error': (route) =>
    route.fulfill(errorResponse(500, 'INTERNAL', 'Something went wrong on our side.')),
  'a server that is not ready': (route) =>
    route.fulfill(errorResponse(503, 'NOT_READY', 'Please try again in a moment.')),
  'the error page of a gateway': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  'no network': (route) => route.abort('internetdisconnected'),
  'no response within half a minute': () => {},
}

test('every page shows an error and loads on Retry after every kind of outage, and fits every screen meanwhile', async ({
  given,
  visit,
}) => {
  test.setTimeout(240_000)
  const { maya, pages } = await createTestData(given)
  const freelancers = await visit('/welcome', { as: maya.freelancer })
  const clients = await visit('/welcome', { as: maya })
  for (const page of [freelancers, clients]) await page.addInitScript(shortenTimeout)
  const kinds = Object.entries(outages)

  for (const [index, { path, area, text }] of pages.entries()) {
    const [kind, outage] = kinds[index % kinds.length] as (typeof kinds)[number]
    await test.step(`${path}: ${kind}`, async () => {
      const page = area === 'client' ? clients : freelancers
      const measured = Promise.withResolvers<void>()
      await page.route('**/api/**', async (route) => {
        await measured.promise
        await outage(route)
      })
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await expectToFitEveryScreen(page)
      measured.resolve()
      await expectError(page)
      await expectToFitEveryScreen(page)

      await page.unroute('**/api/**')
      await page.evaluate(() => window.restoreTimeout())
      await retryUntil(page, text)
    })
  }
})

test('a double click sends a form once, and a refusal keeps the typed text', async ({ given, visit }) => {
  const page = await visit('/clients', { as: await given.freelancer() })
  await expect(page.getByText('You have no clients yet.')).toBeVisible()
  await page.getByRole('button', { name: '+ Create Client' }).click()
  const form = page.getByRole('dialog')
  const fields = { 'First name': 'Lin', 'Last name': 'Ito', Email: 'lin@example.test', Company: 'Ito Ltd' }
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value)

  let requests = 0
  const refusal = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    requests++
    await refusal.promise
    await route.fulfill(errorResponse(503, 'NOT_READY', 'Please try again in a moment.'))
  })
  await form.getByRole('button', { name: 'Create Client' }).dblclick()
  await page.keyboard.press('Enter')
  refusal.resolve()

  await expect(page.getByText('Please try again in a moment.').first()).toBeVisible()
  expect(requests).toBe(1)
  for (const [label, value] of Object.entries(fields))
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
  await expect(form.getByRole('button', { name: 'Create Client' })).toBeEnabled()
})

test('without a network the next page shows an error, and loads when the network is back', async ({
  given,
  visit,
}) => {
  const { maya } = await createTestData(given)
  const page = await visit('/welcome', { as: maya.freelancer })
  // The code of one page is blocked. That of the others is loaded ahead.
  await page.route('**/assets/SettingsPage*', (route) => route.abort())
  await page.goto('/clients')
  await expect(page.getByText('Maya Whitcombe').first()).toBeVisible()
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['DashboardPage', 'ProjectsPage', 'ChatPage'].every((page) =>
      fetched.some((name) => name.includes(`/${page}-`) && name.endsWith('.js')),
    )
  })
  await waitUntilSettled(page)

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.unroute('**/assets/SettingsPage*')
  await page.context().setOffline(false)

  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await expect(page.getByText('Spring menu').first()).toBeVisible()
})

test('code that could not be loaded ahead is loaded with its page', async ({ given, visit }) => {
  const { maya } = await createTestData(given)
  const page = await visit('/welcome', { as: maya.freelancer })
  await page.route('**/assets/ProjectsPage-*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/ProjectsPage-'))
  await page.goto('/clients')
  await failed
  await waitUntilSettled(page)
  await page.unroute('**/assets/ProjectsPage-*')

  await page.getByRole('link', { name: 'Projects' }).first().click()
  await expect(page.getByText('Spring menu').first()).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0])).toMatchObject({
    type: 'navigate',
    name: expect.stringMatching(/clients$/),
  })
})

test('a dialog and the menu show an error when their code does not load, and open the next time', async ({
  given,
  visit,
}) => {
  const { maya } = await createTestData(given)
  const page = await visit('/welcome', { as: maya.freelancer, ...phone })
  for (const code of ['ConfirmDialogBody', 'Panel'])
    await page.route(`**/assets/${code}*`, (route) => route.abort())
  await page.goto('/projects')

  for (const [name, role, code] of [
    ['Delete Spring menu', 'alertdialog', 'ConfirmDialogBody'],
    ['Menu', 'dialog', 'Panel'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true })
    await button.press('Enter')
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(
      'This could not be openedA part of this page did not load. Please try again.',
    )
    await expect(page.getByRole('link', { name: 'View Spring menu' })).toBeVisible()
    await expect(button).toBeFocused()

    await page.unroute(`**/assets/${code}*`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole(role)
    await expect(dialog).toBeVisible()
    await expect(dialog, 'its styles are loaded too').toHaveCSS('position', 'fixed')

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await expect(alert).toHaveCount(0)
  }
})

test('a dialog and the menu open without a network', async ({ given, visit }) => {
  const { maya } = await createTestData(given)
  const page = await visit('/projects', { as: maya.freelancer, ...phone })
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['ConfirmDialogBody-', 'DeleteProjectDialog-', 'Panel-'].every((code) =>
      fetched.some((name) => name.includes(code)),
    )
  })
  await waitUntilSettled(page)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete Spring menu' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep project' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()

  await expect(page.getByRole('dialog').getByRole('link', { name: 'Clients' })).toBeVisible()
})

test('access is not reset until the panel for the new link is loaded', async ({ given, visit }) => {
  const { maya } = await createTestData(given)
  const page = await visit(`/clients/${maya.id}`, { as: maya.freelancer })
  await page.route('**/assets/NewLinkPanel-*', (route) => route.abort())

  await page.getByRole('button', { name: 'Reset Access' }).click()
  await expect(page.getByText('This could not be opened')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await page.unroute('**/assets/NewLinkPanel-*')
  await page.getByRole('button', { name: 'Reset Access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Access' }).click()
  await expect(page.getByRole('dialog').getByLabel('Login link')).toBeVisible()
})

async function createTestData(given: Given) {
  const maya: TestClient = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const pages = [
    { path: '/', area: 'freelancer', text: 'Upcoming Deadlines' },
    { path: '/projects', area: 'freelancer', text: 'Spring menu' },
    { path: `/projects/${project.id}`, area: 'freelancer', text: 'Spring menu' },
    { path: '/clients', area: 'freelancer', text: 'Maya Whitcombe' },
    { path: `/clients/${maya.id}`, area: 'freelancer', text: 'Maya Whitcombe' },
    { path: `/chat?client=${maya.id}`, area: 'freelancer', text: 'No messages yet.' },
    { path: '/settings', area: 'freelancer', text: 'Save Profile' },
    { path: '/client-dashboard', area: 'client', text: 'Spring menu' },
    { path: `/client-dashboard/projects/${project.id}`, area: 'client', text: 'Spring menu' },
    { path: '/client-dashboard/chat', area: 'client', text: 'No messages yet.' },
  ]
  return { maya, project, pages }
}

/** An error and a Retry button instead of a skeleton. */
async function expectError(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('alert').first(), page.url()).toBeVisible()
  await expect(main.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await expect(main.locator('.skeleton'), page.url()).toHaveCount(0)
}

declare global {
  interface Window {
    restoreTimeout(): void
  }
}

/** Shortens the timeout of API calls from half a minute to a second, until it is restored. */
function shortenTimeout() {
  const timeout = AbortSignal.timeout
  AbortSignal.timeout = (delay) => timeout.call(AbortSignal, delay === 30_000 ? 1_000 : delay)
  window.restoreTimeout = () => {
    AbortSignal.timeout = timeout
  }
}

/** Retries every part of the page. The socket may be faster than the click. */
async function retryUntil(page: Page, text: string) {
  const buttons = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(async () => {
    for (const button of (await buttons.all()).reverse()) {
      if (await button.isVisible()) await button.click({ timeout: 1_000 })
    }
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 })
    await expect(buttons).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

function errorResponse(status: number, code: string, message: string) {
  return { status, json: { statusCode: status, code, error: code, message } }
}
