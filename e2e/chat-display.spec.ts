import { getInput, getLog, phone, sendMessage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test('on a phone the chat is used by keyboard, one view at a time, and keeps a draft for each conversation', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const page = await visit('/chat', { as: ada, ...phone })

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('whit')
  await expect(page.getByRole('link', { name: /Tom Okafor/ })).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/chat?client=${maya.id}`)
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toBeHidden()
  await expect(getInput(page)).toBeFocused()
  await page.keyboard.type('half a thought')

  await page.getByRole('link', { name: 'All clients' }).press('Enter')
  await expect(page.getByRole('link', { name: /Maya Whitcombe/ })).toBeFocused()
  await expect(getInput(page)).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('')
  await page.getByRole('link', { name: /Tom Okafor/ }).press('Enter')
  await expect(page).toHaveURL(`/chat?client=${tom.id}`)
  await expect(getInput(page)).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`/chat?client=${maya.id}`)
  await expect(getInput(page)).toHaveValue('half a thought')
  await page.reload()
  await expect(getInput(page)).toHaveValue('half a thought')
  await getInput(page).press('Enter')
  await expect(getLog(page)).toContainText('half a thought')
  await expect(getInput(page)).toBeFocused()
  await expect(getLog(page)).toContainText('Sent')
  await page.reload()
  await expect(getLog(page)).toContainText('half a thought')
  await expect(getInput(page)).toHaveValue('')

  // The times within a group show on hover, and all of them when the list has the focus.
  for (const text of ['Second', 'Third', 'Fourth']) await sendMessage(page, text)
  await expect(getLog(page).locator('time')).toHaveCount(4)
  const time = (text: string) => getLog(page).locator('.msg', { hasText: text }).locator('time').locator('..')
  await expect(time('Second')).toHaveCSS('opacity', '0')
  await expect(time('Fourth')).toHaveCSS('opacity', '1')
  await getLog(page).locator('.bubble', { hasText: 'Second' }).hover()
  await expect(time('Second')).toHaveCSS('opacity', '1')
  await expect(time('Third')).toHaveCSS('opacity', '0')
  await getInput(page).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(getLog(page)).toBeFocused()
  for (const text of ['half a thought', 'Second', 'Third']) await expect(time(text)).toHaveCSS('opacity', '1')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.viewport.width,
  )
})
