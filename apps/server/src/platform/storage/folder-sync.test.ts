import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderSync } from './folder-sync.ts'

test('when a folder cannot be synced, all who wait for it hear so, and the next try is a new one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portico-sync-'))
  const sync = createFolderSync()
  onTestFinished(async () => {
    sync.close()
    await rm(root, { recursive: true })
  })
  const folder = join(root, 'not there')

  const heard = await Promise.allSettled([sync(folder), sync(folder), sync(folder)])
  await mkdir(folder)

  expect(heard.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await sync(folder)
})

test('what was closed opens its folder anew', async () => {
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
