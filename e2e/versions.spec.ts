import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const logo = { name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('second') }

test('a file gets versions by dropping, by its name and by keyboard, which both sides see', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.file(maya.freelancer, project, { name: 'logo.txt' })
  await given.file(maya, project, { name: 'notes.txt' })
  const page = await visit(`/projects/${project.id}`, { as: maya.freelancer })
  const clientPage = await visit(`/client-dashboard/projects/${project.id}`, {
    as: maya,
    viewport: phone,
    hasTouch: true,
  })
  await expect(list(clientPage)).toBeVisible()

  await drag(page, 'dragenter')
  await expect(page.getByText('Let go: new version of logo.txt')).toBeVisible()
  await drag(page, 'drop')
  for (const side of [page, clientPage])
    await expect(list(side).getByRole('button', { name: 'v2 of logo-final.txt' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)

  await clientPage.locator('input[type=file][multiple]').setInputFiles([{ ...logo, name: 'Logo-final.txt' }])
  await expect(clientPage.getByRole('alertdialog')).toBeVisible()
  await expectNoViolations(clientPage)
  await clientPage.getByRole('button', { name: 'Add new version' }).click()
  for (const side of [page, clientPage])
    await expect(list(side).getByRole('button', { name: 'v3 of Logo-final.txt' })).toBeVisible()

  await clientPage.getByRole('button', { name: 'v3 of Logo-final.txt' }).tap()
  const versions = (side: Page) => side.getByRole('dialog').getByRole('list', { name: 'Versions' })
  await expect(versions(clientPage).getByRole('heading')).toHaveText([
    'Version 3 newest',
    'Version 2',
    'Version 1',
  ])
  await expect(clientPage.getByRole('button', { name: /^Delete version/ })).toHaveCount(1)
  await expectNoViolations(clientPage)

  await page.getByRole('button', { name: 'More for Logo-final.txt' }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Versions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete version 3' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    /The version before it takes its place/,
  )
  await page.getByRole('button', { name: 'Delete Version', exact: true }).press('Enter')
  await expect(versions(page).getByRole('heading')).toHaveText(['Version 2 newest', 'Version 1'])
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await expect(versions(clientPage).getByRole('heading')).toHaveText(['Version 2 newest', 'Version 1'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('button', { name: 'v3 of Logo-final.txt' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'With all versions' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

test('a version is added in the viewer, by keyboard and by touch, and a half-written note is kept', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const file = await given.file(ada, await given.project(maya), { name: 'logo.txt' })
  await given.review(ada, file)
  const page = await visit(`/files/${file.id}`, { as: ada, viewport: { width: 1440, height: 900 } })
  await page.getByLabel('New note').fill('For uncoated paper')

  const newVersion = page.getByRole('button', { name: 'New version', exact: true })
  await newVersion.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Replace the open review?' })
  await expect(dialog).toHaveAccessibleDescription(/A new version replaces this review/)
  await expectNoViolations(page)
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose new version' }).press('Enter')
  await (await choosing).setFiles([{ ...logo, name: 'logo-2.txt' }])

  await expect(page).toHaveURL(/version=2$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('logo-2.txt')
  await expect(page.getByText('second')).toBeVisible()
  await expect(newVersion).toBeFocused()
  await expect(page.getByLabel('New note')).toHaveValue('For uncoated paper')
  await expect(page.getByText('Replaced, round 1')).toBeVisible()

  const clientPage = await visit(`/client-dashboard/files/${file.id}?version=2`, {
    as: maya,
    viewport: phone,
    hasTouch: true,
  })
  const choosingByThumb = clientPage.waitForEvent('filechooser')
  await clientPage.getByRole('button', { name: 'New version', exact: true }).tap()
  await (await choosingByThumb).setFiles([{ ...logo, name: 'logo-3.txt' }])
  await expect(clientPage).toHaveURL(/version=3$/)
  await expectNoViolations(clientPage)
  await expect(page.getByText('There is a newer version of this file.')).toBeVisible()
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
