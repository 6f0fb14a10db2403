import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aLocalFile } from '../../../test/file.ts'
import { serve, signInClient, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { createQueryClient } from '../../app/query-client.ts'
import { startClientSession } from '../../app/session.ts'
import {
  createUrlStorage,
  readStoredUpload,
  storeBytesSent,
  type UploadItem,
  uploadId,
  uploadItem,
} from './stored-uploads.ts'
import { getUploadStore } from './uploads.ts'

const MB = 1_024 * 1_024

beforeEach(() => {
  signInClient()
})

const names = (requests: ReturnType<typeof fakeUploads>) =>
  requests.map(({ fields }) => (fields.file as File).name)
const waitForRequests = (requests: unknown[], count: number) =>
  waitFor(() => expect(requests.length).toBeGreaterThanOrEqual(count))

test('uploads end when another person signs in', async () => {
  const requests = fakeUploads()
  const mayas = getUploadStore('client', 'p1', createQueryClient())
  mayas.add(
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => aLocalFile(name)),
    undefined,
  )
  await waitForRequests(requests, 2)

  startClientSession(
    tokenFor({ sub: 'c2', role: 'client', sid: 's3', firstName: 'Noor', lastName: 'Haddad' }),
  )
  requests[0]?.respond({ status: 201 })
  requests[1]?.loseConnection()

  const noors = getUploadStore('client', 'p2', createQueryClient())
  noors.add([aLocalFile('noors.pdf')], undefined)
  await waitForRequests(requests, 3)
  expect(names(requests)).toEqual(['a.pdf', 'b.pdf', 'noors.pdf'])
  expect(mayas.queue()).toEqual([])
  expect(toasts()).toEqual([])
})

test('what a client wanted to send before a reload is sent once all of it has arrived', async () => {
  const requests = fakeUploads()
  const sent: unknown[] = []
  serve({
    'POST /projects/p9/requests/send': ({ body }) => {
      sent.push(body)
      return Response.json({ sent: 2 })
    },
  })
  const uploads = getUploadStore('client', 'p9', createQueryClient())
  const target = { requestId: 'r1', staged: true, sendsWhenStored: true }
  const unsent = (name: string) => ({
    ...{ clientUploadId: name, owner: 'c1', projectId: 'p9', target },
    file: aLocalFile(name),
  })

  uploads.restore([unsent('one.jpg'), unsent('two.jpg')])
  await waitForRequests(requests, 2)
  expect([...uploads.awaited()]).toEqual(['r1'])
  requests[0]?.respond({ status: 201, body: { id: 'f1' } })
  await waitFor(() => expect(uploads.queue()[0]?.state).toBe('stored'))
  expect(sent).toEqual([])
  requests[1]?.respond({ status: 201, body: { id: 'f2' } })

  await waitFor(() => expect(sent).toEqual([{ requestId: 'r1' }]))
  expect(requests.map(({ fields }) => fields.staged)).toEqual(['true', 'true'])
  expect(uploads.awaited().size).toBe(0)
})

test('an upload that is stopped by another sign-in can be resumed later', async () => {
  const item = uploadItem('client', 'c1', 'p1', 'film.mp4 9 1')
  await storeUpload(item)
  getUploadStore('client', 'p1', createQueryClient())

  startClientSession(
    tokenFor({ sub: 'c2', role: 'client', sid: 's3', firstName: 'Noor', lastName: 'Haddad' }),
  )

  expect(readStoredUpload(item)).toMatchObject({ bytesSent: 4 })
})

test('a large file that is cancelled while tus-js-client loads is not sent', async () => {
  const requests = fakeUploads()
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  const [film, note] = [aLocalFile('film.mp4', { size: 9 * MB }), aLocalFile('note.txt')]

  uploads.add([film], undefined)
  uploads.cancel(uploadId(film))
  await import('./send-resumably.ts')
  uploads.add([note], undefined)

  await waitForRequests(requests, 1)
  expect(names(requests)).toEqual(['note.txt'])
})

test('a cancelled upload is deleted from the browser and the server', async () => {
  const requests = fakeUploads()
  const film = aLocalFile('film.mp4', { size: 9 * MB })
  const item = uploadItem('client', 'c1', 'p1', uploadId(film))
  await storeUpload(item)
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  await uploads.addStopped()

  uploads.cancel(uploadId(film))

  expect(readStoredUpload(item)).toBeUndefined()
  await waitFor(() => expect(requests).toMatchObject([{ method: 'DELETE', url: '/api/files/tus/1' }]))
})

test.for([
  ['a new version', { versionOf: 'f1' }],
  ['an answer to a request', { requestId: 'r1' }],
] as const)('%s that was stopped goes on as one when its file is chosen again', async ([, target]) => {
  const requests = fakeUploads()
  const film = aLocalFile('film.mp4', { size: 9 * MB })
  await storeUpload(uploadItem('client', 'c1', 'p1', uploadId(film, target)), target)
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  await uploads.addStopped()
  expect(uploads.queue()).toMatchObject([{ state: 'stopped', target }])

  uploads.add([film], undefined)

  await waitFor(() => expect(requests).toMatchObject([{ method: 'HEAD', url: '/api/files/tus/1' }]))
  expect(uploads.queue()).toMatchObject([{ state: 'sending', target }])
})

test('a file is added as a new one after the file that it was to replace was deleted', async () => {
  const requests = fakeUploads()
  const note = aLocalFile('note.txt')
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  uploads.add([note], undefined, { versionOf: 'f1' })
  await waitForRequests(requests, 1)
  requests[0]?.respond({ status: 404, body: { code: 'FILE_NOT_FOUND', message: 'File not found.' } })
  await waitFor(() => expect(uploads.queue()).toMatchObject([{ state: 'failed' }]))

  uploads.add([note], undefined)

  await waitForRequests(requests, 2)
  expect(requests.map(({ fields }) => fields.versionOf)).toEqual(['f1', undefined])
})

test('a stored file refreshes the list of the page that was opened last', async () => {
  const requests = fakeUploads()
  getUploadStore('client', 'p1', createQueryClient()).add([aLocalFile('a.pdf')], undefined)
  await waitForRequests(requests, 1)
  const client = createQueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const uploads = getUploadStore('client', 'p1', client)

  requests[0]?.respond({ status: 201 })

  await waitFor(() => expect(uploads.queue()).toMatchObject([{ state: 'stored' }]))
  expect(invalidate).toHaveBeenCalled()
})

test('leaving the page warns while something is uploading to any project', async () => {
  const requests = fakeUploads()
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isWarned()).toBe(false)
  getUploadStore('client', 'p1', createQueryClient()).add([aLocalFile('a.pdf')], undefined)
  const other = getUploadStore('client', 'p2', createQueryClient())
  other.add([aLocalFile('b.pdf')], undefined)
  other.cancel(uploadId(aLocalFile('b.pdf')))
  expect(isWarned()).toBe(true)

  await waitForRequests(requests, 1)
  requests[0]?.respond({ status: 201 })

  await waitFor(() => expect(isWarned()).toBe(false))
})

test('leaving the page warns while a file has failed that can be sent again, and not after one that cannot', async () => {
  const requests = fakeUploads()
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  const note = aLocalFile('note.txt')
  uploads.add([note], undefined)
  await waitForRequests(requests, 1)

  requests[0]?.respond({ status: 507, body: { code: 'NO_ROOM', message: 'There is no room.' } })
  await waitFor(() => expect(uploads.queue()).toMatchObject([{ state: 'failed' }]))
  expect(isWarned()).toBe(true)

  uploads.retry(uploadId(note))
  await waitForRequests(requests, 2)
  requests[1]?.respond({ status: 413, body: { code: 'FILE_TOO_LARGE', message: 'Too large.' } })
  await waitFor(() => expect(isWarned()).toBe(false))
})

test('a failed file that is chosen again is sent under the id that it may have arrived with', async () => {
  const requests = fakeUploads()
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  const ids = () => requests.map(({ fields }) => fields.clientUploadId)
  uploads.add([aLocalFile('a.pdf')], undefined)
  await waitForRequests(requests, 1)
  requests[0]?.respond({ status: 500 })
  await waitFor(() => expect(uploads.queue()).toMatchObject([{ state: 'failed' }]))

  uploads.add([aLocalFile('a.pdf')], undefined)
  await waitForRequests(requests, 2)
  requests[1]?.respond({ status: 201 })
  await waitFor(() => expect(uploads.queue()).toMatchObject([{ state: 'stored' }]))
  uploads.add([aLocalFile('a.pdf')], undefined)
  await waitForRequests(requests, 3)

  expect(ids()[1]).toBe(ids()[0])
  expect(ids()[2]).not.toBe(ids()[0])
})

async function storeUpload(item: UploadItem, metadata: Record<string, string> = {}) {
  await createUrlStorage(item).addUpload(item.key, {
    size: 9 * MB,
    metadata: { filename: 'film.mp4', ...metadata },
    creationTime: new Date().toString(),
    urlStorageKey: item.key,
    uploadUrl: '/api/files/tus/1',
    parallelUploadUrls: null,
  })
  storeBytesSent(item, 4)
}

test('an empty photo among others fails at once and says why, and the others are sent', async () => {
  const requests = fakeUploads()
  const uploads = getUploadStore('client', 'p1', createQueryClient())
  const empty = aLocalFile('empty.jpg', { size: 0, type: 'image/jpeg' })

  uploads.add([aLocalFile('a.jpg'), empty, aLocalFile('b.jpg')], undefined)

  await waitForRequests(requests, 2)
  expect(names(requests)).toEqual(['a.jpg', 'b.jpg'])
  expect(uploads.queue().find(({ name }) => name === 'empty.jpg')).toMatchObject({
    state: 'failed',
    failure: { reason: expect.stringContaining('It is empty'), canRetry: false },
  })
})
