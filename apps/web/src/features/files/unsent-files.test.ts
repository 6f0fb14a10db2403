import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { blockStorage, signInClient, toasts } from '../../../test/fixtures.tsx'
import { createQueryClient } from '../../app/query-client.ts'
import { expireSession } from '../../app/session.ts'
import { ownersOfUnsentFiles } from '../../app/stored.ts'
import { restoreUnsentFiles } from './restore-unsent-files.ts'
import { createUrlStorage, uploadId, uploadItem } from './stored-uploads.ts'
import {
  clearUnsentFilesOfOthers,
  keepUnsentFile,
  removeUnsentFile,
  takeUnsentFiles,
} from './unsent-files.ts'
import { getUploadStore } from './uploads.ts'

const DAY_MS = 86_400_000

let otherTabs: { name: string }[] = []
/** As a browser lists them: held as long as the page. */
const ownLocks: { name: string }[] = []
beforeEach(() => {
  otherTabs = []
  vi.useRealTimers()
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      query: async () => ({ held: [...ownLocks, ...otherTabs] }),
      request: (name: string) => {
        ownLocks.push({ name })
        return new Promise(() => {})
      },
    },
  })
})

/** jsdom's files cannot be cloned, so a database of the test would keep none of their data. */
const photoOf = (name: string) => ({ name, size: 9, lastModified: 1 }) as File

const unsent = (owner: string, clientUploadId: string, name = `${clientUploadId}.jpg`) => ({
  clientUploadId,
  owner,
  projectId: 'p1',
  target: {},
  file: photoOf(name),
})
const keep = (owner: string, id: string, name?: string) => keepUnsentFile('client', unsent(owner, id, name))
const take = async (owner: string) => {
  const { files, dropped } = await takeUnsentFiles('client', owner)
  return { ids: files.map(({ clientUploadId }) => clientUploadId), dropped }
}

/** The clock of the device, without timers. */
const setClock = (ms: number) => vi.setSystemTime(ms)

test('files are taken in their order, and only by their owner', async () => {
  await keep('in-order', 'first')
  await keep('in-order', 'second')

  expect(await take('somebody-else')).toEqual({ ids: [], dropped: 0 })
  expect((await take('in-order')).ids).toHaveLength(2)
  await removeUnsentFile('client', 'in-order', 'first')
  expect(await take('in-order')).toEqual({ ids: ['second'], dropped: 0 })
  await removeUnsentFile('client', 'in-order', 'second')
  await take('in-order')
  expect(ownersOfUnsentFiles('client')).not.toContain('in-order')
})

test('a file that was chosen again is kept once, under its last id', async () => {
  await keep('again', 'before', 'photo.jpg')
  await keep('again', 'after', 'photo.jpg')

  expect((await take('again')).ids).toEqual(['after'])
})

test('what another tab is sending stays with it until it is closed', async () => {
  await keep('two-tabs', 'mine')
  const request = indexedDB.open('portico.unsent.client.two-tabs')
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
  const store = database.transaction('files', 'readwrite').objectStore('files')
  store.put({ ...unsent('two-tabs', 'theirs'), addedAt: Date.now(), tab: 'other' })
  database.close()
  otherTabs = [{ name: 'portico.tab.other' }]

  expect((await take('two-tabs')).ids).toEqual(['mine'])
  otherTabs = []
  expect((await take('two-tabs')).ids.sort()).toEqual(['mine', 'theirs'])
})

test('files of days ago are dropped and counted, those of a wrong clock are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = Date.now()
  await keep('clock', 'old')

  setClock(now + 4 * DAY_MS)
  expect(await take('clock')).toEqual({ ids: [], dropped: 1 })

  await keep('clock', 'kept')
  setClock(now + 3_000 * DAY_MS)
  expect(await take('clock')).toEqual({ ids: ['kept'], dropped: 0 })
  setClock(now)
  expect(await take('clock')).toEqual({ ids: ['kept'], dropped: 0 })
  setClock(now + 4 * DAY_MS)
  expect(await take('clock')).toEqual({ ids: [], dropped: 1 })
})

test('the files of another portal stay for days, those of another freelancer do not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = Date.now()
  await keep('noor', 'n1')
  await keepUnsentFile('freelancer', unsent('ada', 'a1'))

  clearUnsentFilesOfOthers('client', 'maya')
  clearUnsentFilesOfOthers('freelancer', 'ben')

  expect(ownersOfUnsentFiles('client')).toContain('noor')
  expect(ownersOfUnsentFiles('freelancer')).not.toContain('ada')
  setClock(now + 4 * DAY_MS)
  clearUnsentFilesOfOthers('client', 'maya')
  expect(ownersOfUnsentFiles('client')).not.toContain('noor')
})

test('the files that a freelancer has begun to send in another workspace stay', async () => {
  await keepUnsentFile('freelancer', unsent('lea@w2', 'l1'))

  clearUnsentFilesOfOthers('freelancer', 'lea')

  expect(ownersOfUnsentFiles('freelancer')).toContain('lea@w2')
})

test('nothing is kept where the browser would forget that there is something', async () => {
  blockStorage()

  await keep('blocked', 'lost')

  expect(await take('blocked')).toEqual({ ids: [], dropped: 0 })
})

test('the files of a session that ended in this tab are sent after the next login here, once', async () => {
  const token = signInClient()
  const owner = 'c1'
  fakeUploads()
  await keep(owner, 'kept')
  expireSession('client', token)
  signInClient()

  await restoreUnsentFiles('client', createQueryClient())
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  expect(uploads.queue().map(({ clientUploadId }) => clientUploadId)).toEqual(['kept'])

  await restoreUnsentFiles('client', createQueryClient())
  expect(uploads.queue()).toHaveLength(1)
  expect(toasts().filter(({ title }) => title === '1 file was not sent')).toHaveLength(1)
})

test('a large file that had begun goes on with the kept bytes', async () => {
  signInClient()
  fakeUploads()
  const film = { name: 'film.mp4', size: 9, lastModified: 1 } as File
  const item = uploadItem('client', 'c1', 'p7', uploadId(film))
  await createUrlStorage(item).addUpload(item.key, {
    size: 9,
    metadata: { filename: 'film.mp4' },
    creationTime: new Date().toString(),
    urlStorageKey: item.key,
    uploadUrl: 'https://portico.example/api/files/tus/1',
    parallelUploadUrls: null,
  })
  const uploads = getUploadStore('client', 'p7', createQueryClient())
  await uploads.addStopped()
  expect(uploads.queue()).toMatchObject([{ state: 'stopped' }])
  await keepUnsentFile('client', { ...unsent('c1', 'film', 'film.mp4'), projectId: 'p7' })

  await restoreUnsentFiles('client', createQueryClient())

  expect(uploads.queue()).toMatchObject([{ clientUploadId: 'film', file: film }])
})
