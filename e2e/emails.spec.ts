import { uniqueEmail } from '../apps/server/test/given.ts'
import { test as base, expect } from './fixtures.ts'
import { type Server, startServer } from './server.ts'
import { waitUntilHydrated } from './wait-until-hydrated.ts'

/** As in production: addresses have to be confirmed, and emails to one mailbox are limited. */
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CONFIRM_EMAIL: 'on', LIMIT_MAIL: '2/3600' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('the invitation of a new freelancer is sent once they have confirmed their own email', async ({
  given,
  visit,
  emails,
}) => {
  const ada = await given.freelancer()
  const maya = uniqueEmail('maya')
  const page = await visit('/clients', { as: ada })
  await expect(page.getByText('You have no clients yet.')).toBeVisible()
  await page.getByRole('button', { name: '+ Create Client' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Confirm your email first.')).toBeVisible()
  await panel.getByLabel('First name').fill('Maya')
  await panel.getByLabel('Last name').fill('Whitcombe')
  await panel.getByLabel('Email', { exact: true }).fill(maya)
  await panel.getByLabel('Company').fill('Northwind Bakery')
  await panel.getByRole('button', { name: 'Create Client' }).click()
  await expect(panel.getByText(/No email was sent yet: Maya gets one once you confirm/)).toBeVisible()
  await expect(panel.getByLabel('Login link')).toHaveValue(/\/client-login\?token=[\w-]{43}$/)
  await panel.getByRole('button', { name: 'Done' }).click()

  const [email] = await emails(ada.email)
  const link = new URL(/https?:\S+\/confirm-email\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? 'none:')
  const confirmation = await visit(link.pathname + link.search)
  await expect(confirmation).toHaveTitle('Portico | Confirm Email')
  await waitUntilHydrated(confirmation)
  await expect(confirmation).toHaveURL(/\/confirm-email$/)
  await confirmation.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(confirmation.getByRole('heading', { name: 'Your email is confirmed.' })).toBeFocused()
  await expect(confirmation.getByText(/The invitation that waited is on its way/)).toBeVisible()

  expect((await emails(maya)).map(({ subject }) => subject)).toEqual([
    `${ada.name} invited you to your portal`,
  ])
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Whitcombe' })).toBeVisible()
  await expect(page.getByText('Confirm your email first.')).toBeHidden()

  await page.getByRole('button', { name: 'Resend Login Link' }).click()
  await expect(page.getByText('Login link sent to Maya Whitcombe')).toBeVisible()
  await page.getByRole('button', { name: 'Resend Login Link' }).click()
  await expect(page.getByText('There were too many within the hour')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy a login link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/client-login\?token=[\w-]{43}$/,
  )
})
