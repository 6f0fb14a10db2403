import { randomBytes } from 'node:crypto'
import { access, readdir } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { smallDisk } from './small-disk.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

const MiB = 1_024 * 1_024

test('refuses uploads and leaves no partial file on a full disk, and accepts them when there is room', {
  timeout: 90_000,
}, async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const folder = await temporaryFolder()
  const disk = smallDisk(folder, 4 * MiB)
  const env = { DATABASE_URL: urlOf(connection), STORAGE_URL: `file://${folder}` }
  const portico = await startPortico(env, { within: disk.within })
  const drafts = () => readdir(disk.inside(portico.pid, 'drafts'))
  const ada = await uploaderAt(() => portico)
  const bytes = randomBytes(2.5 * MiB)
  expect((await ada.upload(bytes)).status).toBe(201)

  const refused = await Promise.all([4.2, 4.5, 5].map((size) => ada.upload(Buffer.alloc(size * MiB))))
  for (const one of refused) expect(one).toMatchObject({ status: 507, body: { code: 'NO_ROOM' } })
  expect(await drafts()).toEqual([])
  await disk.fill?.(portico.pid)
  const storageState = async () => {
    const body = (await (await fetch(`${portico.url}/readyz`)).json()) as { storage: string }
    return body.storage
  }
  if (disk.fill) {
    expect(await ada.upload(randomBytes(10))).toMatchObject({ status: 507 })
    expect(await storageState()).toBe('failing')
  }

  expect(await ada.uploadInPieces(Buffer.alloc(5 * MiB))).toMatchObject({ status: 507 })
  expect(await readdir(disk.inside(portico.pid, 'unfinished'))).toEqual([])
  expect((await ada.rename('Menu of summer')).status).toBe(200)

  const [stored, ...more] = await ada.list()
  if (!stored) throw new Error('what was there before is gone')
  expect(more).toEqual([])
  expect(await drafts()).toEqual([])
  expect((await ada.contents(stored)).equals(bytes)).toBe(true)
  await expect(fetch(`${portico.url}/healthz`)).resolves.toHaveProperty('status', 200)

  expect((await ada.deleteForGood(stored)).status).toBe(204)
  const path = disk.inside(portico.pid, `files/${stored.id.slice(0, 5)}/${stored.id}`)
  await vi.waitFor(() => expect(access(path)).rejects.toThrow(), WAIT_OPTIONS)
  expect((await ada.upload(randomBytes(MiB))).status).toBe(201)
  await expect.poll(storageState).toBe('ok')
  expect((await ada.uploadInPieces(randomBytes(MiB))).status).toBe(204)
  expect(await ada.list()).toHaveLength(2)
  await portico.end('SIGTERM')
})
