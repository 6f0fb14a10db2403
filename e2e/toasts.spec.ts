import type { Page } from '@playwright/test'
import { daysFromNow } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'
import { createPicture } from './sample-files.ts'
import { screenSizes } from './screen-sizes.ts'

test('a toast covers no back link, no button of the page head and no picture', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id, title } = await given.project(maya, { description: 'Two pages.', dueDate: daysFromNow(9) })
  const page = await visit(`/projects/${id}`, { as: maya.freelancer })
  await page.getByRole('button', { name: 'Complete now' }).click()
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
  for (const size of screenSizes.filter(({ height }) => height > 800)) {
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
