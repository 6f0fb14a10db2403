import { expect, test } from './fixtures.ts'
import { waitUntilHydrated } from './wait-until-hydrated.ts'

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }

test('a client comes in on a phone, finds their portal at the front page, logs out, gets a fresh link and is known afterwards', async ({
  given,
  visit,
  server,
  emails,
}) => {
  const maya = await given.client(await given.freelancer())
  const page = await visit('/login', phone)
  await waitUntilHydrated(page)
  await page.getByLabel('Email', { exact: true }).fill(maya.email)
  await page.getByRole('link', { name: 'Get your link' }).click()
  await expect(page.getByRole('heading', { name: 'Get your link' })).toBeFocused()
  await expect(page.getByLabel('Your email')).toHaveValue(maya.email)

  await page.goto(maya.loginUrl.replace(/^https?:\/\/[^/]+/, server.url))
  await expect(page).toHaveURL(/\/client-dashboard$/)
  for (const front of ['/', '/welcome']) {
    await page.goto(front)
    await expect(page).toHaveURL(/\/client-dashboard$/)
  }

  const main = page.getByRole('navigation', { name: 'Main, at the foot' })
  await expect(main.getByRole('link')).toHaveText(['My Projects', /^Chat/, 'Support'])
  await main.getByRole('link', { name: 'Support' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(maya.email)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const menu = page.getByRole('button', { name: 'Menu of Maya Whitcombe' })
  const logout = page.getByRole('button', { name: 'Logout' })
  await menu.click()
  await expect(logout).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(logout).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Theme' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(logout).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByText('Logging out...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You are logged out.' })).toBeVisible()
  await expect(page.getByText('Logging out...')).toBeHidden()
  await expect(page.getByText(maya.freelancer.name)).toBeVisible()
  await expect(page).toHaveTitle('Portico | Client Login')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are logged out.' })).toBeVisible()
  await page.getByLabel('Your email').fill(maya.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('the link arrives within a minute')).toBeVisible()
  expect(await emails(maya.email)).toHaveLength(1)

  const tab = await page.context().newPage()
  const question = tab.getByRole('heading', { name: 'Are you Maya?' })
  for (const front of ['/', '/welcome']) {
    await tab.goto(front)
    await expect(question).toBeVisible()
  }
  await tab.goto('/pricing')
  await tab.getByRole('banner').getByRole('link', { name: 'Are you Maya?' }).click()
  await expect(question).toBeVisible()
  await tab.getByRole('link', { name: 'Go to the front page' }).click()
  await expect(tab).toHaveURL(/\/welcome$/)
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible()
  await tab.goto('/client-dashboard/chat')
  await expect(tab.getByRole('heading', { name: 'Get your link' })).toBeVisible()
})

test('nothing in the top bar of a phone moves when the freelancer’s name arrives', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const page = await visit('/client-dashboard', { as: maya, viewport: { width: 390, height: 844 } })
  const welcome = page.getByText('Welcome, Maya')
  await expect(welcome).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/clients/my-freelancer', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.addInitScript(recordShifts)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible()
  await expect(welcome).toBeVisible()
  answer.resolve()
  await expect(page.locator('.topbar').getByText('Ada Marsh')).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))

  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
})

function recordShifts() {
  const shifts: string[] = []
  Reflect.set(window, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node?: Element }[] })[])
      for (const { node } of sources) if (node?.closest?.('.topbar')) shifts.push(node.outerHTML)
  }).observe({ type: 'layout-shift', buffered: true })
}
