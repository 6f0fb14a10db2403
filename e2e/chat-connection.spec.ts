import { desktop, getInput, getLog, phone, readMessages, sendMessage, swapSides } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

test.describe('while connections break', () => {
  // Each reconnect takes several seconds.
  test.describe.configure({ timeout: 180_000 })
  test.use({
    expectedConsoleErrors: [
      /WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE|status of 503|NOT_READY|did not load|conversations/,
    ],
  })

  test('delivers every message once through a server restart and a lost network', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
    const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada, ...desktop })
    await sendMessage(clientPage, 'first')
    await expect(getLog(freelancerPage)).toContainText('first')

    await server.restart(async () => {
      await sendMessage(clientPage, 'while the server is away')
      await sendMessage(freelancerPage, 'here too')
    })
    await expect(getLog(freelancerPage)).toContainText('while the server is away', { timeout: 40_000 })
    await expect(getLog(clientPage)).toContainText('here too', { timeout: 40_000 })

    await clientPage.context().setOffline(true)
    await expect(clientPage.getByText('Reconnecting…')).toBeVisible()
    for (let count = 1; count <= 5; count++) await sendMessage(freelancerPage, `missed ${count}`)
    await sendMessage(clientPage, 'from the tunnel')
    await clientPage.context().setOffline(false)
    await expect(getLog(clientPage)).toContainText('missed 5', { timeout: 40_000 })
    await expect(clientPage.getByText('Reconnecting…')).toBeHidden()
    await expect(getLog(freelancerPage)).toContainText('from the tunnel', { timeout: 40_000 })

    await expect(clientPage.getByText('Sending')).toHaveCount(0)
    await expect(clientPage.getByText('Not sent')).toHaveCount(0)
    const messages = await readMessages(freelancerPage)
    expect(new Set(messages).size).toBe(9)
    expect(swapSides(await readMessages(clientPage))).toEqual(messages)
    await clientPage.reload()
    await expect.poll(async () => swapSides(await readMessages(clientPage))).toEqual(messages)
  })

  test('keeps an unsent message after its tab is closed, to be retried or discarded', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const tab = await visit('/client-dashboard/chat', { as: maya, ...phone })
    await sendMessage(tab, 'before')
    await expect(getLog(tab)).toContainText('Sent')

    await tab.clock.install()
    await tab.context().setOffline(true)
    await sendMessage(tab, 'lost in the tunnel')
    await sendMessage(tab, 'thought better of')
    await expect(tab.getByText('Sending')).toHaveCount(2)
    // No acknowledgement arrives in time.
    await tab.clock.fastForward(10_000)
    await expect(tab.getByText('Not sent.')).toHaveCount(2)
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

    const freelancerPage = await visit(`${server.url}/chat?client=${maya.id}`, { as: ada })
    await expect
      .poll(() => readMessages(freelancerPage))
      .toEqual(['theirs: before', 'theirs: lost in the tunnel'])
    await page.reload()
    await expect.poll(() => readMessages(page)).toEqual(['own: before', 'own: lost in the tunnel'])
  })

  test('shows an unsent message in the list, and sends it while another conversation is open', async ({
    given,
    visit,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
    const clientPage = await visit('/client-dashboard/chat', { as: maya, ...phone })
    const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada, ...desktop })
    const row = freelancerPage.getByRole('link', { name: /Maya Whitcombe/ })
    await expect(row).toContainText('No messages yet')

    await freelancerPage.context().setOffline(true)
    await sendMessage(freelancerPage, 'on the train')
    await expect(getLog(freelancerPage)).toContainText('Sending')
    await expect(row).not.toContainText('Not sent')
    await freelancerPage.getByRole('link', { name: /Tom Okafor/ }).click()
    await expect(row).toContainText('Not sent yet: on the train')

    await freelancerPage.context().setOffline(false)
    await expect(getLog(clientPage)).toContainText('on the train', { timeout: 40_000 })
    await expect(row).toContainText('You: on the train')
    await row.click()
    await expect.poll(() => readMessages(freelancerPage)).toEqual(['own: on the train'])
  })
})

test('shows the same messages and unread counts in all tabs', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const first = await visit('/client-dashboard/chat', { as: maya })
  const tabs = [first]
  for (const path of ['/client-dashboard/chat', '/client-dashboard']) {
    const tab = await first.context().newPage()
    await tab.goto(path)
    tabs.push(tab)
  }
  const [, second, elsewhere] = tabs
  const freelancerPage = await visit(`/chat?client=${maya.id}`, { as: ada })
  if (!second || !elsewhere) throw new Error('three tabs')

  await sendMessage(first, 'from one tab')
  await sendMessage(second, 'from another')
  await sendMessage(freelancerPage, 'for all of you')

  const all = ['own: from one tab', 'own: from another', 'theirs: for all of you']
  for (const tab of [first, second]) await expect.poll(() => readMessages(tab)).toEqual(all)
  await expect.poll(() => readMessages(freelancerPage)).toEqual(swapSides(all))
  // A message that one tab shows is unread in none.
  await expect(getLog(freelancerPage)).toContainText('Seen')
  await expect(elsewhere.getByRole('link', { name: 'Chat' })).toBeVisible()
  await expect(elsewhere).toHaveTitle('Portico | My Projects')

  for (const tab of [first, second]) await tab.close()
  await sendMessage(freelancerPage, 'are you there?')
  await expect(elsewhere).toHaveTitle('(1) Portico | My Projects')
  await elsewhere.getByRole('link', { name: 'Chat' }).click()
  await expect(getLog(elsewhere).getByText('New', { exact: true })).toBeVisible()
  await expect(elsewhere).toHaveTitle('Portico | Chat')
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
