import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderSync } from './folder-sync.ts'

test('rejects for every caller when a folder cannot be synced, and opens it again for the next', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portico-sync-'))
  const sync = createFolderSync()
  onTestFinished(async () => {
    sync.close()
    await rm(root, { recursive: true })
  })
  const folder = join(root, 'not there')

  const results = await Promise.allSettled([sync(folder), sync(folder), sync(folder)])
  await mkdir(folder)

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await sync(folder)
})

test('opens a folder again after it was closed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portico-sync-'))
  const sync = createFolderSync()
  onTestFinished(async () => {
    sync.close()
    await rm(root, { recursive: true })
  })
  await sync(root)

  sync.close()

  await sync(root)
})
