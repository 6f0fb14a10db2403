import { projects } from '@portico/contract'
import { callApi } from './call-api.ts'
import { expect, test } from './fixtures.ts'

test.describe('a change of a freelancer', () => {
  // A request for the deleted project may be in flight.
  test.use({ expectedConsoleErrors: [/404|NOT_FOUND/] })

  test('appears on the client’s screen, from the creation of a project to its deletion', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const clients = await visit('/client-dashboard', { as: maya })
    await expect(clients.getByText('No projects assigned yet.')).toBeVisible()

    const project = await callApi(server, ada, projects.create, {
      clientId: maya.id,
      title: 'Spring menu',
      description: 'Two sizes.',
      status: 'Pending',
    })
    await clients.getByRole('link', { name: /Spring menu/ }).click()
    await expect(clients.getByText('No due date')).toBeVisible()
    await clients.evaluate(() => Object.assign(window, { neverReloaded: true }))

    const freelancers = await visit(`/projects/${project.id}`, { as: ada })
    await freelancers.getByLabel('Status').selectOption('In Progress')
    await freelancers.getByRole('button', { name: 'Update Status' }).click()
    await expect(clients.locator('.badge').getByText('In Progress')).toBeVisible()
    await freelancers.getByLabel('Due date').fill('2099-05-20')
    await freelancers.getByRole('button', { name: 'Update Due Date' }).click()
    await expect(clients.getByText('Due 20 May 2099')).toBeVisible()
    await expect(freelancers.getByRole('button', { name: 'Update Due Date' })).toBeDisabled()
    await expect(freelancers.getByRole('button', { name: 'Update Due Date' })).toBeFocused()

    await freelancers.getByRole('button', { name: 'Complete now' }).press('Enter')
    await expect(clients.getByText(/^Completed on .* before 20 May 2099$/)).toBeVisible()
    await expect(freelancers.getByLabel('Status')).toBeFocused()
    const completed = freelancers.getByRole('status').filter({ hasText: 'is completed' })
    await expect(completed).toBeVisible()
    await freelancers.keyboard.press('F6')
    await expect(completed.getByRole('button', { name: 'Undo' })).toBeFocused()
    await freelancers.keyboard.press('Enter')
    await expect(clients.getByText('Due 20 May 2099')).toBeVisible()
    await expect(freelancers.getByLabel('Status')).toHaveValue('In Progress')

    await callApi(server, ada, projects.update, { title: 'Summer menu' }, project.id)
    await expect(clients.getByRole('heading', { level: 1 })).toHaveText('Summer menu')
    await expect(clients).toHaveTitle('Summer menu · Portico | My Projects')
    await expect(freelancers.getByRole('heading', { level: 1 })).toHaveText('Summer menu')

    await freelancers.getByRole('button', { name: 'Delete Project' }).click()
    await freelancers
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(clients.getByText('Project not found.')).toBeVisible()
    await expect(freelancers).toHaveURL(/\/projects$/)
    expect(await clients.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  test('appears on the freelancer’s other devices', async ({ given, visit }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    await given.project(maya)
    const [phone, desk] = [await visit('/', { as: ada }), await visit(`/clients/${maya.id}`, { as: ada })]
    await expect(phone.getByRole('link', { name: 'Spring menu' }).first()).toBeVisible()

    await desk.getByRole('button', { name: 'Delete Client' }).click()
    await desk
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()

    await expect(phone.getByText('No recent projects found.')).toBeVisible()
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
