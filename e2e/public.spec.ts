import { expect, test } from './fixtures.ts'

test('the front door needs no script but the one in its head', async ({ visit }) => {
  const page = await visit('/welcome')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name)
  expect((await page.evaluate(loaded)).filter((name) => /\.js$/.test(name))).toEqual([])
})

test('the menu of a phone holds the focus, and gives it back', async ({ visit }) => {
  const page = await visit('/welcome', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Menu' })

  await opener.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await page.mouse.click(20, 400)
  await expect(menu).toBeHidden()

  await opener.click()
  await menu.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
