import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { video } from './sample-files.ts'
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

test.describe.configure({ mode: 'default' })
test.use({ expectedConsoleErrors: [/status of (409|507)/] })

const queue = (page: Page) => page.getByRole('list', { name: 'Uploading' })
const picker = (page: Page) => page.locator('input[type=file][multiple]')

test('an upload row shows the sentence of a full account, for small files and large ones', async ({
  given,
  visit,
}) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  await given.file(maya.freelancer, project, { bytes: Buffer.alloc(15 * MB) })
  const page = await visit(`/client-dashboard/projects/${project.id}`, { as: maya })
  const film = await video('film.mp4', 12)

  await picker(page).setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.alloc(6 * MB) })
  await expect(queue(page).getByText(/^Upload failed\./)).toHaveText(
    'Upload failed. This account has not enough storage left for this file. Delete other files first.',
  )
  await picker(page).setInputFiles(film.path)

  await expect(queue(page).getByText(/^Upload failed\. This account has not enough/)).toHaveCount(2)
})

test('an upload row shows the sentence of too many unfinished uploads', async ({ given, visit, server }) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const unfinished = Array.from({ length: 20 }, () => ({
    id: randomUUID(),
    project_id: id,
    uploader_type: 'Client' as const,
    name: 'a.bin',
    content_type: 'application/octet-stream',
    size: '1',
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  }))
  await server.ctx.db.insertInto('unfinished_upload').values(unfinished).execute()
  const page = await visit(`/client-dashboard/projects/${id}`, { as: maya })
  const film = await video('film.mp4', 12)

  await picker(page).setInputFiles(film.path)

  await expect(queue(page).getByText(/^Upload failed\./)).toHaveText(
    'Upload failed. You have 20 unfinished uploads already. Finish or cancel one of them first.',
  )
})
