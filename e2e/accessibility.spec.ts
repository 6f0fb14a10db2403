import { daysFromNow } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedConsoleErrors: [/404/] })

test(`the public pages have no accessibility violations`, async ({ visit }) => {
  const page = await visit('/welcome')
  await expectNoViolations(page)
  for (const path of ['/login', '/register', '/client-login', '/nowhere']) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

test(`the freelancer’s area has no accessibility violations`, async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.project(maya, { dueDate: daysFromNow(-3) })
  await given.project(maya, { title: 'Van livery', status: 'Completed' })
  const { id } = await given.project(maya, { dueDate: daysFromNow(3), status: 'In Progress' })

  const page = await visit('/', { as: ada })
  await expectNoViolations(page)
  for (const path of [
    '/projects',
    `/projects/${id}`,
    `/projects/${id}/activity`,
    '/clients',
    `/clients/${maya.id}`,
    '/notifications',
    '/search?q=menu',
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

test(`the pages of emailed links have no accessibility violations`, async ({ visit }) => {
  const page = await visit('/forgot-password')
  await expectNoViolations(page)
  for (const path of [
    '/reset-password',
    '/reset-password?token=x',
    '/confirm-email',
    '/confirm-email?token=x',
  ]) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

test(`the settings have no accessibility violations, and show the current choice in forced colours`, async ({
  given,
  visit,
}) => {
  const page = await visit('/settings', { as: await given.freelancer() })
  await expectNoViolations(page)

  // In forced colours the chosen option and the current page must stay visible.
  await page.emulateMedia({ forcedColors: 'active' })
  const paper = await page.locator('body').evaluate(look)
  for (const chosen of ['.nav [aria-current]', '.segments :has(:checked)']) {
    const mark = await page.locator(chosen).first().evaluate(look, '::before')
    expect(mark.content, chosen).toBe('""')
    expect(mark.backgroundColor, chosen).not.toBe(paper.backgroundColor)
  }
  await page.emulateMedia({ forcedColors: 'none' })

  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('radio', { name: /^Soon Five minutes/ })).toBeChecked()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('All fields are required.')).toBeVisible()
  await expectNoViolations(page)
})

function look(element: Element, part?: string) {
  const { content, backgroundColor } = getComputedStyle(element, part)
  return { content, backgroundColor }
}

test(`the panels and dialogs have no accessibility violations`, async ({ given, visit }) => {
  const ada = await given.freelancer()
  const page = await visit('/projects', { as: ada })
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

test(`the client’s area has no accessibility violations`, async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya, { dueDate: daysFromNow(3) })

  const page = await visit('/client-dashboard', {
    as: maya,
    viewport: { width: 390, height: 844 },
  })
  await expectNoViolations(page)
  for (const path of [
    `/client-dashboard/projects/${id}`,
    `/client-dashboard/projects/${id}/activity`,
    '/client-dashboard/search?q=menu',
    '/client-dashboard/nowhere',
  ]) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

test('every dialog has a name and a description, traps the focus and returns it', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const { id } = await given.project(maya)
  await given.file(ada, { id }, { name: 'menu.txt' })
  const page = await visit('/clients', { as: ada })

  for (const [path, opener, role, name, described, item] of [
    ['/clients', '+ Create Client', 'dialog', 'New client'],
    ['/clients', 'Create Project', 'dialog', 'New project'],
    ['/projects', '+ Create Project', 'dialog', 'New project'],
    [`/clients/${maya.id}`, 'Edit client', 'dialog', 'Edit client'],
    [`/clients/${maya.id}`, 'Reset Access', 'alertdialog', 'Reset access', 'also those they use now'],
    [`/clients/${maya.id}`, 'Delete Client', 'alertdialog', 'Delete client', 'With them: 1 project'],
    [`/projects/${id}`, 'Edit Project', 'dialog', 'Edit project'],
    [`/projects/${id}`, 'Delete Project', 'alertdialog', 'Delete project', 'Spring menu goes at once'],
    [`/projects/${id}`, 'More for menu.txt', 'alertdialog', 'Delete file', 'menu.txt goes at once', 'Delete'],
  ] as const) {
    if (!page.url().endsWith(path)) await page.goto(path)
    const from = page.getByRole('button', { name: opener, exact: true })
    await from.press('Enter')
    if (item) await page.getByRole('menuitem', { name: item }).press('Enter')
    const open = page.getByRole(role, { name, exact: true })
    await expect(open, opener).toBeVisible()
    await expect(open).toHaveAccessibleDescription(new RegExp(described ?? '^$'))
    // The page behind a dialog is inert, except for the notifications.
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()
    await expect(open.locator(':focus')).toHaveCount(1)
    for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      await expect(open.locator(':focus'), `${opener}, ${key}`).toHaveCount(1)
    }
    await page.keyboard.press('Escape')

    await expect(open).toBeHidden()
    await expect(from).toBeFocused()
  }
})
