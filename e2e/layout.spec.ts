import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

test('“Welcome” and the whole name are on screen at every width, beside a long business name too', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer({ name: 'Featherstonehaugh & Cholmondeley Studios' })
  const maya = await given.client(ada, { firstName: 'Bartholomew', lastName: 'Whitcombe-Featherstonehaugh' })
  const tom = await given.client(ada, { firstName: 'W'.repeat(100), lastName: 'x'.repeat(100) })

  for (const [person, path] of [
    [ada, '/'],
    [maya, '/client-dashboard'],
    [tom, '/client-dashboard'],
  ] as const) {
    const page = await visit(path, { as: person })
    await waitUntilSettled(page)
    const name = 'name' in person ? person.name : `${person.firstName} ${person.lastName}`
    for (const width of [320, 360, 390, 480, 719, 720, 800, 1080, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const { text, isWhole, bottom } = await page.evaluate(measureWelcome)
      expect(text, `at ${width}`).toBe(`Welcome, ${name}`)
      expect(isWhole, `${name} at ${width}`).toBe(true)
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(heading?.y, `${name} at ${width}`).toBeGreaterThanOrEqual(bottom)
    }
  }
})

/** Whether every glyph is inside the window and inside each box that cuts what stands out. */
function measureWelcome() {
  const element = document.querySelector('.topbar__welcome') as HTMLElement
  const range = document.createRange()
  range.selectNodeContents(element)
  const bar = (document.querySelector('.topbar') as HTMLElement).getBoundingClientRect()
  const box = element.getBoundingClientRect()
  const isWhole = [...range.getClientRects()].every(
    ({ left, right, top, bottom }) =>
      left >= 0 && right <= innerWidth && top >= bar.top && bottom <= bar.bottom && right <= box.right + 1,
  )
  const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
  return { text: element.textContent, isWhole: isWhole && !isCut, bottom: bar.bottom }
}

test('many turns leave the plan’s figures on the first screen, and all can be shown', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  for (let number = 1; number <= 12; number++) {
    const project = await given.project(maya, { title: `Project ${number}` })
    if (number % 2) await given.feedback(maya, project)
    else await given.requests(maya.freelancer, project, ['Logo as a vector file'])
  }

  const page = await visit('/', { as: maya.freelancer })
  await waitUntilSettled(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.locator('.strip')).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('link', { name: 'Show all 6' }).first().click()
  await expect(page).toHaveURL(/\/projects\?turn=freelancer/)

  const clients = await visit('/client-dashboard', { as: maya })
  await clients.getByRole('button', { name: 'Show all 6' }).press('Enter')
  await expect(clients.getByRole('region', { name: 'Your turn' }).getByRole('listitem')).toHaveCount(6)
  await expect(clients.getByRole('link', { name: /^Answer / }).last()).toBeFocused()
})

test('on a narrow window status and due date come first, folded into one line', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya, { status: 'In Progress', dueDate: daysFromNow(9) })
  await given.file(maya, { id })

  const page = await visit(`/projects/${id}`, { as: maya.freelancer, viewport: { width: 1024, height: 768 } })
  await waitUntilSettled(page)
  const line = page.getByText(/^In Progress, due \d+ \w+/)
  const change = line.getByRole('button', { name: 'Change' })
  for (const width of [1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 768 })
    const [lineBox, filesBox] = await Promise.all(
      [line, page.getByRole('heading', { name: 'Uploaded Files' })].map((part) => part.boundingBox()),
    )
    expect(lineBox?.y).toBeLessThan(filesBox?.y ?? 0)
    await expect(page.getByLabel('Status')).toBeHidden()
  }

  await change.press('Enter')
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByRole('button', { name: 'Update Status' }).press('Enter')
  await expect(page.getByText('Project status updated successfully')).toBeVisible()
  await expect(page.getByLabel('Due date')).toBeVisible()
  await page.setViewportSize({ width: 1080, height: 768 })
  await expect(page.getByText(/^Pending, due/)).toBeHidden()
  await expect(page.getByLabel('Status')).toBeVisible()
})

test('the navigation of a touch tablet shows its words', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true }

  for (const [person, path] of [
    [maya.freelancer, '/'],
    [maya, '/client-dashboard'],
  ] as const) {
    const page = await visit(path, { as: person, ...tablet })
    await waitUntilSettled(page)
    const labels = page.locator('.side .nav :is(a, button) > span:not(.count)').filter({ visible: true })
    for (const label of await labels.all()) {
      const box = await label.boundingBox()
      expect(box?.width, (await label.textContent()) ?? '').toBeGreaterThan(20)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(88)
    }
    await expect(labels.first()).toBeVisible()
  }
})

test('the text beside the login and the registration shows from 900 px', async ({ visit }) => {
  const page = await visit('/login')
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    for (const [width, isShown] of [
      [899, false],
      [900, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByLabel('About Portico', { exact: true })).toBeVisible({ visible: isShown })
    }
  }
})

test('a print has all files and all feedback of a project', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (let number = 1; number <= 105; number++)
    await given.file(maya, project, { name: `menu-${number}.txt` })
  for (let number = 1; number <= 105; number++) await given.feedback(maya, project, `Remark ${number}`)

  for (const [person, path, label] of [
    [maya.freelancer, `/projects/${project.id}`, 'Client Feedback'],
    [maya, `/client-dashboard/projects/${project.id}`, 'Feedback'],
  ] as const) {
    const page = await visit(path, { as: person })
    await waitUntilSettled(page)
    const lists = ['Uploaded Files', label]
    expect(await page.evaluate(countRows, lists)).toEqual([20, 100])

    await page.evaluate(recordPrintedRows, lists)
    await page.pdf()
    expect(await page.evaluate(() => (window as unknown as { printed: number[] }).printed)).toEqual([
      105, 105,
    ])
    expect(await page.evaluate(countRows, lists)).toEqual([20, 100])
  }
})

function countRows(lists: string[]) {
  return lists.map((label) => document.querySelectorAll(`ul[aria-label="${label}"] > li`).length)
}

/** The page's own listeners run first. */
function recordPrintedRows(lists: string[]) {
  window.addEventListener('beforeprint', () => {
    const rows = lists.map((label) => document.querySelectorAll(`ul[aria-label="${label}"] > li`).length)
    Object.assign(window, { printed: rows })
  })
}

test('a client who asks for a freelancer’s page sees the welcome page', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const page = await visit('/projects', { as: maya })
  await expectPath(page, '/welcome')
  for (const path of ['/clients/x', '/settings', '/chat']) {
    await page.goto(path)
    await expectPath(page, '/welcome')
  }
  for (const path of ['/', '/welcome']) {
    await page.goto(path)
    await expectPath(page, '/client-dashboard')
  }
})

async function expectPath(page: Page, path: string) {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  await waitUntilSettled(page)
  expect(new URL(page.url()).pathname).toBe(path)
}
