import type { Page } from '@playwright/test'
import type { TestFreelancer } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

// What is asked for as a session ends may find nobody.
test.use({ expectedConsoleErrors: [/40[14]|NOT_SIGNED_IN|NOT_FOUND/] })

test('logging out in one tab is logging out in the other', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const first = await visit('/projects', { as: ada })
  const second = await anotherTab(first, '/')

  await second.getByRole('button', { name: 'Logout' }).click()

  await expect(first).toHaveURL(/\/welcome$/)
  await expect(second).toHaveURL(/\/login$/)
})

test('another freelancer signs in in a second tab: the first one is theirs too, and says so', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada, { company: 'Only Ada knows' })
  const ben = await given.freelancer({ name: 'Ben Stone' })
  await given.client(ben, { firstName: 'Lin', lastName: 'Ito' })
  const first = await visit('/clients', { as: ada })
  await expect(first.getByText('Maya Whitcombe').first()).toBeVisible()
  await first.getByRole('button', { name: '+ Create Client' }).click()
  await first.getByRole('dialog').getByLabel('First name').fill('Half a na')

  const second = await anotherTab(first, '/welcome')
  // A toast lasts for seconds only, so it is waited for before it can come.
  const notice = first.getByText('You are signed in as Ben Stone now')
  await Promise.all([expect(notice).toBeVisible(), signIn(second, ben)])
  await expect(notice).toBeHidden()
  await expect(first.getByText('Welcome, Ben Stone')).toBeVisible()
  await expect(first.getByText('Lin Ito').first()).toBeVisible()
  await expect(first.getByText('Maya Whitcombe')).toHaveCount(0)
  await expect(first.getByText('Only Ada knows')).toHaveCount(0)
  await first.getByRole('button', { name: '+ Create Client' }).click()
  await expect(first.getByRole('dialog').getByLabel('First name')).toHaveValue('')

  await second.goto(`/clients/${maya.id}`)
  await expect(second.getByText('Client not found.')).toBeVisible()
})

test('a second client’s link in the same browser: both tabs are theirs, and the first one says so', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const lin = await given.client(ada, { firstName: 'Lin', lastName: 'Ito' })
  await given.project(maya, { title: 'Only Maya’s' })
  await given.project(lin, { title: 'Only Lin’s' })
  const first = await visit('/client-dashboard', { as: maya })
  await expect(first.getByText('Only Maya’s')).toBeVisible()

  // A toast lasts for seconds only, so it is waited for before it can come.
  const [second] = await Promise.all([
    anotherTab(first, lin.loginUrl.replace(/^https?:\/\/[^/]+/, server.url)),
    expect(first.getByText('You are signed in as Lin Ito now')).toBeVisible(),
  ])
  await expect(second.getByText('Only Lin’s')).toBeVisible()
  await expect(first.getByText('Only Lin’s')).toBeVisible()
  await expect(first.getByText('Only Maya’s')).toHaveCount(0)
})

test('both areas in two tabs: what one does is none of the other’s business', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const { id } = await given.project(maya, { title: 'Spring menu' })
  const first = await visit(`/projects/${id}`, { as: ada })
  await first.evaluate((token) => localStorage.setItem('clientToken', token), maya.token)
  const second = await anotherTab(first, `/client-dashboard/projects/${id}`)
  await expect(second.getByText('Welcome, Maya Whitcombe')).toBeVisible()

  await first.getByRole('button', { name: 'Logout' }).click()

  await expect(first).toHaveURL(/\/login$/)
  await second.reload()
  await expect(second.getByRole('heading', { name: 'Spring menu' })).toBeVisible()
  await expect(second.getByText('Welcome, Maya Whitcombe')).toBeVisible()
})

async function anotherTab(page: Page, path: string) {
  const tab = await page.context().newPage()
  await tab.goto(path)
  return tab
}

/** What a login leaves behind; a tab that shows the login while somebody is signed in leads them in instead. */
async function signIn(page: Page, { token, name }: TestFreelancer) {
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { freelancerToken: token, role: 'freelancer', name },
  )
}
