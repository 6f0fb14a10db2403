import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const logo = { name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('second') }

test('a file gets versions by dropping, by its name and in the viewer, by keyboard and by touch, which both sides see', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  const first = await given.file(maya.freelancer, project, { name: 'logo.txt' })
  await given.file(maya, project, { name: 'notes.txt' })
  await given.review(maya.freelancer, first)
  const page = await visit(`/projects/${project.id}`, { as: maya.freelancer, viewport: desk })
  const clientPage = await visit(`/client-dashboard/projects/${project.id}`, {
    as: maya,
    viewport: phone,
    hasTouch: true,
  })
  await expect(list(clientPage)).toBeVisible()

  // In the viewer, by keyboard: a half-written note is kept.
  await page.goto(`/files/${first.id}`)
  await page.getByLabel('New note').fill('For uncoated paper')
  const newVersion = page.getByRole('button', { name: 'New version', exact: true })
  await newVersion.press('Enter')
  const replacing = page.getByRole('alertdialog', { name: 'Replace the open review?' })
  await expect(replacing).toHaveAccessibleDescription(/A new version replaces this review/)
  await expectNoViolations(page)
  const choosing = page.waitForEvent('filechooser')
  await replacing.getByRole('button', { name: 'Choose new version' }).press('Enter')
  await (await choosing).setFiles([{ ...logo, name: 'logo-2.txt' }])
  await expect(page).toHaveURL(/version=2$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('logo-2.txt')
  await expect(page.getByText('second')).toBeVisible()
  await expect(newVersion).toBeFocused()
  await expect(page.getByLabel('New note')).toHaveValue('For uncoated paper')
  await expect(page.getByText('Replaced, round 1')).toBeVisible()
  await expect(list(clientPage).getByRole('button', { name: 'v2 of logo-2.txt' })).toBeVisible()

  // By its name, and in the viewer by touch.
  await clientPage.locator('input[type=file][multiple]').setInputFiles([{ ...logo, name: 'Logo-2.txt' }])
  await expect(clientPage.getByRole('alertdialog')).toBeVisible()
  await expectNoViolations(clientPage)
  await clientPage.getByRole('button', { name: 'Add new version' }).tap()
  await expect(page.getByText('There is a newer version of this file.')).toBeVisible()
  await list(clientPage).getByRole('link', { name: 'Logo-2.txt', exact: true }).tap()
  await expect(clientPage.getByRole('heading', { level: 1 })).toHaveText('Logo-2.txt')
  const choosingByTouch = clientPage.waitForEvent('filechooser')
  await clientPage.getByRole('button', { name: 'New version', exact: true }).tap()
  await (await choosingByTouch).setFiles([{ ...logo, name: 'logo.txt' }])
  await expect(clientPage).toHaveURL(/version=4$/)
  await expectNoViolations(clientPage)

  // By dropping.
  await page.goto(`/projects/${project.id}`)
  await drag(page, 'dragenter')
  await expect(page.getByText('Let go: new version of logo.txt')).toBeVisible()
  await drag(page, 'drop')
  await expect(list(page).getByRole('button', { name: 'v5 of logo-final.txt' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await clientPage.goto(`/client-dashboard/projects/${project.id}`)
  await clientPage.getByRole('button', { name: 'v5 of logo-final.txt' }).tap()
  const headings = (side: Page) =>
    side.getByRole('dialog').getByRole('list', { name: 'Versions' }).getByRole('heading')
  await expect(headings(clientPage)).toHaveCount(5)
  await expectNoViolations(clientPage)

  // Deleted by keyboard, and brought back.
  await page.getByRole('button', { name: 'More for logo-final.txt' }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Versions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete version 5' }).press('Enter')
  await page.getByRole('button', { name: 'Delete Version', exact: true }).press('Enter')
  for (const side of [page, clientPage]) await expect(headings(side).first()).toHaveText('Version 4 newest')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('button', { name: 'v5 of logo-final.txt' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'With all versions' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

/** Drags a file over the row of the logo. */
function drag(page: Page, event: 'dragenter' | 'drop') {
  return list(page)
    .getByRole('listitem')
    .filter({ hasText: 'logo.txt' })
    .evaluate((row, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['second'], 'logo-final.txt', { type: 'text/plain' }))
      row.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, event)
}
