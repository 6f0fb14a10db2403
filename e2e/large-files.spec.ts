import type { Page } from '@playwright/test'
import { files } from '@portico/contract'
import type { Given, TestClient } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { writeVideo } from './sample-files.ts'

const phone = { width: 390, height: 844 }

async function createProject(given: Given) {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  return { maya, id, path: `/client-dashboard/projects/${id}` }
}

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test.use({
  expectedConsoleErrors: [
    /status of 404|WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE|status of 503|NOT_READY/,
  ],
})

test('a large file is resumed after everything that can interrupt it, and arrives unchanged', async ({
  given,
  visit,
  server,
}) => {
  const { maya, id, path } = await createProject(given)
  const page = await visit(path, { as: maya, viewport: phone })
  const interrupted = queue(page).getByText(
    /The connection was lost at .* It continues by itself\.|No connection\. It is sent as soon|The server is not ready\. The upload tries/,
  )
  const film = await writeVideo('film.mp4', 20)

  // The code that sends it does not load at first.
  await page.route('**/send-resumably-*.js', (route) => route.abort())
  const network = await slowDown(page)
  await picker(page).setInputFiles(film.path)
  await expect(interrupted).toBeVisible()
  await page.unroute('**/send-resumably-*.js')
  await expectPercent(page, 'film.mp4', 1)
  await page.getByRole('button', { name: 'Cancel film.mp4' }).click()
  await expect(queue(page)).toHaveCount(0)
  await expect.poll(() => storedUploadKeys(page)).toEqual([])

  await picker(page).setInputFiles(film.path)
  await expectPercent(page, 'film.mp4', 10)
  // A reload goes on by itself, from where it was.
  const resuming = Promise.withResolvers<void>()
  await page.route('**/api/files/tus/*', async (route) => {
    await resuming.promise
    await route.fallback()
  })
  await page.reload()
  const patching = page.waitForRequest((request) => request.method() === 'PATCH')
  await expect(page.getByText('1 file was not sent')).toBeVisible()
  await expectNoViolations(page)
  resuming.resolve()
  expect(Number((await patching).headers()['upload-offset'])).toBeGreaterThan(0)

  await page.unroute('**/api/files/tus/*')
  await server.restart(async () => {
    await network.speedUp()
    await expect(interrupted).toBeVisible()
    await expectNoViolations(page)
  })
  await expect(list(page).getByText('film.mp4')).toBeVisible()
  expect(await fetchHash(server.url, maya, id)).toBe(film.sha256)
  await expect.poll(() => storedUploadKeys(page)).toEqual([])
})

/** Limits the upload speed to 1 MB a second, so that a test can act before 20 MB are sent. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  const setSpeed = (megabytes: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: megabytes * 1_024 * 1_024,
    })
  await setSpeed(1)
  return { speedUp: () => setSpeed(8) }
}

async function expectPercent(page: Page, name: string, least: number) {
  const meter = queue(page).getByRole('progressbar', { name })
  await expect.poll(async () => Number(await meter.getAttribute('value'))).toBeGreaterThanOrEqual(least)
}

const storedUploadKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.upload')))

/** The hash of the newest file, fetched by its link. */
async function fetchHash(origin: string, { token }: TestClient, projectId: string) {
  const reply = await fetch(`${origin}/api${files.list.url.replace(':id', projectId)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [file] = (await reply.json()) as files.File[]
  const bytes = await (await fetch(file?.fileUrl ?? '')).arrayBuffer()
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
