import type { Page } from '@playwright/test'
import { uniqueEmail } from '../apps/server/test/given.ts'
import { expect, test } from './fixtures.ts'

test('a client and a project can be created by keyboard', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const page = await visit('/clients', { as: ada })

  await expect(page.getByText('You have no clients yet.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: '+ Create Client' }).first())
  await page.keyboard.press('Enter')

  const panel = page.getByRole('dialog')
  await expect(panel.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Maya')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Whitcombe')
  await page.keyboard.press('Tab')
  await page.keyboard.type(uniqueEmail('maya'))
  await page.keyboard.press('Tab')
  await page.keyboard.type('Northwind Bakery')
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Login link', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  const create = page.getByRole('button', { name: 'Create Project' }).first()
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Spring menu')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Two sizes.')
  await tabTo(page, panel.getByRole('button', { name: 'Create Project' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Project successfully created!')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page).toHaveTitle('Spring menu · Portico | Projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>) {
  await expect(target).toBeVisible()
  for (let n = 0; n < 40; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
