import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import { createPicture } from './sample-files.ts'

// The browser reports requests that fail.
test.use({ expectedConsoleErrors: [/Failed to load resource|INTERNAL/] })

const long = 'Maximiliane-Friederike '.repeat(9).slice(0, 200).trim()
const unbroken = 'W'.repeat(200)
const rightToLeft =
  `\u0645\u0634\u0631\u0648\u0639 ${'\u0627\u0644\u0631\u0628\u064a\u0639 '.repeat(24)}`.trim()

const serverError = {
  status: 500,
  json: { statusCode: 500, code: 'INTERNAL', error: 'x', message: 'It did not work.' },
}

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  // 1440 px at a zoom of 200 %.
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

test('long names make no page wider than the screen', async ({ given, visit }) => {
  test.setTimeout(180_000)
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
    dueDate: daysFromNow(9),
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

  const page = await visit('/', { as: ada })
  for (const path of [
    '/',
    '/projects',
    `/projects/${id}`,
    `/projects/${id}/requests`,
    `/projects/${id}/activity`,
    '/requests?state=all',
    '/clients',
    `/clients/${maya.id}`,
    '/notifications',
    `/search?q=${unbroken.slice(0, 40)}`,
    '/settings',
  ])
    await expectFits(page, path)
  const clients = await visit('/client-dashboard', { as: maya })
  for (const path of [
    '/client-dashboard',
    `/client-dashboard/projects/${id}`,
    `/client-dashboard/projects/${id}/requests`,
    `/client-dashboard/search?q=${unbroken.slice(0, 40)}`,
  ])
    await expectFits(clients, path)
  const [name, link] = await Promise.all(
    ['.side__brand .word', '.nav a'].map((part) => clients.locator(part).first().boundingBox()),
  )
  expect((name?.y ?? 0) + (name?.height ?? 900), 'a long name covers no link').toBeLessThan(link?.y ?? 0)

  // A long message does not either, before it is sent or after.
  await expectFits(clients, '/client-dashboard/chat')
  await page.goto(`/chat?client=${maya.id}`)
  for (const one of [page, clients]) await one.getByPlaceholder('Type a message...').fill(unbroken.repeat(5))
  await page.getByPlaceholder('Type a message...').press('Enter')
  await expect(page.getByText('Seen')).toBeVisible()
  for (const one of [page, clients]) await expectFitsNow(one, 'chat')
})

test('long names make no panel or dialog wider than the screen', async ({ given, visit }) => {
  test.setTimeout(180_000)
  const ada = await given.freelancer()
  const maya = await given.client(ada, { firstName: unbroken, lastName: rightToLeft })
  const { id } = await given.project(maya, { title: unbroken })
  const page = await visit('/clients', { as: ada })
  for (const [path, button] of [
    ['/clients', '+ Create Client'],
    ['/clients', 'Create Project'],
    ['/projects', '+ Create Project'],
    [`/projects/${id}`, 'Edit Project'],
    [`/projects/${id}`, 'Delete Project'],
    [`/clients/${maya.id}`, 'Edit client'],
    [`/clients/${maya.id}`, 'Reset Access'],
    [`/clients/${maya.id}`, 'Delete Client'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    const open = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(open).toBeVisible()
    for (const size of sizes) {
      await page.setViewportSize(size)
      expect(await open.evaluate(isTooWide), `${path} ${button} at ${size.width}`).toBe(false)
    }
  }
})

test('no page is wider than the screen while it loads and when it has failed', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  for (const [as, paths] of [
    [maya.freelancer, ['/', '/projects', `/projects/${id}`, '/clients', `/clients/${maya.id}`, '/settings']],
    [maya, ['/client-dashboard', `/client-dashboard/projects/${id}`]],
  ] as const) {
    const page = await visit('/welcome', { as })
    for (const path of paths) {
      const failure = Promise.withResolvers<void>()
      await page.route('**/api/**', async (route) => {
        await failure.promise
        await route.fulfill(serverError)
      })
      await expectFits(page, path)
      failure.resolve()
      await expect(page.locator('#main').getByRole('alert').first()).toBeVisible()
      await expectFitsNow(page, `${path} has failed`)
      await page.unroute('**/api/**')
    }
  }
})

test('a toast covers no back link, no button of the page head and no picture', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id, title } = await given.project(maya, { description: 'Two pages.', dueDate: daysFromNow(9) })
  const page = await visit(`/projects/${id}`, { as: maya.freelancer })
  await page.getByRole('button', { name: 'Complete now' }).click()
  await expectToastBesideButtons(page)

  await page.goto(`/clients/${maya.id}`)
  await page.getByRole('button', { name: 'Resend Login Link' }).click()
  await expectToastBesideButtons(page)

  const signs = await given.project(maya, { title: 'Signs' })
  await page.goto('/projects')
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expectToastBesideButtons(page)

  const clients = await visit(`/client-dashboard/projects/${signs.id}`, { as: maya })
  await clients.locator('input[type=file]').first().setInputFiles(createPicture('door.png', 'rust'))
  await holdToast(clients)
  await expect(clients.locator('#main img')).toBeVisible()
  await expectToastBesideButtons(clients)
})

/** While a toast has the focus, it stays. */
async function holdToast(page: Page) {
  await page.getByRole('button', { name: 'Dismiss' }).last().focus()
}

/** Also scrolls to the pictures. */
async function expectToastBesideButtons(page: Page) {
  await holdToast(page)
  for (const size of sizes.filter(({ height }) => height > 800)) {
    await page.setViewportSize(size)
    for (const end of [0, 10_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), end)
      expect(await page.evaluate(findCovered), `${page.url()} at ${size.width}`).toEqual([])
    }
  }
}

function findCovered() {
  const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
  const others = document.querySelectorAll(
    '.topbar button, .topbar a, .back, .head__actions *, #main img, .bottombar a',
  )
  return [...others]
    .filter((other) => {
      const { left, right, top, bottom, width } = other.getBoundingClientRect()
      const isCovered = (toast: DOMRect) =>
        toast.left < right && toast.right > left && toast.top < bottom && toast.bottom > top
      return width > 0 && (toasts.length === 0 || toasts.some(isCovered))
    })
    .map((other) => other.outerHTML)
}

async function expectFits(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  if (!path.startsWith('/client-dashboard')) await expect(page.locator('.topbar__welcome')).toBeAttached()
  await expect(
    page
      .locator('#main .skeleton, #main .row, #main .facts, #main form, #main .blank, #main a')
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  if (path.includes('/search')) await expect(page.locator('#main li a').first()).toBeVisible()
  await expectFitsNow(page, path)
}

async function expectFitsNow(page: Page, label: string) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await page.evaluate(isTooWide, undefined), `${label} at ${size.width}`).toBe(false)
  }
}

/** Measures the page, or one element of it. */
function isTooWide(element?: Element) {
  const { scrollWidth, clientWidth } = element instanceof Element ? element : document.documentElement
  return scrollWidth > clientWidth
}
