import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { desktop, getInput, getLog, phone, readMessages, sendMessage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test('shows every message as plain text', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  const texts = [
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'two\nlines',
    'ftp://example.com/a 👩‍👩‍👧 مرحبا',
  ]
  for (const text of texts) await sendMessage(page, text)

  await expect(page.getByText('Sending')).toHaveCount(0)
  expect(await readMessages(page)).toEqual(texts.map((text) => `own: ${text}`))
  await expect(getLog(page).getByRole('link')).toHaveCount(0)
  await expect(getLog(page).locator('img')).toHaveCount(0)

  await sendMessage(page, '  \u200b ')
  await getInput(page).fill('one')
  await getInput(page).press('Shift+Enter')
  await getInput(page).pressSequentially('two')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => readMessages(page)).toEqual([...texts, 'one\ntwo'].map((text) => `own: ${text}`))
})

test('aligns right-to-left text to the right', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })

  await getInput(page).fill('مرحبا، هل الملف جاهز؟ (v2)!')
  await expect(getInput(page)).toHaveCSS('direction', 'rtl')
  await getInput(page).press('Enter')
  await sendMessage(page, 'It is!')

  expect(await getEndSide(page, 'مرحبا')).toBe('left')
  expect(await getEndSide(page, 'It is')).toBe('right')
})

test('shows the times within a group on hover, on a tap and when the list has the focus', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const own = await visit(`/chat?client=${maya.id}`, { as: ada, ...desktop })
  for (const text of ['First', 'Second', 'Third']) await sendMessage(own, text)
  await expect(getLog(own).locator('time')).toHaveCount(3)
  const theirs = await visit('/client-dashboard/chat', { as: maya, ...phone, hasTouch: true })
  await expect(getLog(theirs).locator('time')).toHaveCount(3)

  for (const page of [own, theirs]) {
    const time = (text: string) =>
      getLog(page).locator('.msg', { hasText: text }).locator('time').locator('..')
    await expect(time('First')).toHaveCSS('opacity', '0')
    await expect(time('Third')).toHaveCSS('opacity', '1')

    const first = getLog(page).locator('.bubble', { hasText: 'First' })
    if (page === own) await first.hover()
    else await first.tap()
    await expect(time('First')).toHaveCSS('opacity', '1')
    await expect(time('Second')).toHaveCSS('opacity', '0')

    await getInput(page).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(getLog(page)).toBeFocused()
    await expect(time('Second')).toHaveCSS('opacity', '1')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    )
  }
})

test('can be used by keyboard, and shows one view at a time on a phone', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const page = await visit('/chat', { as: ada, ...phone })

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('whit')
  await expect(page.getByRole('link', { name: /Tom Okafor/ })).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/chat?client=${maya.id}`)
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toBeHidden()
  await expect(getInput(page)).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(getLog(page)).toContainText('Hello')
  await expect(getInput(page)).toBeFocused()

  await page.getByRole('link', { name: 'All clients' }).press('Enter')
  await expect(page.getByRole('link', { name: /Maya Whitcombe/ })).toBeFocused()
  await expect(getInput(page)).toBeHidden()
  await page.goBack()
  await expect(getInput(page)).toBeVisible()
})

test('has no accessibility violations', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
  const freelancerPage = await visit('/chat', { as: ada })
  await expect(freelancerPage.getByText('Select a client to start chatting.')).toBeVisible()
  await expectNoViolations(freelancerPage)

  await sendMessage(clientPage, 'See https://example.com')
  await expect(getLog(clientPage)).toContainText('Sent')
  await expectNoViolations(clientPage)
  await freelancerPage.goto(`/chat?client=${maya.id}`)
  await expect(getLog(freelancerPage)).toContainText('See https://example.com')
  await expectNoViolations(freelancerPage)
})

/** On which side of the first character of a message its last one is. */
function getEndSide(page: Page, message: string) {
  return getLog(page)
    .locator('.bubble', { hasText: message })
    .evaluate((bubble) => {
      const [node] = bubble.childNodes
      const length = node?.textContent?.length ?? 0
      const [first, last] = [0, length - 1].map((at) => {
        const range = document.createRange()
        range.setStart(node as Node, at)
        range.setEnd(node as Node, at + 1)
        return range.getBoundingClientRect().left
      })
      return Number(last) < Number(first) ? 'left' : 'right'
    })
}
