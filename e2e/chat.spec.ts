import type { Page } from '@playwright/test'
import { projects } from '@portico/contract'
import { applyPlan } from '../apps/server/src/features/billing/billing.service.ts'
import { expectNoViolations } from './axe.ts'
import { callApi } from './call-api.ts'
import { desktop, getInput, getLog, phone, readMessages, sendMessage, swapSides } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { createPicture } from './sample-files.ts'

test('delivers messages, receipts and typing to every tab of a client and their freelancer', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const clientPage = await visit('/client-dashboard', { as: maya, ...phone, hasTouch: true })
  const freelancerPage = await visit('/chat', { as: ada, ...desktop })
  await expect(freelancerPage.getByText('Select a client to start chatting.')).toBeVisible()
  await expectNoViolations(freelancerPage)

  await clientPage.getByRole('link', { name: 'Chat' }).click()
  await expect(clientPage).toHaveTitle('Portico | Chat')
  await expect(clientPage.getByText('Chat support is available only for ongoing projects.')).toBeVisible()
  // A phone shows the freelancer's details on demand.
  await expect(clientPage.getByText(ada.email)).toBeHidden()
  await clientPage.getByRole('button', { name: 'Details' }).click()
  await expect(clientPage.getByRole('link', { name: ada.email })).toBeVisible()
  await expect(clientPage.getByRole('link', { name: 'Choose your emails' })).toBeVisible()
  await clientPage.getByRole('button', { name: 'Details' }).click()
  await expect(clientPage.getByText(ada.email)).toBeHidden()
  await sendMessage(clientPage, 'Is the proof in the files?')
  await expect(getLog(clientPage)).toContainText('Sent')

  // The unread message shows in the title (with the notification that Maya joined), in the sidebar and in the list.
  await expect(freelancerPage).toHaveTitle('(2) Portico | Chat')
  await expect(freelancerPage.getByRole('navigation', { name: 'Main' }).getByLabel('1 unread')).toBeVisible()
  const row = freelancerPage.getByRole('link', { name: /Maya Whitcombe/ })
  await expect(row).toContainText('Is the proof in the files?')
  await expect(row.getByLabel('1 unread')).toBeVisible()

  await row.click()
  await expect(freelancerPage).toHaveURL(`/chat?client=${maya.id}`)
  await expect(getLog(freelancerPage)).toContainText('Is the proof in the files?')
  await expect(freelancerPage).toHaveTitle('(1) Portico | Chat')
  await expect(freelancerPage.getByLabel('1 unread', { exact: true })).toHaveCount(0)
  await expect(getLog(clientPage)).toContainText('Seen')

  const otherTab = await clientPage.context().newPage()
  await otherTab.goto('/client-dashboard')
  await expect(otherTab.getByRole('link', { name: 'Chat' })).toBeVisible()
  await getInput(freelancerPage).pressSequentially('It ')
  await expect(clientPage.getByText('Ada is typing')).toBeVisible()
  await sendMessage(freelancerPage, 'It is: www.example.com/proof')
  await expect(getLog(clientPage)).toContainText('It is: www.example.com/proof')
  await expect(clientPage.getByText('Ada is typing')).toBeHidden()
  const link = getLog(clientPage).getByRole('link', { name: 'www.example.com/proof' })
  await expect(link).toHaveAttribute('href', 'https://www.example.com/proof')
  await expect(link).toHaveAttribute('rel', /noopener/)
  for (const page of [clientPage, freelancerPage]) await expectNoViolations(page)

  // A message that one tab shows is unread in none.
  await expect(getLog(freelancerPage)).toContainText('Seen')
  await expect(otherTab).toHaveTitle('Portico | My Projects')
  await clientPage.goto('/client-dashboard')
  await expect(clientPage).toHaveTitle('Portico | My Projects')
  await sendMessage(freelancerPage, 'مرحبا، هل الملف جاهز؟ (v2)!')
  for (const tab of [clientPage, otherTab]) await expect(tab).toHaveTitle('(1) Portico | My Projects')
  await clientPage.getByRole('link', { name: 'Chat' }).click()
  await expect(getLog(clientPage).getByText('New', { exact: true })).toBeVisible()
  await otherTab.getByRole('link', { name: 'Chat' }).click()
  await expect(otherTab).toHaveTitle('Portico | Chat')
  await sendMessage(clientPage, 'from one tab')
  await expect(getLog(otherTab)).toContainText('from one tab')
  await sendMessage(otherTab, 'from another')
  await expect(getLog(freelancerPage)).toContainText('from another')
  const messages = swapSides(await readMessages(freelancerPage))
  expect(messages).toHaveLength(5)
  for (const tab of [clientPage, otherTab]) await expect.poll(() => readMessages(tab)).toEqual(messages)

  // A tap shows the time of a message within a group.
  const first = getLog(clientPage).locator('.msg', { hasText: 'from one tab' })
  await expect(first.locator('.msg__time')).toHaveCSS('opacity', '0')
  await first.locator('.bubble').tap()
  await expect(first.locator('.msg__time')).toHaveCSS('opacity', '1')

  // Each message is aligned by its own script, and the input by what is typed.
  expect(await getEndSide(clientPage, 'مرحبا')).toBe('left')
  expect(await getEndSide(clientPage, 'from one tab')).toBe('right')
  await getInput(clientPage).fill('مرحبا')
  await expect(getInput(clientPage)).toHaveCSS('direction', 'rtl')
})

test('opens and closes the input with projects, answers and plans, without a reload', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.project(maya, { status: 'Completed' })
  const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada })
  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })

  await expect(
    freelancerPage.getByText('Maya cannot write here now, because no project is ongoing.'),
  ).toBeVisible()
  await expect(clientPage.getByText('Messages are closed now.')).toBeVisible()
  await expect(clientPage.getByRole('status').getByRole('link', { name: ada.email })).toBeVisible()
  await expect(getInput(clientPage)).toHaveCount(0)

  await sendMessage(freelancerPage, 'How is the menu?')
  await expect(freelancerPage.getByText(/^No project is ongoing. Maya can answer until /)).toBeVisible()
  await expect(clientPage.getByText(/You can still answer until /)).toBeVisible()
  await sendMessage(clientPage, 'Lovely!')
  await expect(getLog(freelancerPage)).toContainText('Lovely!')

  const project = { clientId: maya.id, title: 'Summer menu', description: 'Two sizes.', status: 'Pending' }
  await callApi(server, ada, projects.create, project)
  for (const page of [freelancerPage, clientPage]) {
    await expect(page.getByText(/No project is ongoing/)).toHaveCount(0)
    await expect(getInput(page)).toBeVisible()
  }

  await applyPlan(server.ctx, ada.id, 'starter')
  await expect(freelancerPage.getByText('Live chat comes with Pro and Enterprise.')).toBeVisible()
  await freelancerPage.getByRole('main').getByRole('link', { name: 'Change plan' }).click()
  const plans = freelancerPage.getByRole('dialog', { name: 'Choose Your Plan' })
  await expect(plans.getByRole('radio', { checked: true })).toBeFocused()
  await freelancerPage.keyboard.press('Escape')
  await expect(freelancerPage).toHaveURL(`/chat?client=${maya.id}`)
  await expect(getInput(freelancerPage)).toHaveCount(0)
  await expect(clientPage.getByText('Messages are closed now.')).toBeVisible()
  await expect(clientPage.getByText(/plan|Pro\b/)).toHaveCount(0)
  await expect(getLog(clientPage)).toContainText('Lovely!')

  await applyPlan(server.ctx, ada.id, 'enterprise')
  await sendMessage(clientPage, 'There you are')
  await expect(getLog(freelancerPage)).toContainText('There you are')
  await expect(getInput(freelancerPage)).toBeVisible()
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

test('sends files with two clicks, and says when one is deleted', async ({ given, visit, server }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.project(maya, { title: 'Spring menu' })
  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
  const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada, ...desktop })

  const [chooser] = await Promise.all([
    clientPage.waitForEvent('filechooser'),
    clientPage.getByRole('button', { name: 'Attach files' }).click(),
  ])
  const text = { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('Soup, £6') }
  await chooser.setFiles([createPicture('table.png', 'rust'), text])
  await expect(clientPage.getByText('Goes to the files of Spring menu.')).toBeVisible()
  await expectNoViolations(clientPage)
  await clientPage.getByRole('button', { name: 'Send', exact: true }).click()

  const files = getLog(freelancerPage).getByRole('listitem')
  await expect(files).toHaveCount(2)
  await expect(files.first().getByRole('link', { name: 'Download table.png' })).toBeVisible()
  await expect(files.first().locator('img')).toBeVisible()
  await expect(getLog(clientPage)).toContainText('Seen')
  for (const page of [clientPage, freelancerPage]) await expectNoViolations(page)

  await getInput(freelancerPage).focus()
  await getInput(freelancerPage).evaluate(pasteFile)
  await freelancerPage.keyboard.type('Like this one?')
  await freelancerPage.keyboard.press('Enter')
  await expect(getLog(clientPage)).toContainText('Like this one?')
  await expect(getLog(clientPage).getByRole('link', { name: 'pasted.txt', exact: true })).toBeVisible()

  const prices = files.nth(1).getByRole('link', { name: 'prices.txt', exact: true })
  const path = await prices.getAttribute('href')
  await prices.click()
  await expect(freelancerPage).toHaveURL(path ?? '')
  await freelancerPage.goBack()
  const headers = { authorization: `Bearer ${ada.token}` }
  expect((await fetch(`${server.url}/api${path}`, { method: 'DELETE', headers })).status).toBe(204)
  await expect(files.nth(1)).toContainText('Deleted')
  await expect(files.nth(1).getByRole('link')).toHaveCount(0)
})

function pasteFile(input: Element) {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['Soup'], 'pasted.txt', { type: 'text/plain' }))
  input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
