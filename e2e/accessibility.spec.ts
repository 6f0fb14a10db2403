import type { Locator, Page } from '@playwright/test'
import { daysFromNow, type Given } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { getInput, getLog, phone } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { expectToFitEveryScreen } from './screen-sizes.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

test.use({ expectedConsoleErrors: [/404/] })

const long = 'Maximiliane-Friederike '.repeat(9).slice(0, 200).trim()
const unbroken = 'W'.repeat(200)
const rightToLeft =
  `\u0645\u0634\u0631\u0648\u0639 ${'\u0627\u0644\u0631\u0628\u064a\u0639 '.repeat(24)}`.trim()

// Long names break layouts, so pages and dialogs are checked with them. The stories of requests, chat, files and
// reviews run axe on their pages, so those are only measured here.

test('the freelancer’s pages have no accessibility violations, and fit every screen with long names', async ({
  given,
  visit,
}) => {
  const { ada, maya, id } = await createTestData(given)

  const page = await visit('/welcome', { as: ada })
  for (const path of [
    '/',
    '/projects',
    '/projects?view=deadline',
    '/projects?view=month',
    `/projects/${id}`,
    `/projects/${id}/activity`,
    `/projects/${id}/files?view=grid`,
    '/requests?state=all',
    '/clients',
    `/clients/${maya.id}`,
    '/notifications',
    `/search?q=${unbroken.slice(0, 40)}`,
  ]) {
    await openPage(page, path)
    await expectToFitEveryScreen(page)
    await expectNoViolations(page)
  }
  await openPage(page, `/projects/${id}/requests`)
  await expectToFitEveryScreen(page)
  await openPage(page, '/projects?search=zzz')
  await expectNoViolations(page)
})

test('the client’s pages have no accessibility violations, and fit every screen with long names', async ({
  given,
  visit,
}) => {
  const { maya, id } = await createTestData(given)

  const page = await visit('/welcome', { as: maya })
  for (const path of [
    '/client-dashboard',
    `/client-dashboard/projects/${id}`,
    `/client-dashboard/projects/${id}/activity`,
    `/client-dashboard/projects/${id}/files`,
    `/client-dashboard/search?q=${unbroken.slice(0, 40)}`,
    '/client-dashboard/nowhere',
  ]) {
    await openPage(page, path)
    await expectToFitEveryScreen(page)
    await page.setViewportSize(phone.viewport)
    await expectNoViolations(page)
  }
  await openPage(page, `/client-dashboard/projects/${id}/requests`)
  await expectToFitEveryScreen(page)
  const [name, link] = await Promise.all(
    ['.side__brand .word', '.nav a'].map((part) => page.locator(part).first().boundingBox()),
  )
  expect((name?.y ?? 0) + (name?.height ?? 900), 'a long name covers no link').toBeLessThan(link?.y ?? 0)
})

test('a long message fits every screen, before it is sent and after', async ({ given, visit }) => {
  const { ada, maya } = await createTestData(given)
  const message = unbroken.repeat(5)
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  const clientPage = await visit('/client-dashboard/chat', { as: maya })
  for (const one of [page, clientPage]) await getInput(one).fill(message)

  await getInput(page).press('Enter')

  await expect(getLog(page).getByText(message)).toBeVisible()
  await expect(getLog(clientPage).getByText(message)).toBeVisible()
  for (const one of [page, clientPage]) await expectToFitEveryScreen(one)
})

test('the pages for signing in have no accessibility violations', async ({ visit }) => {
  const page = await visit('/login')
  await expectNoViolations(page)
  for (const path of [
    '/register',
    '/client-login',
    '/nowhere',
    '/forgot-password',
    '/reset-password',
    '/reset-password?token=x',
    '/confirm-email',
    '/confirm-email?token=x',
    '/confirm-new-email?token=x',
    '/undo-email?token=x',
  ]) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

test(`the settings have no accessibility violations, and show the current choice in forced colours`, async ({
  given,
  visit,
}) => {
  const page = await visit('/settings', { as: await given.freelancer({ name: long.slice(0, 199) }) })
  await waitUntilSettled(page)
  await expectToFitEveryScreen(page)

  // In forced colours the chosen option and the current page must stay visible.
  await page.emulateMedia({ forcedColors: 'active' })
  const paper = await page.locator('body').evaluate(readStyle)
  for (const chosen of ['.nav [aria-current]', '.segments :has(:checked)']) {
    const mark = await page.locator(chosen).first().evaluate(readStyle, '::before')
    expect(mark.content, chosen).toBe('""')
    expect(mark.backgroundColor, chosen).not.toBe(paper.backgroundColor)
  }
  await page.emulateMedia({ forcedColors: 'none' })

  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('radio', { name: /^Soon After five minutes/ })).toBeChecked()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('All fields are required.')).toBeVisible()
  await expectNoViolations(page)
})

function readStyle(element: Element, part?: string) {
  const { content, backgroundColor } = getComputedStyle(element, part)
  return { content, backgroundColor }
}

test('every dialog has a name and a description, keeps and returns the focus, has no violations and fits every screen', async ({
  given,
  visit,
}) => {
  const { ada, maya, id } = await createTestData(given)
  const file = `${unbroken.slice(0, 190)}.md`
  await given.file(ada, { id }, { name: file })
  const page = await visit('/welcome', { as: ada })

  for (const { path, opener, item, role = 'dialog', name, description = /^$/, fillIn } of [
    { path: '/clients', opener: '+ Create Client', name: 'New client' },
    {
      path: '/projects',
      opener: '+ Create Project',
      name: 'New project',
      async fillIn(panel) {
        await panel.getByRole('button', { name: 'Create Project' }).click()
        await expect(panel.getByText('Client is required.')).toBeVisible()
      },
    },
    {
      path: `/projects/${id}`,
      opener: 'Edit Project',
      name: 'Edit project',
      async fillIn(panel) {
        await panel.getByLabel('Title').fill('')
        await panel.getByRole('button', { name: 'Update Project' }).click()
        await expect(panel.getByText('Title is required.')).toBeVisible()
      },
    },
    {
      path: `/projects/${id}`,
      opener: 'Delete Project',
      role: 'alertdialog',
      name: 'Delete project',
      description: new RegExp(`${unbroken} is deleted at once`),
    },
    {
      path: `/projects/${id}`,
      opener: `More for ${file}`,
      item: 'Delete',
      role: 'alertdialog',
      name: 'Delete file',
      description: new RegExp(`${file} is deleted at once`),
    },
    {
      path: `/clients/${maya.id}`,
      opener: 'Edit client',
      name: 'Edit client',
      async fillIn(panel) {
        await panel.getByLabel('Email', { exact: true }).fill('maya@home.example')
        await expect(panel.getByText('every link and session of this client ends')).toBeVisible()
      },
    },
    {
      path: `/clients/${maya.id}`,
      opener: 'Delete Client',
      role: 'alertdialog',
      name: 'Delete client',
      description: /With them: 2 projects/,
    },
    {
      path: `/clients/${maya.id}`,
      opener: 'Reset Access',
      role: 'alertdialog',
      name: 'Reset access',
      description: /also those they use now/,
    },
  ] satisfies OpenedDialog[] as OpenedDialog[]) {
    if (!page.url().endsWith(path)) await page.goto(path)
    const from = page.getByRole('button', { name: opener, exact: true })
    await from.press('Enter')
    if (item) await page.getByRole('menuitem', { name: item }).press('Enter')
    const dialog = page.getByRole(role, { name, exact: true })
    await expect(dialog, opener).toBeVisible()
    await expect(dialog).toHaveAccessibleDescription(description)
    // The page behind a dialog is inert, except for the notifications.
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      await expect(dialog.locator(':focus'), `${opener}, ${key}`).toHaveCount(1)
    }
    await fillIn?.(dialog)
    await expectToFitEveryScreen(page, dialog)
    await expectNoViolations(page)
    await page.keyboard.press('Escape')

    await expect(dialog).toBeHidden()
    await expect(from).toBeFocused()
  }

  await page.getByRole('button', { name: 'Reset Access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Access' }).click()
  await expect(page.getByRole('dialog').getByLabel('Login link')).toBeVisible()
  await expectNoViolations(page)
})

interface OpenedDialog {
  path: string
  opener: string
  /** Of the menu that the opener shows. */
  item?: string
  role?: 'dialog' | 'alertdialog'
  name: string
  description?: RegExp
  fillIn?(dialog: Locator): Promise<void>
}

test('the panel for a project has no accessibility violations while there are no clients', async ({
  given,
  visit,
}) => {
  const page = await visit('/projects', { as: await given.freelancer() })
  await waitUntilSettled(page)

  await page.getByRole('button', { name: '+ Create Project' }).click()

  await expect(page.getByRole('dialog').getByText('You have no clients yet.')).toBeVisible()
  await expectNoViolations(page)
})

async function createTestData(given: Given) {
  const ada = await given.freelancer({ name: `${rightToLeft.slice(0, 99)} ${unbroken.slice(0, 99)}` })
  const maya = await given.client(ada, { firstName: long, lastName: rightToLeft, company: unbroken })
  const lin = await given.client(ada, { firstName: rightToLeft, lastName: unbroken, company: null })
  const { id } = await given.project(maya, {
    title: unbroken,
    description: unbroken,
    dueDate: daysFromNow(-400),
  })
  await given.project(maya, {
    title: rightToLeft,
    description: `${rightToLeft}\n\n${long}`,
    status: 'In Progress',
    dueDate: daysFromNow(3),
  })
  await given.project(lin, { title: long, status: 'Completed' })
  await given.feedback(maya, { id }, unbroken)
  const [asked, answered] = await given.requests(ada, { id }, [
    { title: unbroken, details: unbroken, kind: 'text', dueDate: daysFromNow(-400) },
    unbroken,
  ])
  await given.answer(maya, asked, { text: unbroken })
  await given.file(maya, { id }, { name: `${unbroken}.txt`, requestId: answered.id })
  await given.requests(ada, { id }, [{ title: rightToLeft, details: unbroken, kind: 'file' }])
  return { ada, maya, id }
}

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await waitUntilSettled(page)
  // A search starts with an empty page.
  if (path.includes('/search')) await expect(page.locator('#main li a').first()).toBeVisible()
}
