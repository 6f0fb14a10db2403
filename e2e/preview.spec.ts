import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

// Requests after the freelancer has logged out are refused.
test.use({ expectedConsoleErrors: [/401/] })

test('a freelancer previews the client’s area in a new tab, and leaves no trace', async ({
  given,
  visit,
  server,
}) => {
  const maya = await given.client(await given.freelancer())
  const { freelancer: ada } = maya
  const tom = await given.client(ada, { firstName: 'Tom', lastName: 'Ashby' })
  const menu = await given.project(maya)
  const proof = await given.file(ada, menu, { name: 'proof.txt' })
  await given.review(ada, proof)
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${maya.token}` }
    return (await fetch(`${server.url}/api${path}`, { headers })).json()
  }
  const page = await visit(`/chat?client=${maya.id}`, { as: ada })
  await page.getByRole('textbox', { name: 'Message' }).fill('Is the paper right?')
  await page.keyboard.press('Enter')
  await expect.poll(() => read('/messages/unread')).toEqual({ unread: 1 })
  const unreadBefore = [await read('/notifications/unread'), await read('/messages/unread')]
  await page.goto(`/clients/${maya.id}`)
  // Another client is signed in in the same browser.
  await page.evaluate((token) => localStorage.setItem('clientToken', token), tom.token)
  const stored = await page.evaluate(readStored)

  const preview = await openPreview(page)
  const band = preview.getByRole('complementary', { name: 'Preview' })
  await expect(band).toHaveText(
    /You see what Maya sees\. Nothing you do here reaches them\. What would change something is switched off\./,
  )
  await expect(preview).toHaveURL(`${server.url}/client-dashboard`)
  await expect(preview).toHaveTitle('Preview: Portico | My Projects')
  expect(await preview.evaluate(readStored)).toEqual(stored)

  const writes = recordWrites(preview)
  await preview.getByRole('link', { name: 'Spring menu', exact: true }).click()
  await expect(preview.getByRole('heading', { name: 'Your turn' })).toBeVisible()
  await expect(preview.getByRole('list', { name: 'Uploaded Files' })).toBeVisible()
  await expectNothingToChange(preview, ['Submit', 'Choose files', 'Logout'])
  await expectNoViolations(preview)
  await preview.mouse.wheel(0, 2_000)
  await expect(band).toBeInViewport()
  await preview.getByRole('link', { name: 'proof.txt' }).first().click()
  await expect(preview.getByText('Soup, £6')).toBeVisible()
  await expectNothingToChange(preview, ['Approve', 'Request changes', 'Add note', 'New version'])
  await expect(band).toBeInViewport()
  await preview.goto('/client-dashboard/chat')
  await expect(preview.getByText('Is the paper right?')).toBeVisible()
  await expect(preview.getByText('Messages cannot be written in the preview.')).toBeVisible()
  await expectNothingToChange(preview, ['Send'])

  expect(writes).toEqual([])
  expect([await read('/notifications/unread'), await read('/messages/unread')]).toEqual(unreadBefore)
  await band.getByRole('button', { name: 'Close' }).focus()
  const closed = preview.waitForEvent('close')
  // The tab may be gone before it confirms the key.
  await preview.keyboard.down('Enter').catch(() => {})
  await closed
  const seen = page.locator('dl div').filter({ hasText: 'Your last preview' })
  await expect(seen).toContainText(/just now|second|minute/)

  const another = await openPreview(page)
  await expect(another.getByRole('link', { name: 'Spring menu', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await another.reload()
  await expect(another.getByRole('heading', { name: 'The preview is over' })).toBeVisible()
  expect(await another.evaluate(() => localStorage.clientToken)).toBe(tom.token)
})

async function openPreview(page: Page) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'See it as Maya' }).press('Enter')
  const preview = await opened
  await preview.waitForURL('**/client-dashboard')
  return preview
}

/** Leaves out the recent items, which the freelancer's own page may store meanwhile. */
function readStored() {
  return Object.entries(localStorage).filter(([key]) => !key.startsWith('portico.recent.freelancer.'))
}

/** What the client could change is shown, and disabled. `shown` names some of it. */
async function expectNothingToChange(preview: Page, shown: string[]) {
  for (const name of shown)
    await expect(preview.getByRole('button', { name, exact: true }).first()).toBeDisabled()
  await expect(preview.locator('textarea:enabled')).toHaveCount(0)
  const names =
    /^(approve|request changes|choose files|submit|send|reply|edit|delete|hand over|remind|mark all|add note|new version|log ?out)/i
  for (const button of await preview.getByRole('button', { name: names }).all())
    await expect(button).toBeDisabled()
}

function recordWrites(page: Page) {
  const writes: string[] = []
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method())) writes.push(`${request.method()} ${request.url()}`)
  })
  page.on('websocket', (socket) => void writes.push(socket.url()))
  return writes
}
