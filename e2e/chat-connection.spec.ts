import { desktop, getInput, getLog, phone, readMessages, sendMessage, swapSides } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test.use({
  expectedConsoleErrors: [
    /WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE|status of 503|NOT_READY|did not load|conversations/,
  ],
})

test('delivers every message once through a server restart and a lost network, also while another conversation is open', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
  const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada, ...desktop })
  const row = freelancerPage.getByRole('link', { name: /Maya Whitcombe/ })
  await expect(row).toContainText('No messages yet')
  await sendMessage(clientPage, 'first')
  await expect(getLog(freelancerPage)).toContainText('first')

  await server.restart(async () => {
    await sendMessage(clientPage, 'while the server is away')
    await sendMessage(freelancerPage, 'here too')
    await expect(getLog(freelancerPage)).toContainText('Sending')
    await expect(row).not.toContainText('Not sent')
    await freelancerPage.getByRole('link', { name: /Tom Okafor/ }).click()
    await expect(row).toContainText('Not sent yet: here too')
  })
  await expect(getLog(clientPage)).toContainText('here too')
  await expect(row).not.toContainText('Not sent')
  await row.click()
  await expect(getLog(freelancerPage)).toContainText('while the server is away')

  await clientPage.context().setOffline(true)
  await expect(clientPage.getByText('Reconnecting…')).toBeVisible()
  for (const text of ['missed 1', 'missed 2']) await sendMessage(freelancerPage, text)
  await sendMessage(clientPage, 'from the tunnel')
  await clientPage.context().setOffline(false)
  await expect(getLog(clientPage)).toContainText('missed 2')
  await expect(clientPage.getByText('Reconnecting…')).toBeHidden()
  await expect(getLog(freelancerPage)).toContainText('from the tunnel')

  for (const text of ['Sending', 'Not sent']) await expect(clientPage.getByText(text)).toHaveCount(0)
  const messages = await readMessages(freelancerPage)
  expect(new Set(messages).size).toBe(6)
  await expect.poll(async () => swapSides(await readMessages(clientPage))).toEqual(messages)
  await clientPage.reload()
  await expect.poll(async () => swapSides(await readMessages(clientPage))).toEqual(messages)
})

test('keeps an unsent message after its tab is closed, to be retried or discarded', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const tab = await visit('/client-dashboard/chat', { as: maya, ...phone })
  await sendMessage(tab, 'before')
  await expect(getLog(tab)).toContainText('Sent')

  await tab.context().setOffline(true)
  await sendMessage(tab, 'lost in the tunnel')
  await sendMessage(tab, 'thought better of')
  await expect(tab.getByText('Sending')).toHaveCount(2)
  await tab.evaluate(ageUnsentMessages)
  // A page that is navigated away from may stay alive and send its messages after the reconnect.
  await tab.close()
  await tab.context().setOffline(false)
  const page = await tab.context().newPage()
  await page.goto('/client-dashboard/chat')
  await expect(page.getByText('Not sent.')).toHaveCount(2)

  // The buttons work while the input has the focus.
  await getInput(page).focus()
  const failed = (text: string) => getLog(page).locator('.msg', { hasText: text })
  await failed('thought better of').getByRole('button', { name: 'Discard' }).click()
  await expect(getLog(page)).not.toContainText('thought better of')
  // By keyboard: the focus then moves to the list.
  await failed('lost in the tunnel').getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(getLog(page)).toBeFocused()
  await expect(failed('lost in the tunnel')).toContainText('Sent')
  await expect(page.getByText('Not sent.')).toHaveCount(0)

  await page.reload()
  await expect.poll(() => readMessages(page)).toEqual(['own: before', 'own: lost in the tunnel'])
})

/** Runs in the page. Makes the unsent messages too old to be sent by themselves. */
function ageUnsentMessages() {
  for (const [key, text] of Object.entries<string>({ ...localStorage })) {
    if (!key.includes('.outbox.')) continue
    const message = JSON.parse(text)
    const writtenAt = new Date(Date.parse(message.writtenAt) - 60_000).toISOString()
    localStorage.setItem(key, JSON.stringify({ ...message, writtenAt }))
  }
}
