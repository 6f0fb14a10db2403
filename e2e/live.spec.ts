import { type Endpoint, projects } from '@portico/contract'
import type { TestFreelancer } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'

test.describe('what a freelancer does', () => {
  // What was deleted may just have been asked for once more.
  test.use({ expectedConsoleErrors: [/404|NOT_FOUND/] })

  test('appears on the client’s screen, from the first door to its end', async ({ given, visit, server }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const clients = await visit('/client-dashboard', { as: maya })
    await expect(clients.getByText('No projects assigned yet.')).toBeVisible()

    const project = await ask(server, ada, projects.create, {
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
    await expect(clients.getByText('In Progress')).toBeVisible()
    await freelancers.getByLabel('Due date').fill('2099-05-20')
    await freelancers.getByRole('button', { name: 'Update Due Date' }).click()
    await expect(clients.getByText('20 May 2099')).toBeVisible()
    await expect(freelancers.getByRole('button', { name: 'Update Due Date' })).toBeDisabled()
    await expect(freelancers.getByRole('button', { name: 'Update Due Date' })).toBeFocused()
    await ask(server, ada, projects.update, { title: 'Summer menu' }, project.id)
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

  test('appears on their other devices', async ({ given, visit }) => {
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
  // What is being read at that moment fails, too.
  test.use({ expectedConsoleErrors: [/WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE/] })

  test('nothing is said; what was changed meanwhile appears once it is back', async ({
    given,
    visit,
    server,
  }) => {
    const maya = await given.client(await given.freelancer())
    await given.project(maya)
    const page = await visit('/client-dashboard', { as: maya })
    await expect(page.getByRole('link', { name: /Spring menu/ })).toBeVisible()
    // Once this has come, the line stands.
    await ask(server, maya.freelancer, projects.create, {
      clientId: maya.id,
      title: 'Van livery',
      description: 'Both sides.',
      status: 'Pending',
    })
    await expect(page.getByRole('link', { name: /Van livery/ })).toBeVisible()

    await server.restart(() => given.project(maya, { title: 'Shop front' }))

    // The browser tries ever more seldom, at least every 7 seconds.
    await expect(page.getByRole('link', { name: /Shop front/ })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByRole('link', { name: /Spring menu/ })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0)
  })
})

test.describe('when the line goes while a page still loads', () => {
  test.use({ expectedConsoleErrors: [/ERR_|UNREACHABLE/] })

  test('the page is live as soon as it is back', async ({ given, visit, server }) => {
    const maya = await given.client(await given.freelancer())
    const page = await visit('/welcome', { as: maya })
    let hasGone = false
    await page.route('**/live-*.js', async (route) => {
      await expect(page.getByText('No projects assigned yet.')).toBeVisible()
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
      hasGone = true
    })
    await page.goto('/client-dashboard')
    await expect.poll(() => hasGone).toBe(true)
    await page.unroute('**/live-*.js')

    await page.context().setOffline(false)
    await ask(server, maya.freelancer, projects.create, {
      clientId: maya.id,
      title: 'Spring menu',
      description: 'Two sizes.',
      status: 'Pending',
    })

    await expect(page.getByRole('link', { name: /Spring menu/ })).toBeVisible()
  })
})

/** Asks the server itself: what `given` makes goes past it, and nobody hears of it. */
async function ask(
  server: Server,
  { token }: TestFreelancer,
  { method, url }: Endpoint,
  body: object,
  id = '',
) {
  const reply = await fetch(`${server.url}/api${url.replace(':id', id)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok).toBe(true)
  return (await reply.json()) as projects.Project
}
