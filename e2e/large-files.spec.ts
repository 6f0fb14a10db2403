import type { Page } from '@playwright/test'
import { files } from '@portico/contract'
import { removeProject } from '../apps/server/src/features/projects/projects.service.ts'
import type { Given, TestClient } from '../apps/server/test/given.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { video } from './sample-files.ts'
import { waitUntilSettled } from './wait-until-settled.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

async function mayasMenu(given: Given) {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  return { maya, id, clients: `/client-dashboard/projects/${id}`, freelancers: `/projects/${id}` }
}

const list = (page: Page) => page.getByRole('list', { name: 'Uploaded Files' })
const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test.describe('a large file', () => {
  // What is cut or slow takes its time.
  test.describe.configure({ timeout: 180_000 })
  test.use({
    expectedConsoleErrors: [
      /status of 404|PROJECT_NOT_FOUND|WebSocket connection to .* failed|ERR_|UNREACHABLE|UNREADABLE/,
    ],
  })

  test('goes on by itself when the server is back, and arrives whole', async ({ given, visit, server }) => {
    const { maya, id, clients, freelancers } = await mayasMenu(given)
    const desks = await visit(freelancers, { as: maya.freelancer, viewport: desk })
    const page = await visit(clients, { as: maya, viewport: phone })
    const line = await slowDown(page)
    const film = await video('film.mp4', 20)

    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 20)
    await server.restart(async () => {
      await line.hurry()
      await expect(
        queue(page).getByText(/The connection was lost at .* It goes on by itself\./),
      ).toBeVisible()
      await expectNoViolations(page)
    })

    await expect(list(page).getByText('film.mp4')).toBeVisible({ timeout: 60_000 })
    await expect(list(desks).getByText('film.mp4')).toBeVisible({ timeout: 40_000 })
    expect(await hashOf(server.url, maya, id)).toBe(film.sha256)
    await expect.poll(() => leftInStorage(page)).toEqual([])

    // A dialog that was never opened before opens without the network too, once its code has come.
    await desks.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/ConfirmDialogBody-.*\.js$/.test(name)),
    )
    await waitUntilSettled(desks)
    await desks.context().setOffline(true)
    await desks.getByRole('button', { name: 'Delete film.mp4' }).click()
    await expect(desks.getByRole('alertdialog')).toBeVisible()
  })

  test('goes on by itself also when the code that sends it did not load', async ({
    given,
    visit,
    server,
  }) => {
    const { maya, id, clients } = await mayasMenu(given)
    const page = await visit(clients, { as: maya, viewport: phone })
    const film = await video('film.mp4', 12)
    await page.route('**/send-*.js', (route) => route.abort())

    await picker(page).setInputFiles(film.path)
    await expect(queue(page).getByText(/The connection was lost at .* It goes on by itself\./)).toBeVisible()
    await page.unroute('**/send-*.js')

    await expect(list(page).getByText('film.mp4')).toBeVisible({ timeout: 60_000 })
    expect(await hashOf(server.url, maya, id)).toBe(film.sha256)
  })

  test('goes on after a reload when it is chosen again', async ({ given, visit, server }) => {
    const { maya, id, clients } = await mayasMenu(given)
    const page = await visit(clients, { as: maya, viewport: phone })
    const line = await slowDown(page)
    const film = await video('film.mp4', 20)
    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 20)

    await page.reload()
    await line.hurry()
    await expect(queue(page).getByText(/Stopped at .* Choose the file again to go on\./)).toBeVisible()
    await expectNoViolations(page)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose again film.mp4' }).click()
    const going = page.waitForRequest((request) => request.method() === 'PATCH')
    await (await choosing).setFiles(film.path)

    expect(Number((await going).headers()['upload-offset'])).toBeGreaterThan(0)
    await expect(list(page).getByText('film.mp4')).toBeVisible({ timeout: 60_000 })
    expect(await hashOf(server.url, maya, id)).toBe(film.sha256)
  })

  test('whose project is deleted meanwhile says so, and nothing of it is kept', async ({
    given,
    visit,
    server,
  }) => {
    const { maya, id, clients } = await mayasMenu(given)
    const page = await visit(clients, { as: maya, viewport: phone })
    await slowDown(page)
    const film = await video('film.mp4', 12)
    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 20)

    await removeProject(server.ctx, maya.freelancer, id)

    await expect(page.getByRole('alert').getByText('Project not found.')).toBeVisible({ timeout: 40_000 })
    await expect.poll(() => leftInStorage(page)).toEqual([])
  })

  test('is cancelled by keyboard; logging out forgets what was begun', async ({ given, visit }) => {
    const { maya, clients } = await mayasMenu(given)
    const page = await visit(clients, { as: maya })
    await slowDown(page)
    const film = await video('film.mp4', 20)

    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 10)
    await page.getByRole('button', { name: 'Cancel film.mp4' }).focus()
    await page.keyboard.press('Enter')
    await expect(queue(page)).toHaveCount(0)
    await expect.poll(() => leftInStorage(page)).toEqual([])

    await picker(page).setInputFiles(film.path)
    await expectPercent(page, 'film.mp4', 10)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/client-login/)
    await expect.poll(() => leftInStorage(page)).toEqual([])
  })
})

/** A line on which 20 MB take long enough that nobody who acts on the way is too late, until it may be quicker. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (megabytes: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: megabytes * 1_024 * 1_024,
    })
  await send(1)
  return { hurry: () => send(8) }
}

async function expectPercent(page: Page, name: string, least: number) {
  const meter = queue(page).getByRole('progressbar', { name })
  await expect
    .poll(async () => Number(await meter.getAttribute('value')), { timeout: 40_000 })
    .toBeGreaterThanOrEqual(least)
}

const leftInStorage = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.upload')))

/** What is stored, fetched by its own link as anybody would. */
async function hashOf(origin: string, { token }: TestClient, projectId: string) {
  const reply = await fetch(`${origin}/api${files.list.url.replace(':id', projectId)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [file] = (await reply.json()) as files.File[]
  const bytes = await (await fetch(file?.fileUrl ?? '')).arrayBuffer()
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
