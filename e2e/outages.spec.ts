import type { Page, Route } from '@playwright/test'
import type { Given, TestClient } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

// Browsers and pages say that something did not load.
test.use({
  expectedConsoleErrors: [
    /Failed to load resource|Failed to fetch dynamically|Error loading|UNREACHABLE|UNREADABLE|INTERNAL|NOT_READY|WebSocket|socket/i,
  ],
})

const faults: Record<string, (route: Route) => unknown> = {
  'an error': (route) => route.fulfill(answer(500, 'INTERNAL', 'Something went wrong on our side.')),
  'a server that is not ready': (route) =>
    route.fulfill(answer(503, 'NOT_READY', 'Please try again in a moment.')),
  'a gateway’s page': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  'no network': (route) => route.abort('internetdisconnected'),
  'no answer within half a minute': () => {},
}

for (const [what, fault] of Object.entries(faults)) {
  test(`${what}: every page says so, and loads when asked again`, async ({ given, visit }) => {
    test.setTimeout(240_000)
    const { maya, pages } = await world(given)
    const freelancers = await visit('/welcome', { as: maya.freelancer })
    const clients = await visit('/welcome', { as: maya })
    for (const page of [freelancers, clients]) await page.addInitScript(hurry)

    for (const { path, area, shows } of pages) {
      const page = area === 'client' ? clients : freelancers
      await page.route('**/api/**', fault)
      await page.goto(path)
      await expectSaid(page)

      await page.unroute('**/api/**')
      await retryUntil(page, shows)
    }
  })
}

/** Each form, what is typed into it, and what sends it. */
const forms: Form[] = [
  {
    path: '/clients',
    open: (page) => page.getByRole('button', { name: '+ Create Client' }).first().click(),
    typed: { 'First name': 'Lin', 'Last name': 'Ito', Email: 'lin@example.test', Company: 'Ito Ltd' },
    send: 'Create Client',
  },
  {
    path: '/clients/:client',
    open: (page) => page.getByRole('button', { name: 'Edit client' }).click(),
    typed: { 'First name': 'Lin' },
    send: 'Update Client',
  },
  {
    path: '/clients/:client',
    open: (page) => page.getByRole('button', { name: 'Create Project' }).click(),
    typed: { Title: 'Spring menu', Description: 'Two sizes.' },
    send: 'Create Project',
  },
  {
    path: '/projects/:project',
    open: (page) => page.getByRole('button', { name: 'Edit Project' }).click(),
    typed: { Title: 'Summer menu' },
    send: 'Update Project',
  },
  { path: '/settings', typed: { 'Company or title': 'Marsh Ltd' }, send: 'Save Profile' },
  {
    path: '/settings',
    typed: { 'Current password': 'correct horse battery', 'New password': 'another horse' },
    send: 'Change Password',
  },
  { path: '/login', typed: { Email: 'ada@example.test', Password: 'correct horse' }, send: 'Log In' },
  {
    path: '/register',
    typed: { Name: 'Ada Marsh', Email: 'ada@example.test', Password: 'correct horse' },
    send: 'Register',
  },
  { path: '/forgot-password', typed: { Email: 'ada@example.test' }, send: /^Send/ },
  { path: '/client-login', typed: { 'Your email': 'maya@example.test' }, send: /^Send/ },
  { path: '/reset-password?token=x', typed: { 'New password': 'another horse' }, send: 'Save and log in' },
]

interface Form {
  path: string
  open?(page: Page): Promise<void>
  typed: Record<string, string>
  send: string | RegExp
}

for (const { path, open, typed, send } of forms) {
  test(`${path}, ${send}: sent once however often it is clicked; refused, it keeps what was typed`, async ({
    given,
    visit,
  }) => {
    const { maya, project } = await world(given)
    const isOpenToAll = /login|register|password/.test(path)
    const page = await visit(path.replace(':client', maya.id).replace(':project', project.id), {
      ...(!isOpenToAll && { as: maya.freelancer }),
    })
    await open?.(page)
    const form = open ? page.getByRole('dialog') : page.getByRole('main')
    for (const [label, text] of Object.entries(typed))
      await form.getByLabel(label, { exact: true }).fill(text)

    let asked = 0
    let refuse = () => {}
    const told = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      asked++
      await told
      await route.fulfill(answer(503, 'NOT_READY', 'Please try again in a moment.'))
    })
    await form.getByRole('button', { name: send }).dblclick()
    await page.keyboard.press('Enter')
    refuse()

    await expect(page.getByText('Please try again in a moment.').first()).toBeVisible()
    expect(asked).toBe(1)
    for (const [label, text] of Object.entries(typed))
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
    await expect(form.getByRole('button', { name: send })).toBeEnabled()
  })
}

test('without the network the next page opens and says so; once it is back it goes on by itself', async ({
  given,
  visit,
}) => {
  const { maya } = await world(given)
  const page = await visit('/welcome', { as: maya.freelancer })
  // One page's code never comes; that of the others comes when nothing else does.
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

test('code of other pages that does not come ahead is no harm, and comes with the page', async ({
  given,
  visit,
}) => {
  const { maya } = await world(given)
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

for (const { name, opens, code, viewport } of [
  {
    name: 'Delete Spring menu',
    opens: 'alertdialog',
    code: 'ConfirmDialog',
    viewport: { width: 1440, height: 900 },
  },
  {
    name: 'Delete Spring menu',
    opens: 'alertdialog',
    code: 'ConfirmDialog',
    viewport: { width: 390, height: 844 },
  },
  { name: 'Menu', opens: 'dialog', code: 'Panel', viewport: { width: 390, height: 844 } },
] as const) {
  test(`${name}, ${viewport.width} px: without its code the page stays and says so; the next time it opens`, async ({
    given,
    visit,
  }) => {
    const { maya } = await world(given)
    const page = await visit('/welcome', { as: maya.freelancer, viewport })
    await page.route(`**/assets/${code}*`, (route) => route.abort())
    await page.goto('/projects')
    const button = page.getByRole('button', { name, exact: true })

    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('This could not be openedWe could not reach the server.')
    await expect(page.getByRole('link', { name: 'View Spring menu' })).toBeVisible()
    await expect(button).toBeFocused()

    await page.unroute(`**/assets/${code}*`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole(opens)
    await expect(dialog).toBeVisible()
    await expect(dialog, 'its styles have come too').toHaveCSS('position', 'fixed')

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })
}

test('without the network a dialog and the menu open all the same', async ({ given, visit }) => {
  const { maya } = await world(given)
  const viewport = { width: 390, height: 844 }
  const page = await visit('/projects', { as: maya.freelancer, viewport })
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['ConfirmDialogBody-', 'Panel-'].every((code) => fetched.some((name) => name.includes(code)))
  })
  await waitUntilSettled(page)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete Spring menu' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep project' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()

  await expect(page.getByRole('dialog').getByRole('link', { name: 'Clients' })).toBeVisible()
})

test('an access is not reset before what shows the new link is there', async ({ given, visit }) => {
  const { maya } = await world(given)
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

async function world(given: Given) {
  const maya: TestClient = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const pages = [
    { path: '/', area: 'freelancer', shows: 'Upcoming Deadlines' },
    { path: '/projects', area: 'freelancer', shows: 'Spring menu' },
    { path: `/projects/${project.id}`, area: 'freelancer', shows: 'Spring menu' },
    { path: '/clients', area: 'freelancer', shows: 'Maya Whitcombe' },
    { path: `/clients/${maya.id}`, area: 'freelancer', shows: 'Maya Whitcombe' },
    { path: `/chat?client=${maya.id}`, area: 'freelancer', shows: 'No messages yet.' },
    { path: '/settings', area: 'freelancer', shows: 'Save Profile' },
    { path: '/client-dashboard', area: 'client', shows: 'Spring menu' },
    { path: `/client-dashboard/projects/${project.id}`, area: 'client', shows: 'Spring menu' },
    { path: '/client-dashboard/chat', area: 'client', shows: 'No messages yet.' },
  ]
  return { maya, project, pages }
}

/** A sentence and a way on, and nothing that still pretends to load. */
async function expectSaid(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('alert').first(), page.url()).toBeVisible()
  await expect(main.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await expect(main.locator('.bone'), page.url()).toHaveCount(0)
}

/** The half minute for which an answer is waited for passes in a second; any other time-out as it says. */
function hurry() {
  const timeout = AbortSignal.timeout
  AbortSignal.timeout = (delay) => timeout.call(AbortSignal, delay === 30_000 ? 1_000 : delay)
}

/** Every part is asked for again; the live line may be quicker than whoever clicks. */
async function retryUntil(page: Page, shows: string) {
  const buttons = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(async () => {
    for (const button of (await buttons.all()).reverse()) {
      if (await button.isVisible()) await button.click({ timeout: 1_000 })
    }
    await expect(page.getByText(shows).first()).toBeVisible({ timeout: 1_000 })
    await expect(buttons).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

function answer(status: number, code: string, message: string) {
  return { status, json: { statusCode: status, code, error: code, message } }
}
