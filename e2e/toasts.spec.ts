import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

const widths = [320, 360, 390, 800, 1024, 1199, 1200, 1440]
/** `--space-4`: the distance from the edge of the window or of the panel. */
const MARGIN = 16

test('a toast is at the top right, as high as its text, on every page and at every width', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya, { dueDate: daysFromNow(9) })
  await given.project(maya, { title: 'Signs' })

  const page = await visit(`/projects/${id}`, { as: maya.freelancer })
  await page.getByRole('button', { name: 'Complete now' }).click()
  await expectToastAtTopRight(page)

  await page.goto('/projects')
  await page.getByRole('button', { name: 'Delete Signs' }).click()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expectToastAtTopRight(page)

  await page.goto(`/clients/${maya.id}`)
  await page.getByRole('button', { name: 'Resend Login Link' }).click()
  await expectToastAtTopRight(page)

  const clients = await visit(`/client-dashboard/projects/${id}`, { as: maya })
  await clients.getByLabel('Leave Feedback').fill('The blue one, please.')
  await clients.getByRole('button', { name: 'Submit' }).click()
  await expectToastAtTopRight(clients)
})

test('a toast is left of an open panel where there is room', async ({ given, visit }) => {
  const page = await visit('/clients', { as: await given.freelancer() })
  await page.getByRole('button', { name: '+ Create Client' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('First name').fill('Maya')
  await panel.getByLabel('Last name').fill('Whitcombe')
  await panel.getByLabel('Email').fill('maya@bakery.example')
  await panel.getByRole('button', { name: 'Create Client' }).click()

  await expectToastAtTopRight(page)
  await expect(panel.getByRole('button', { name: 'Copy Link' })).toBeVisible()
})

test('a toast covers neither the control that was just used nor the main button of a phone', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const asked = await given.requests(maya.freelancer, { id }, ['Logo', 'Hours', 'Prices', 'Photos'])
  for (const request of asked) await given.answer(maya, request)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await visit(`/projects/${id}/requests`, { as: maya.freelancer, ...phone })
  const sendBack = page.getByRole('button', { name: 'Send back Photos' })
  await sendBack.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top - 76))

  await page.getByRole('button', { name: 'Accept Photos' }).tap()

  const toast = page.locator('.toasts')
  await expect(toast).toContainText('Accepted')
  const [box, used] = [await toast.boundingBox(), await page.locator('.btn--primary').first().boundingBox()]
  const isApart = box && used && (box.y >= used.y + used.height || box.y + box.height <= used.y)
  expect(isApart, JSON.stringify({ box, used })).toBe(true)
})

async function expectToastAtTopRight(page: Page) {
  await expect(page.locator('.toast')).toBeVisible()
  await page.evaluate(keepToasts)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const { toast, text, topbar, panel, covered } = await page.evaluate(measure)
    const where = `${page.url()} at ${width}`
    const right = panel && width >= 720 ? panel.left : width
    expect(toast.right, where).toBe(right - MARGIN)
    expect(toast.left, where).toBeGreaterThanOrEqual(MARGIN)
    expect(toast.top - topbar.bottom, where).toBeGreaterThanOrEqual(0)
    expect(toast.top - topbar.bottom, where).toBeLessThanOrEqual(8)
    // An action needs the height of a button.
    expect(toast.height - text.height, where).toBeLessThanOrEqual(20)
    if (width >= 720 && text.height < 30) expect(covered, where).toEqual([])
  }
}

/** In a hidden tab the time of toasts does not run. */
function keepToasts() {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function measure() {
  const rectangleOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON()
  const toast: DOMRect = rectangleOf('.toast')
  const buttons = [...document.querySelectorAll('.head__actions *')].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    return toast.left < right && toast.right > left && toast.top < bottom && toast.bottom > top
  })
  return {
    toast,
    text: rectangleOf('.toast > div') as DOMRect,
    topbar: rectangleOf('.topbar') as DOMRect,
    panel: rectangleOf('.panel') as DOMRect | undefined,
    covered: buttons.map((button) => button.outerHTML),
  }
}
