import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.use({ expectedConsoleErrors: [/ERR_|UNREACHABLE|UNREADABLE|WebSocket|Failed to load resource/] })

const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const photos = [1, 2, 3].map((n) => ({
  name: `photo-${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: randomBytes(50_000),
}))

async function choosePhotos(page: Page) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).tap()
  await (await chooser).setFiles(photos)
}

test('photos that are chosen without a network are sent once there is one', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const page = await visit(`/client-dashboard/projects/${id}`, { as: maya, ...phone })
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()

  await page.context().setOffline(true)
  await choosePhotos(page)
  await expect(queue(page).getByText('No connection. It is sent as soon as there is one.')).toHaveCount(2)
  await expect(page.getByText('3 files are not sent yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry all' })).toBeVisible()
  await expectNoViolations(page)
  await page.context().setOffline(false)

  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await expect(queue(page)).toBeHidden()
})

test('unsent photos survive a reload, which asks, and a logout deletes them', async ({ given, visit }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const page = await visit(`/client-dashboard/projects/${id}`, { as: maya, ...phone })
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  const databases = () =>
    page.evaluate(async () =>
      (await indexedDB.databases())
        .map(({ name = '' }) => name)
        .filter((name) => name.startsWith('portico.unsent.')),
    )
  const countKept = async () => {
    const [name] = await databases()
    return name === undefined ? 0 : page.evaluate(countRows, name)
  }
  await page.route('**/api/files/client/upload', (route) => route.fulfill({ status: 502 }))
  await choosePhotos(page)
  await expect(
    queue(page).getByText('The server is not ready. The upload tries again by itself.'),
  ).toHaveCount(2)
  await expect.poll(countKept).toBe(3)

  // Another page sends them too.
  await page.route('**/api/files/client/upload', (route) => route.abort())
  await page.goto('/client-dashboard')
  expect(asked).toEqual(['beforeunload'])
  await expect(page.getByText('3 files were not sent')).toBeVisible()
  await page.unroute('**/api/files/client/upload')
  await page.goto(`/client-dashboard/projects/${id}`)

  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await expect(queue(page)).toBeHidden()
  await page.reload()
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await waitUntilSettled(page)

  await page.getByRole('button', { name: 'Menu of Maya Whitcombe' }).tap()
  await page.getByRole('button', { name: 'Logout' }).tap()
  await expect.poll(databases).toEqual([])
})

/** Runs in the page: how many files the database of unsent files has. */
function countRows(name: string) {
  return new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const { result: database } = opening
      const [store = ''] = database.objectStoreNames
      const counting = database.transaction(store).objectStore(store).count()
      counting.onsuccess = () => {
        database.close()
        resolve(counting.result)
      }
    }
  })
}
