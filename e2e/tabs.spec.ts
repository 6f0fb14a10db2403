import type { Page } from '@playwright/test'
import type { TestFreelancer } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

// Requests in flight when a session ends may be refused.
test.use({ expectedConsoleErrors: [/40[14]|NOT_SIGNED_IN|NOT_FOUND/] })

test('shows the freelancer who signed in last in all tabs, without the other’s data, and logs out of all', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada, { company: 'Only Ada knows' })
  const ben = await given.freelancer({ name: 'Ben Stone' })
  await given.client(ben, { firstName: 'Lin', lastName: 'Ito' })
  const first = await visit('/clients', { as: ada })
  await expect(first.getByText('Maya Whitcombe').first()).toBeVisible()
  await first.getByRole('button', { name: '+ Create Client' }).click()
  await first.getByRole('dialog').getByLabel('First name').fill('Half a na')

  const second = await openTab(first, '/welcome')
  // A toast disappears after seconds, so the test waits for it from the start.
  const notice = first.getByText('You are signed in as Ben Stone now')
  await Promise.all([expect(notice).toBeVisible(), signIn(second, ben)])
  await expect(first.getByText('Welcome, Ben Stone')).toBeVisible()
  // The page may have been about something of Ada's.
  await expect(first).toHaveURL('/')
  await first.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await expect(first.getByText('Lin Ito').first()).toBeVisible()
  await expect(first.getByText('Maya Whitcombe')).toHaveCount(0)
  await expect(first.getByText('Only Ada knows')).toHaveCount(0)
  await first.getByRole('button', { name: '+ Create Client' }).click()
  await expect(first.getByRole('dialog').getByLabel('First name')).toHaveValue('')

  await second.goto(`/clients/${maya.id}`)
  await expect(second.getByText('Client not found.')).toBeVisible()
  await second.getByRole('button', { name: 'Logout' }).click()
  await expect(first).toHaveURL(/\/welcome$/)
  await expect(second).toHaveURL(/\/login$/)
  const headers = { authorization: `Bearer ${ben.token}` }
  await expect
    .poll(async () => (await fetch(`${server.url}/api/projects`, { headers })).status, 'on the server')
    .toBe(401)
})

test('keeps the client signed in when the freelancer logs out in another tab', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.project(maya, { title: 'Only Maya’s' })
  const first = await visit('/client-dashboard', { as: maya })
  await expect(first.getByText('Only Maya’s')).toBeVisible()

  const second = await openTab(first, '/support')
  await signIn(second, ada)
  await second.goto('/')
  await second.getByRole('button', { name: 'Logout' }).click()
  await expect(second).toHaveURL(/\/login$/)

  await first.reload()
  await expect(first.getByText('Only Maya’s')).toBeVisible()
})

async function openTab(page: Page, path: string) {
  const tab = await page.context().newPage()
  await tab.goto(path)
  return tab
}

/** Stores what a login stores. The form itself redirects while somebody is signed in. */
async function signIn(page: Page, { token, name }: TestFreelancer) {
  await page.evaluate(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    },
    { freelancerToken: token, role: 'freelancer', name },
  )
}
