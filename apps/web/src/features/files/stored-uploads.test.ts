import { beforeEach, expect, test, vi } from 'vitest'
import { aLocalFile } from '../../../test/file.ts'
import { signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { endSession } from '../../app/session.ts'
import {
  createUrlStorage,
  listStoppedUploads,
  readStoredUpload,
  storeBytesSent,
  type UploadItem,
  uploadId,
  uploadItem,
} from './stored-uploads.ts'

const HOUR_MS = 3_600_000

async function store(item: UploadItem, { age = 0 } = {}) {
  await createUrlStorage(item).addUpload(item.key, {
    size: 9e7,
    metadata: { filename: 'film.mp4' },
    creationTime: new Date(Date.now() - age).toString(),
    urlStorageKey: item.key,
    uploadUrl: 'https://portico.example/api/files/tus/1',
    parallelUploadUrls: null,
  })
  storeBytesSent(item, 4e7)
}

let heldLocks: { name: string }[] = []
beforeEach(() => {
  heldLocks = []
  vi.stubGlobal('navigator', { ...navigator, locks: { query: async () => ({ held: heldLocks }) } })
})

test('lists a stopped upload in its own project and area', async () => {
  const id = uploadId(aLocalFile('film.mp4', { size: 9e7 }))
  await store(uploadItem('client', 'c1', 'p1', id))

  expect(await listStoppedUploads('client', 'c1', 'p1')).toEqual([
    { id, name: 'film.mp4', size: 9e7, bytesSent: 4e7, target: {} },
  ])
  expect(await listStoppedUploads('client', 'c1', 'p2')).toEqual([])
  expect(await listStoppedUploads('freelancer', 'f1', 'p1')).toEqual([])
})

test('does not list an upload that another tab is sending', async () => {
  const item = uploadItem('client', 'c1', 'p1', 'film.mp4 9 1')
  await store(item)
  heldLocks = [{ name: item.key }]

  expect(await listStoppedUploads('client', 'c1', 'p1')).toEqual([])
})

test('deletes an upload that the server has deleted by now', async () => {
  const item = uploadItem('client', 'c1', 'p1', 'film.mp4 9 1')
  await store(item, { age: 25 * HOUR_MS })

  expect(await listStoppedUploads('client', 'c1', 'p1')).toEqual([])
  expect(item.read()).toBeUndefined()
})

test.for(['{', '"text"', '{"url":"/api/files/tus/1","sent":4}'])(
  'ignores %s, which it has not written',
  (value) => {
    const item = uploadItem('client', 'c1', 'p1', 'film.mp4 9 1')
    localStorage.setItem(item.key, value)
    expect(readStoredUpload(item)).toBeUndefined()
  },
)

test('logging out deletes the uploads of its area', async () => {
  signInClient()
  signInFreelancer()
  const items = [uploadItem('client', 'c1', 'p1', 'a'), uploadItem('freelancer', 'f1', 'p1', 'a')] as const
  for (const item of items) await store(item)

  endSession('client', '/client-login')

  expect(items.map((item) => item.read() === undefined)).toEqual([true, false])
})
