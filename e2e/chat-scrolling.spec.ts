import type { Locator, Page } from '@playwright/test'
import { insertHistory } from '../apps/server/test/message-history.ts'
import { getLog, phone, sendMessage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test('keeps the scroll position when messages are loaded or added, and offers a way to the newest', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  await insertHistory(server.ctx, maya, 500)
  await insertHistory(server.ctx, tom, 60, { areUneven: true })
  const page = await visit(`/chat?client=${tom.id}`, { as: ada })
  await expect(getLog(page).locator('.bubble', { hasText: 'message 60' })).toBeVisible()

  // Quickly through messages of uneven height.
  await getLog(page).hover()
  for (let turn = 1; turn <= 30; turn++) {
    const message = getLog(page).getByText(await getFirstVisibleText(page), { exact: true })
    const before = await getStableTop(message)
    await page.mouse.wheel(0, -500)
    await expect.poll(async () => (await getStableTop(message)) - before).toBe(500)
  }

  await page.goto(`/chat?client=${maya.id}`)
  await expect(getLog(page).getByText('message 500', { exact: true })).toBeInViewport()
  expect(await getLog(page).locator('.bubble').count()).toBeLessThan(50)
  // Each loaded page moves the position in the list, but not the messages on screen.
  await getLog(page).focus()
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(getLog(page).getByText('message 1', { exact: true })).toBeInViewport({ timeout: 300 })
  }).toPass()
  expect(await getLog(page).locator('.bubble').count()).toBeLessThan(50)
  await page.keyboard.press('PageDown')

  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
  const top = await getFirstVisibleText(page)
  for (const text of ['one', 'two', 'three']) await sendMessage(clientPage, text)
  await expect(page.getByRole('button', { name: '3 new' })).toBeVisible()
  await expect.poll(() => getFirstVisibleText(page)).toBe(top)
  await expect(getLog(clientPage).locator('.msg').last()).toContainText('Sent')
  // With the notifications that Maya and Tom joined.
  await expect(page).toHaveTitle('(5) Portico | Chat')

  await page.getByRole('button', { name: '3 new' }).press('Enter')
  await expect(getLog(page)).toBeFocused()
  await expect(getLog(page).getByText('three', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: /new/ })).toHaveCount(0)
  await expect(getLog(clientPage).locator('.msg').last()).toContainText('Seen')
  await expect(page).toHaveTitle('(2) Portico | Chat')
})

/** The position of an element after it has not moved for six frames. */
function getStableTop(locator: Locator) {
  return locator.evaluate(async (element) => {
    for (let [top, frames] = [0, 0]; frames < 6; frames++) {
      await new Promise(requestAnimationFrame)
      const now = Math.round(element.getBoundingClientRect().top)
      if (now !== top) [top, frames] = [now, 0]
    }
    return Math.round(element.getBoundingClientRect().top)
  })
}

function getFirstVisibleText(page: Page) {
  return getLog(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    const visible = [...element.querySelectorAll('.bubble')].filter(
      (bubble) => bubble.getBoundingClientRect().bottom > top,
    )
    const tops = visible.map((bubble) => [bubble.getBoundingClientRect().top, bubble.textContent] as const)
    return tops.sort(([one], [other]) => one - other)[0]?.[1] ?? ''
  })
}
