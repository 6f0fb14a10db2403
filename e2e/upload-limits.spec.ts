import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { writeVideo } from './sample-files.ts'
import { type Server, startServer } from './server.ts'

const MB = 1_000_000

const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ ACCOUNT_STORAGE_BYTES: String(20 * MB) })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({ expectedConsoleErrors: [/status of 507/] })

const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test('an upload that does not fit into the account shows why, although the server responds before it has all bytes', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.file(maya.freelancer, project, { bytes: Buffer.alloc(15 * MB) })
  const page = await visit(`/client-dashboard/projects/${project.id}`, { as: maya })

  // From the disk, because Playwright takes seconds to send megabytes to the browser.
  await picker(page).setInputFiles((await writeVideo('film.mp4', 6)).path)

  await expect(queue(page).getByText(/^Upload failed\./)).toHaveText(
    'Upload failed. This account has not enough storage left for this file. Delete other files first; those in the bin count too.',
  )
})
