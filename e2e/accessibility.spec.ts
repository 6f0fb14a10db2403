import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedNoise: [/404/] })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the public pages are open to everybody (${colorScheme})`, async ({ visit }) => {
    const page = await visit('/welcome', { colorScheme })
    await expectNoViolations(page)
    for (const path of ['/login', '/register', '/client-login', '/nowhere']) {
      await page.goto(path)
      await expectNoViolations(page)
    }
  })

  test(`so is the freelancer’s area (${colorScheme})`, async ({ given, visit }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    await given.project(maya, { dueDate: daysFromNow(-3) })
    await given.project(maya, { title: 'Van livery', status: 'Completed' })
    const { id } = await given.project(maya, { dueDate: daysFromNow(3), status: 'In Progress' })

    const page = await visit('/', { as: ada, colorScheme })
    await expectNoViolations(page)
    for (const path of [
      '/projects',
      `/projects/${id}`,
      '/clients',
      `/clients/${maya.id}`,
      '/projects?search=zzz',
    ]) {
      await page.goto(path)
      await expectNoViolations(page)
    }

    await page.goto('/clients')
    await page.getByRole('button', { name: '+ Create Client' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page)
    await page.goto(`/clients/${maya.id}`)
    await page.getByRole('button', { name: 'Delete Client' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page)
  })

  test(`so is the way to a new password (${colorScheme})`, async ({ visit }) => {
    const page = await visit('/forgot-password', { colorScheme })
    await expectNoViolations(page)
    for (const path of ['/reset-password', '/reset-password?token=x']) {
      await page.goto(path)
      await expectNoViolations(page)
    }
  })

  test(`so are the settings (${colorScheme})`, async ({ given, visit }) => {
    const page = await visit('/settings', { as: await given.freelancer(), colorScheme })
    await expectNoViolations(page)

    await page.getByLabel('Name', { exact: true }).fill(' ')
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('All fields are required.')).toBeVisible()
    await expectNoViolations(page)
  })

  test(`so are the panels that edit, and the ways to a link and a project (${colorScheme})`, async ({
    given,
    visit,
  }) => {
    const ada = await given.freelancer()
    const page = await visit('/projects', { as: ada, colorScheme })
    const panel = page.getByRole('dialog')
    await page.getByRole('button', { name: '+ Create Project' }).click()
    await expect(panel.getByText('You have no clients yet.')).toBeVisible()
    await expectNoViolations(page)

    const maya = await given.client(ada)
    await given.client(ada)
    const { id } = await given.project(maya)
    await page.goto('/projects')
    await page.getByRole('button', { name: '+ Create Project' }).click()
    await panel.getByRole('button', { name: 'Create Project' }).click()
    await expect(panel.getByText('Client is required.')).toBeVisible()
    await expectNoViolations(page)

    await page.goto(`/projects/${id}`)
    await page.getByRole('button', { name: 'Edit Project' }).click()
    await panel.getByLabel('Title').fill('')
    await panel.getByRole('button', { name: 'Update Project' }).click()
    await expect(panel.getByText('Title is required.')).toBeVisible()
    await expectNoViolations(page)

    await page.goto(`/clients/${maya.id}`)
    await page.getByRole('button', { name: 'Edit client' }).click()
    await panel.getByLabel('Email', { exact: true }).fill('maya@home.example')
    await expect(panel.getByText('every link and session of this client ends')).toBeVisible()
    await expectNoViolations(page)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reset Access' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Reset Access' }).click()
    await expect(panel.getByLabel('Login link')).toBeVisible()
    await expectNoViolations(page)
  })

  test(`and so is the client’s (${colorScheme})`, async ({ given, visit }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya, { dueDate: daysFromNow(3) })

    const page = await visit('/client-dashboard', {
      as: maya,
      colorScheme,
      viewport: { width: 390, height: 844 },
    })
    await expectNoViolations(page)
    for (const path of [`/client-dashboard/projects/${id}`, '/client-dashboard/nowhere']) {
      await page.goto(path)
      await expectNoViolations(page)
    }
  })
}

/** Once the page has what it asked for, axe finds nothing. */
async function expectNoViolations(page: Page) {
  await page.waitForLoadState('networkidle')
  // By its tag: while a panel is open, what lies behind it has no role.
  await expect(page.locator('h1')).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  expect(found, page.url()).toEqual([])
}
