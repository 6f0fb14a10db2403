import { projects } from '@portico/contract'
import { callApi } from './call-api.ts'
import { expect, test } from './fixtures.ts'

test.describe('a change of a freelancer', () => {
  // A request for the deleted project may be in flight.
  test.use({ expectedConsoleErrors: [/404|NOT_FOUND/] })

  test('appears without a reload for the client and on the freelancer’s other devices', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const clients = await visit('/client-dashboard', { as: maya })
    const freelancers = await visit('/', { as: ada })
    await expect(clients.getByText('No projects assigned yet.')).toBeVisible()
    await expect(freelancers.getByText('No recent projects found.')).toBeVisible()
    for (const page of [clients, freelancers])
      await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

    const { id } = await callApi(server, ada, projects.create, {
      clientId: maya.id,
      title: 'Spring menu',
      description: 'Two sizes.',
      status: 'Pending',
    })
    await clients.getByRole('link', { name: /Spring menu/ }).click()
    await freelancers.getByRole('link', { name: 'Spring menu' }).first().click()
    await expect(clients.getByText('No due date')).toBeVisible()
    await callApi(server, ada, projects.update, { status: 'In Progress' }, id)
    await expect(clients.locator('.badge').getByText('In Progress')).toBeVisible()
    await expect(freelancers.getByLabel('Status')).toHaveValue('In Progress')
    await callApi(server, ada, projects.setDueDate, { dueDate: '2099-05-20' }, id)
    await expect(clients.getByText('Due 20 May 2099')).toBeVisible()
    await expect(freelancers.locator('.glance').getByText('Due 20 May 2099')).toBeVisible()
    await callApi(server, ada, projects.update, { title: 'Summer menu' }, id)
    await expect(clients).toHaveTitle('Summer menu · Portico | My Projects')
    for (const page of [clients, freelancers])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summer menu')

    await fetch(`${server.url}/api/projects/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ada.token}` },
    })
    for (const page of [clients, freelancers]) {
      await expect(page.getByText('Project not found.')).toBeVisible()
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
    }
  })
})

test.describe('while the server is away', () => {
  test.describe.configure({ timeout: 120_000 })
  // Requests in flight fail too.
  test.use({
    expectedConsoleErrors: [
      /WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE|status of 503|NOT_READY/,
    ],
  })

  test('shows no error, and shows the changes of that time after the reconnect', async ({
    given,
    visit,
    server,
  }) => {
    const maya = await given.client(await given.freelancer())
    await given.project(maya)
    const page = await visit('/client-dashboard', { as: maya })
    await expect(page.getByRole('link', { name: /Spring menu/ })).toBeVisible()
    // When this project appears, the page is connected.
    await callApi(server, maya.freelancer, projects.create, {
      clientId: maya.id,
      title: 'Van livery',
      description: 'Both sides.',
      status: 'Pending',
    })
    await expect(page.getByRole('link', { name: /Van livery/ })).toBeVisible()

    await server.restart(() => given.project(maya, { title: 'Shop front' }))

    // The delay between the browser's tries grows to 7 seconds.
    await expect(page.getByRole('link', { name: /Shop front/ })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByRole('link', { name: /Spring menu/ })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0)
  })
})

test.describe('the loss of the network while a page loads', () => {
  test.use({ expectedConsoleErrors: [/ERR_|UNREACHABLE/] })

  test('is recovered from as soon as the network is back', async ({ given, visit, server }) => {
    const maya = await given.client(await given.freelancer())
    const page = await visit('/welcome', { as: maya })
    let isOffline = false
    await page.route('**/live-*.js', async (route) => {
      await expect(page.getByText('No projects assigned yet.')).toBeVisible()
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
      isOffline = true
    })
    await page.goto('/client-dashboard')
    await expect.poll(() => isOffline).toBe(true)
    await page.unroute('**/live-*.js')

    await page.context().setOffline(false)
    await callApi(server, maya.freelancer, projects.create, {
      clientId: maya.id,
      title: 'Spring menu',
      description: 'Two sizes.',
      status: 'Pending',
    })

    await expect(page.getByRole('link', { name: /Spring menu/ })).toBeVisible()
  })
})
