import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aLocalFile } from '../../../test/file.ts'
import { signInClient } from '../../../test/fixtures.tsx'
import { sendResumably } from './send-resumably.ts'
import { createUrlStorage, readStoredUpload, storeBytesSent, uploadItem } from './stored-uploads.ts'

const MB = 1_024 * 1_024
const film = aLocalFile('film.mp4', { size: 9 * MB })
const item = uploadItem('client', 'c1', 'p1', 'film')
const url = 'https://portico.example/api/files/tus/1'

beforeEach(async () => {
  signInClient()
})

async function storeUpload() {
  const upload = { size: 9 * MB, metadata: { filename: 'film.mp4' }, creationTime: new Date().toString() }
  await createUrlStorage(item).addUpload(item.key, {
    ...upload,
    urlStorageKey: item.key,
    uploadUrl: url,
    parallelUploadUrls: null,
  })
  storeBytesSent(item, 4 * MB)
}

function send() {
  const { signal } = new AbortController()
  return sendResumably({
    file: film,
    area: 'client',
    projectId: 'p1',
    target: {},
    clientUploadId: 'u1',
    item,
    signal,
    onProgress: () => {},
  })
}

test('deletes the stored URL when the upload is complete', async () => {
  const requests = fakeUploads()
  await storeUpload()

  const sending = send()
  await waitFor(() => expect(requests).toMatchObject([{ method: 'HEAD', url }]))
  const headers = { 'upload-offset': String(9 * MB), 'upload-length': String(9 * MB) }
  requests[0]?.respond({ status: 200, headers })
  await sending

  expect(readStoredUpload(item)).toBeUndefined()
})

test('keeps the stored URL when the server is not ready', async () => {
  const requests = fakeUploads()
  await storeUpload()

  const sending = send()
  await waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.respond({ status: 503, body: { code: 'NOT_READY', message: '' } })

  await expect(sending).rejects.toMatchObject({ status: 503, code: 'NOT_READY' })
  expect(requests).toHaveLength(1)
  expect(readStoredUpload(item)).toMatchObject({ uploadUrl: url, bytesSent: 4 * MB })
})

test('begins a new upload when the server has deleted the old one', async () => {
  const requests = fakeUploads()
  await storeUpload()

  const sending = send()
  await waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.respond({ status: 404 })

  await waitFor(() => expect(requests).toMatchObject([{}, { method: 'POST' }]))
  expect(readStoredUpload(item)).toBeUndefined()
  requests[1]?.respond({ status: 404, body: { code: 'PROJECT_NOT_FOUND', message: 'Project not found.' } })
  await expect(sending).rejects.toMatchObject({ message: 'Project not found.' })
})

test('rejects with the server’s own error', async () => {
  const requests = fakeUploads()

  const sending = send()
  await waitFor(() => expect(requests).toMatchObject([{ method: 'POST' }]))
  requests[0]?.respond({ status: 507, body: { code: 'NO_ROOM', message: 'There is no room left.' } })

  await expect(sending).rejects.toMatchObject({ status: 507, message: 'There is no room left.' })
})
