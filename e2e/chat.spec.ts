import type { Locator, Page } from '@playwright/test'
import { applyPlan } from '../apps/server/src/features/billing/billing.service.ts'
import { insertHistory } from '../apps/server/test/message-history.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const phone = { viewport: { width: 390, height: 844 } }
const desk = { viewport: { width: 1440, height: 900 } }

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const composer = (page: Page) => page.getByPlaceholder('Type a message...')

async function say(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** In the page: what waits in this browser has waited for longer than it is sent by itself. */
function aMinuteAgo() {
  for (const [name, kept] of Object.entries<string>({ ...localStorage })) {
    if (!name.includes('.outbox.')) continue
    const own = JSON.parse(kept)
    const writtenAt = new Date(Date.parse(own.writtenAt) - 60_000).toISOString()
    localStorage.setItem(name, JSON.stringify({ ...own, writtenAt }))
  }
}

/** What a window shows, from the first to the last: whose it is and what it says. */
function shown(page: Page) {
  return log(page)
    .locator('.msg:has(.bubble:not(.dots))')
    .evaluateAll((messages) =>
      messages.map((message) => {
        const by = message.classList.contains('msg--own') ? 'own' : 'theirs'
        return `${by}: ${message.querySelector('.bubble')?.textContent}`
      }),
    )
}

/** On which side of the first character of a message its last one stands. */
function whereItEnds(page: Page, text: string) {
  return log(page)
    .locator('.bubble', { hasText: text })
    .evaluate((bubble) => {
      const [written] = bubble.childNodes
      const length = written?.textContent?.length ?? 0
      const [first, last] = [0, length - 1].map((at) => {
        const range = document.createRange()
        range.setStart(written as Node, at)
        range.setEnd(written as Node, at + 1)
        return range.getBoundingClientRect().left
      })
      return Number(last) < Number(first) ? 'left' : 'right'
    })
}

const turned = (lines: string[]) =>
  lines.map((line) =>
    line.startsWith('own') ? line.replace('own', 'theirs') : line.replace('theirs', 'own'),
  )

test('a client and their freelancer converse', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const clients = await visit('/client-dashboard', { as: maya, ...phone })
  const freelancers = await visit('/chat', { as: ada, ...desk })
  await expect(freelancers.getByText('Select a client to start chatting.')).toBeVisible()

  await clients.getByRole('link', { name: 'Chat' }).click()
  await expect(clients).toHaveTitle('Portico | Chat')
  await expect(clients.getByText('Chat support is available only for ongoing projects.')).toBeVisible()
  // A phone has no room for all that stands beside it elsewhere, but a way to it.
  await expect(clients.getByText(ada.email)).toBeHidden()
  await clients.getByRole('button', { name: 'Details' }).click()
  await expect(clients.getByRole('link', { name: ada.email })).toBeVisible()
  await expect(clients.getByRole('checkbox', { name: /^Mail me messages/ })).toBeChecked()
  await clients.getByRole('button', { name: 'Details' }).click()
  await expect(clients.getByText(ada.email)).toBeHidden()
  await say(clients, 'Is the proof in the files?')
  await expect(log(clients)).toContainText('Sent')

  // It is told where the conversation is not open: in the sidebar, in the title and in the list.
  await expect(freelancers).toHaveTitle('(1) Portico | Chat')
  await expect(freelancers.getByRole('navigation', { name: 'Main' }).getByLabel('1 unread')).toBeVisible()
  const row = freelancers.getByRole('link', { name: /Maya Whitcombe/ })
  await expect(row).toContainText('Is the proof in the files?')
  await expect(row.getByLabel('1 unread')).toBeVisible()

  await row.click()
  await expect(freelancers).toHaveURL(`/chat?client=${maya.id}`)
  await expect(log(freelancers)).toContainText('Is the proof in the files?')
  await expect(freelancers).toHaveTitle('Portico | Chat')
  await expect(freelancers.getByLabel('1 unread')).toHaveCount(0)
  await expect(log(clients)).toContainText('Seen')

  await composer(freelancers).pressSequentially('It ')
  await expect(clients.getByText('Ada is typing')).toBeVisible()
  await say(freelancers, 'It is: www.example.com/proof')
  await expect(log(clients)).toContainText('It is: www.example.com/proof')
  await expect(clients.getByText('Ada is typing')).toBeHidden()
  const link = log(clients).getByRole('link', { name: 'www.example.com/proof' })
  await expect(link).toHaveAttribute('href', 'https://www.example.com/proof')
  await expect(link).toHaveAttribute('rel', /noopener/)
  expect(turned(await shown(clients))).toEqual(await shown(freelancers))
})

test('what is said is text, whatever it looks like', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  const said = [
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'two\nlines',
    'ftp://example.com/a 👩‍👩‍👧 مرحبا',
  ]
  for (const text of said) await say(page, text)

  await expect(page.getByText('Sending')).toHaveCount(0)
  expect(await shown(page)).toEqual(said.map((text) => `own: ${text}`))
  await expect(log(page).getByRole('link')).toHaveCount(0)
  await expect(log(page).locator('img')).toHaveCount(0)

  await say(page, '  \u200b ')
  await composer(page).fill('one')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('two')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => shown(page)).toEqual([...said, 'one\ntwo'].map((text) => `own: ${text}`))
})

test('what is written from the right reads from the right', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })

  await composer(page).fill('مرحبا، هل الملف جاهز؟ (v2)!')
  await expect(composer(page)).toHaveCSS('direction', 'rtl')
  await composer(page).press('Enter')
  await say(page, 'It is!')

  // What ends a line stands at its end, on either side.
  expect(await whereItEnds(page, 'مرحبا')).toBe('left')
  expect(await whereItEnds(page, 'It is')).toBe('right')
})

test.describe('on a bad line', () => {
  // Each time that it is lost it takes its time to come back.
  test.describe.configure({ timeout: 180_000 })
  test.use({
    expectedConsoleErrors: [
      /WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE|did not load|conversations/,
    ],
  })

  test('two windows hold a conversation through a restart and a cut line, and show the same', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const clients = await visit('/client-dashboard/chat', { as: maya, ...phone })
    const freelancers = await visit(`/chat?client=${maya.id}`, { as: ada, ...desk })
    await say(clients, 'first')
    await expect(log(freelancers)).toContainText('first')

    await server.restart(async () => {
      await say(clients, 'while the server is away')
      await say(freelancers, 'here too')
    })
    await expect(log(freelancers)).toContainText('while the server is away', { timeout: 40_000 })
    await expect(log(clients)).toContainText('here too', { timeout: 40_000 })

    await clients.context().setOffline(true)
    await expect(clients.getByText('Reconnecting…')).toBeVisible()
    for (let count = 1; count <= 5; count++) await say(freelancers, `missed ${count}`)
    await say(clients, 'from the tunnel')
    await clients.context().setOffline(false)
    await expect(log(clients)).toContainText('missed 5', { timeout: 40_000 })
    await expect(clients.getByText('Reconnecting…')).toBeHidden()
    await expect(log(freelancers)).toContainText('from the tunnel', { timeout: 40_000 })

    await expect(clients.getByText('Sending')).toHaveCount(0)
    await expect(clients.getByText('Not sent')).toHaveCount(0)
    const lines = await shown(freelancers)
    expect(new Set(lines).size).toBe(9)
    expect(turned(await shown(clients))).toEqual(lines)
    await clients.reload()
    await expect.poll(async () => turned(await shown(clients))).toEqual(lines)
  })

  test('a message that did not arrive says so, outlives its tab, and is sent again or given up', async ({
    given,
    visit,
    server,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const tab = await visit('/client-dashboard/chat', { as: maya, ...phone })
    await say(tab, 'before')
    await expect(log(tab)).toContainText('Sent')

    await tab.context().setOffline(true)
    await say(tab, 'lost in the tunnel')
    await say(tab, 'thought better of')
    await expect(tab.getByText('Sending')).toHaveCount(2)
    await expect(tab.getByText('Not sent.')).toHaveCount(2, { timeout: 40_000 })
    await tab.evaluate(aMinuteAgo)
    // A page that is only left may live until the line is back, and send what it holds.
    await tab.close()
    await tab.context().setOffline(false)
    const page = await tab.context().newPage()
    await page.goto('/client-dashboard/chat')
    await expect(page.getByText('Not sent.')).toHaveCount(2)

    // Writing goes on meanwhile: what is pressed stays under the pointer.
    await composer(page).focus()
    const failed = (text: string) => log(page).locator('.msg', { hasText: text })
    await failed('thought better of').getByRole('button', { name: 'Discard' }).click()
    await expect(log(page)).not.toContainText('thought better of')
    // By keyboard too, and one goes on from there.
    await failed('lost in the tunnel').getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(log(page)).toBeFocused()
    await expect(failed('lost in the tunnel')).toContainText('Sent')
    await expect(page.getByText('Not sent.')).toHaveCount(0)

    const freelancers = await visit(`${server.url}/chat?client=${maya.id}`, { as: ada })
    await expect.poll(() => shown(freelancers)).toEqual(['theirs: before', 'theirs: lost in the tunnel'])
    await page.reload()
    await expect.poll(() => shown(page)).toEqual(['own: before', 'own: lost in the tunnel'])
  })

  test('what did not arrive says so in the list, and is sent although another conversation is open', async ({
    given,
    visit,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
    const clients = await visit('/client-dashboard/chat', { as: maya, ...phone })
    const freelancers = await visit(`/chat?client=${maya.id}`, { as: ada, ...desk })
    const row = freelancers.getByRole('link', { name: /Maya Whitcombe/ })
    await expect(row).toContainText('No messages yet')

    await freelancers.context().setOffline(true)
    await say(freelancers, 'on the train')
    await expect(log(freelancers)).toContainText('Sending')
    await expect(row).not.toContainText('Not sent')
    await freelancers.getByRole('link', { name: /Tom Okafor/ }).click()
    await expect(row).toContainText('Not sent yet: on the train')

    await freelancers.context().setOffline(false)
    await expect(log(clients)).toContainText('on the train', { timeout: 40_000 })
    await expect(row).toContainText('You: on the train')
    await row.click()
    await expect.poll(() => shown(freelancers)).toEqual(['own: on the train'])
  })
})

test('three tabs and the other side agree', async ({ given, visit }) => {
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
  const freelancers = await visit(`/chat?client=${maya.id}`, { as: ada })
  if (!second || !elsewhere) throw new Error('three tabs')

  await say(first, 'from one tab')
  await say(second, 'from another')
  await say(freelancers, 'for all of you')

  const all = ['own: from one tab', 'own: from another', 'theirs: for all of you']
  for (const tab of [first, second]) await expect.poll(() => shown(tab)).toEqual(all)
  await expect.poll(() => shown(freelancers)).toEqual(turned(all))
  // It was read in the tabs that show it, so nowhere is it unread.
  await expect(log(freelancers)).toContainText('Seen')
  await expect(elsewhere.getByRole('link', { name: 'Chat' })).toBeVisible()
  await expect(elsewhere).toHaveTitle('Portico | My Projects')

  for (const tab of [first, second]) await tab.close()
  await say(freelancers, 'are you there?')
  await expect(elsewhere).toHaveTitle('(1) Portico | My Projects')
  await elsewhere.getByRole('link', { name: 'Chat' }).click()
  await expect(log(elsewhere).getByText('New', { exact: true })).toBeVisible()
  await expect(elsewhere).toHaveTitle('Portico | Chat')
})

test('a long conversation keeps its place as earlier messages come, and tells of new ones', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await insertHistory(server.ctx, maya, 500)
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  await expect(log(page).getByText('message 500', { exact: true })).toBeInViewport()
  expect(await log(page).locator('.bubble').count()).toBeLessThan(50)

  // Read back to the beginning, by keyboard: whatever comes before it, the line that is read stays.
  await log(page).focus()
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(log(page).getByText('message 1', { exact: true })).toBeInViewport({ timeout: 300 })
  }).toPass()
  expect(await log(page).locator('.bubble').count()).toBeLessThan(50)
  await page.keyboard.press('PageDown')

  const clients = await visit('/client-dashboard/chat', { as: maya, ...phone })
  const top = await firstInSight(page)
  for (const text of ['one', 'two', 'three']) await say(clients, text)
  await expect(page.getByRole('button', { name: '3 new' })).toBeVisible()
  expect(await firstInSight(page)).toBe(top)
  await expect(log(clients).locator('.msg').last()).toContainText('Sent')
  await expect(page).toHaveTitle('(3) Portico | Chat')

  await page.getByRole('button', { name: '3 new' }).press('Enter')
  await expect(log(page)).toBeFocused()
  await expect(log(page).getByText('three', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: /new/ })).toHaveCount(0)
  await expect(log(clients).locator('.msg').last()).toContainText('Seen')
  await expect(page).toHaveTitle('Portico | Chat')
})

test('whoever scrolls back fast through long and short messages skips nothing', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await insertHistory(server.ctx, maya, 60, { areUneven: true })
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  await expect(log(page).locator('.bubble', { hasText: 'message 60' })).toBeVisible()

  await log(page).hover()
  for (let turn = 1; turn <= 30; turn++) {
    const read = await firstInSight(page)
    const line = log(page).getByText(read, { exact: true })
    const before = await topOf(line)
    await page.mouse.wheel(0, -500)
    await expect.poll(async () => (await topOf(line)) - before).toBe(500)
  }
})

test('a draft belongs to its conversation and survives a reload', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  await composer(page).fill('half a thought')

  await page.getByRole('link', { name: /Tom Okafor/ }).click()
  await expect(page).toHaveURL(`/chat?client=${tom.id}`)
  await expect(composer(page)).toHaveValue('')
  await page.getByRole('link', { name: /Maya Whitcombe/ }).click()
  await expect(composer(page)).toHaveValue('half a thought')
  await page.reload()
  await expect(composer(page)).toHaveValue('half a thought')
  await composer(page).press('Enter')
  await expect(log(page)).toContainText('half a thought')
  await page.reload()
  await expect(log(page)).toContainText('half a thought')
  await expect(composer(page)).toHaveValue('')
})

test('by keyboard, and on a phone one view at a time', async ({ given, visit }) => {
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
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('Hello')
  await expect(composer(page)).toBeFocused()

  await page.getByRole('link', { name: 'All clients' }).press('Enter')
  await expect(page.getByRole('link', { name: /Maya Whitcombe/ })).toBeFocused()
  await expect(composer(page)).toBeHidden()
  await page.goBack()
  await expect(composer(page)).toBeVisible()
})

test('a plan without chat closes it and one with it opens it, on the open pages', async ({
  given,
  visit,
  server,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const freelancers = await visit(`/chat?client=${maya.id}`, { as: ada })
  const clients = await visit('/client-dashboard/chat', { as: maya, ...phone })
  await say(freelancers, 'What was said stays')
  await expect(log(clients)).toContainText('What was said stays')

  await applyPlan(server.ctx, ada.id, 'starter')
  await expect(freelancers.getByText('Live chat comes with Pro and Enterprise.')).toBeVisible()
  await freelancers.getByRole('main').getByRole('link', { name: 'Change plan' }).click()
  await expect(freelancers.getByRole('dialog', { name: 'Choose Your Plan' })).toBeVisible()
  await freelancers.keyboard.press('Escape')
  await expect(freelancers).toHaveURL(`/chat?client=${maya.id}`)
  await expect(composer(freelancers)).toHaveCount(0)
  await expect(clients.getByText('Chat is not available at the moment.')).toBeVisible()
  await expect(clients.getByText(/plan|Pro\b/)).toHaveCount(0)
  await expect(log(clients)).toContainText('What was said stays')

  await applyPlan(server.ctx, ada.id, 'enterprise')
  await say(clients, 'There you are')
  await expect(log(freelancers)).toContainText('There you are')
  await expect(composer(freelancers)).toBeVisible()
})

test('is open to everybody', async ({ given, visit }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.client(ada, { firstName: 'Tom', lastName: 'Okafor' })
  const clients = await visit('/client-dashboard/chat', { as: maya, ...phone })
  const freelancers = await visit('/chat', { as: ada })
  await expect(freelancers.getByText('Select a client to start chatting.')).toBeVisible()
  await expectNoViolations(freelancers)

  await say(clients, 'See https://example.com')
  await expect(log(clients)).toContainText('Sent')
  await expectNoViolations(clients)
  await freelancers.goto(`/chat?client=${maya.id}`)
  await expect(log(freelancers)).toContainText('See https://example.com')
  await expectNoViolations(freelancers)
})

/** Where a line stands once it stands still. */
function topOf(line: Locator) {
  return line.evaluate(async (element) => {
    for (let [top, pictures] = [0, 0]; pictures < 6; pictures++) {
      await new Promise(requestAnimationFrame)
      const now = Math.round(element.getBoundingClientRect().top)
      if (now !== top) [top, pictures] = [now, 0]
    }
    return Math.round(element.getBoundingClientRect().top)
  })
}

function firstInSight(page: Page) {
  return log(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    const lines = [...element.querySelectorAll('.bubble')].filter(
      (line) => line.getBoundingClientRect().bottom > top,
    )
    const tops = lines.map((line) => [line.getBoundingClientRect().top, line.textContent] as const)
    return tops.sort(([one], [other]) => one - other)[0]?.[1] ?? ''
  })
}

test('times within a run show on hover, on a tap and while the list has the focus', async ({
  given,
  visit,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const own = await visit(`/chat?client=${maya.id}`, { as: ada, ...desk })
  for (const text of ['First', 'Second', 'Third']) await say(own, text)
  await expect(log(own).locator('time')).toHaveCount(3)
  const theirs = await visit('/client-dashboard/chat', { as: maya, ...phone, hasTouch: true })
  await expect(log(theirs).locator('time')).toHaveCount(3)

  for (const page of [own, theirs]) {
    const time = (text: string) => log(page).locator('.msg', { hasText: text }).locator('time').locator('..')
    await expect(time('First')).toHaveCSS('opacity', '0')
    await expect(time('Third')).toHaveCSS('opacity', '1')

    const first = log(page).locator('.bubble', { hasText: 'First' })
    if (page === own) await first.hover()
    else await first.tap()
    await expect(time('First')).toHaveCSS('opacity', '1')
    await expect(time('Second')).toHaveCSS('opacity', '0')

    await composer(page).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(log(page)).toBeFocused()
    await expect(time('Second')).toHaveCSS('opacity', '1')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    )
  }
})
