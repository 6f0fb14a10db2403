import type { Page } from '@playwright/test'
import { files } from '@portico/contract'
import { removeProject } from '../apps/server/src/features/projects/projects.service.ts'
import type { Given, TestClient } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { writeVideo } from './sample-files.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

async function createProject(given: Given) {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  return { maya, id, clientPath: `/client-dashboard/projects/${id}`, freelancerPath: `/projects/${id}` }
}

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test.describe('a large file', () => {
  // Slow and interrupted uploads take long.
  test.describe.configure({ timeout: 180_000 })
  test.use({
    expectedConsoleErrors: [
      /status of 404|PROJECT_NOT_FOUND|WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE|status of 503|NOT_READY/,
    ],
  })

  test('is resumed when the server is back, and arrives unchanged', async ({ given, visit, server }) => {
    const { maya, id, clientPath, freelancerPath } = await createProject(given)
    const freelancerPage = await visit(freelancerPath, { as: maya.freelancer, viewport: desk })
    const page = await visit(clientPath, { as: maya, viewport: phone })
    const network = await slowDown(page)
    const film = await writeVideo('film.mp4', 20)

    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 10)
    await server.restart(async () => {
      await network.speedUp()
      await expect(
        queue(page).getByText(/The connection was lost at .* It goes on by itself\./),
      ).toBeVisible()
      await expectNoViolations(page)
    })

    await expect(list(page).getByText('film.mp4')).toBeVisible({ timeout: 60_000 })
    await expect(list(freelancerPage).getByText('film.mp4')).toBeVisible({ timeout: 40_000 })
    expect(await fetchHash(server.url, maya, id)).toBe(film.sha256)
    await expect.poll(() => storedUploadKeys(page)).toEqual([])
  })

  test('is sent although tus-js-client did not load at first', async ({ given, visit, server }) => {
    const { maya, id, clientPath } = await createProject(given)
    const page = await visit(clientPath, { as: maya, viewport: phone })
    const film = await writeVideo('film.mp4', 12)
    await page.route('**/send-resumably-*.js', (route) => route.abort())

    await picker(page).setInputFiles(film.path)
    await expect(queue(page).getByText(/The connection was lost at .* It goes on by itself\./)).toBeVisible()
    await page.unroute('**/send-resumably-*.js')

    await expect(list(page).getByText('film.mp4')).toBeVisible({ timeout: 60_000 })
    expect(await fetchHash(server.url, maya, id)).toBe(film.sha256)
  })

  test('is resumed after a reload when it is chosen again', async ({ given, visit, server }) => {
    const { maya, id, clientPath } = await createProject(given)
    const page = await visit(clientPath, { as: maya, viewport: phone })
    const network = await slowDown(page)
    const film = await writeVideo('film.mp4', 20)
    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 10)

    await page.reload()
    await network.speedUp()
    await expect(queue(page).getByText(/Stopped at .* Choose the file again to go on\./)).toBeVisible()
    await expectNoViolations(page)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose again film.mp4' }).click()
    const patching = page.waitForRequest((request) => request.method() === 'PATCH')
    await (await choosing).setFiles(film.path)

    expect(Number((await patching).headers()['upload-offset'])).toBeGreaterThan(0)
    await expect(list(page).getByText('film.mp4')).toBeVisible({ timeout: 60_000 })
    expect(await fetchHash(server.url, maya, id)).toBe(film.sha256)
  })

  test('fails when its project is deleted meanwhile, and its stored URL is deleted', async ({
    given,
    visit,
    server,
  }) => {
    const { maya, id, clientPath } = await createProject(given)
    const page = await visit(clientPath, { as: maya, viewport: phone })
    const network = await slowDown(page)
    const film = await writeVideo('film.mp4', 12)
    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 10)

    await removeProject(server.ctx, maya.freelancer, id)
    await network.speedUp()

    await expect(page.getByRole('alert').getByText('Project not found.')).toBeVisible({ timeout: 40_000 })
    await expect.poll(() => storedUploadKeys(page)).toEqual([])
  })

  test('can be cancelled while it is being sent, and its stored URL is deleted', async ({ given, visit }) => {
    const { maya, clientPath } = await createProject(given)
    const page = await visit(clientPath, { as: maya })
    await slowDown(page)
    const film = await writeVideo('film.mp4', 20)

    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 10)
    await page.getByRole('button', { name: 'Cancel film.mp4' }).click()
    await expect(queue(page)).toHaveCount(0)
    await expect.poll(() => storedUploadKeys(page)).toEqual([])
  })
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
  await expect
    .poll(async () => Number(await meter.getAttribute('value')), { timeout: 40_000 })
    .toBeGreaterThanOrEqual(least)
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
