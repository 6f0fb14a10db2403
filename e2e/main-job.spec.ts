import { daysFromNow, uniqueEmail } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

test('a freelancer chooses a plan and registers on a phone, invites a client, and the client sees their project', async ({
  visit,
  emails,
}) => {
  const viewport = { width: 390, height: 844 }
  const maya = uniqueEmail('maya')

  const page = await visit('/pricing', { viewport })
  await page.getByRole('link', { name: 'Try Pro' }).click()
  await expect(page).toHaveURL('/register?plan=pro')
  // The prerendered link has no plan yet.
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?plan=pro')
  await page.getByLabel('Name', { exact: true }).fill('Ada Marsh')
  await page.getByLabel('Email', { exact: true }).fill(uniqueEmail('ada'))
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('radio', { name: 'Pro', checked: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle('Portico | Dashboard')
  await expect(page.getByText('No recent projects found.')).toBeVisible()

  const bar = page.getByRole('navigation', { name: 'Main, at the foot' })
  await bar.getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByText('You have no clients yet.')).toBeVisible()
  await page.getByRole('button', { name: '+ Create Client' }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('First name').fill('Maya')
  await panel.getByLabel('Last name').fill('Whitcombe')
  await panel.getByLabel('Email', { exact: true }).fill(maya)
  await panel.getByLabel('Company').fill('Northwind Bakery')
  await panel.getByRole('button', { name: 'Create Client' }).click()
  await expect(page.getByText('Client created successfully')).toBeVisible()
  await expect(panel.getByLabel('Login link')).toHaveValue(/\/client-login\?token=[\w-]{43}$/)
  await panel.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Create Project' }).first().click()
  await panel.getByLabel('Title').fill('Spring menu')
  await panel.getByLabel('Description').fill('Two sizes and a takeaway version.')
  await panel.getByLabel('Due Date').fill(daysFromNow(20))
  await panel.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByText('Project successfully created!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring menu')

  const [email] = await emails(maya)
  expect(email?.subject).toContain('Ada Marsh')
  const link = /https?:\/\/\S+\/client-login\?token=[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''

  const clients = await visit(new URL(link).pathname + new URL(link).search, { viewport })
  await expect(clients).toHaveURL(/\/client-dashboard$/)
  await expect(clients, 'the project is news').toHaveTitle('(1) Portico | My Projects')
  await expect(clients.getByText('Welcome, Maya Whitcombe')).toBeVisible()
  await clients.getByRole('link', { name: /Spring menu/ }).click()
  await expect(clients.getByRole('heading', { level: 1 })).toHaveText('Spring menu')
  await expect(clients.getByText('Two sizes and a takeaway version.')).toBeVisible()
})
