import { beforeEach, expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aLocalFile } from '../../../test/file.ts'
import { signInClient } from '../../../test/fixtures.tsx'
import { ApiError } from '../../app/api.ts'
import type { FileToSend } from './file-to-send.ts'
import { sendFile } from './send-file.ts'
import * as resumable from './send-resumably.ts'
import { uploadItem } from './stored-uploads.ts'

const film = aLocalFile('film.mp4', { size: 9 * 1_024 * 1_024 })
const note = aLocalFile('note.txt')
type FakeUpload = ReturnType<typeof fakeUploads>[number]
let tus: ReturnType<typeof mockResumableSender>
const tooMany = new ApiError(409, { code: 'TOO_MANY_UNFINISHED_UPLOADS' })

function send(file = film, target: FileToSend['target'] = {}) {
  const onInterrupted = vi.fn()
  const toSend: FileToSend = {
    file,
    area: 'client',
    projectId: 'p1',
    target,
    clientUploadId: 'u1',
    item: uploadItem('client', 'c1', 'p1', 'film'),
    signal: new AbortController().signal,
    onProgress: () => {},
  }
  return { result: sendFile(toSend, onInterrupted), onInterrupted }
}

beforeEach(() => {
  vi.useFakeTimers()
  tus = mockResumableSender()
})

test.for([
  ['the connection was lost', new ApiError(0, { code: 'UNREACHABLE' })],
  ['the server is not ready', new ApiError(503, { code: 'NOT_READY' })],
  ['the server has deleted the unfinished upload', new ApiError(404, { code: 'UPLOAD_NOT_FOUND' })],
] as const)('a large file is sent again when %s', async ([_when, error]) => {
  tus.mockRejectedValueOnce(error).mockResolvedValueOnce(undefined)

  const { result, onInterrupted } = send()
  await vi.advanceTimersByTimeAsync(1_000)

  await result
  expect(onInterrupted).toHaveBeenCalledTimes(1)
  expect(tus).toHaveBeenCalledTimes(2)
})

test.for([
  ['the connection was lost', (form: FakeUpload) => form.loseConnection()],
  ['a proxy answers while the server restarts', (form: FakeUpload) => form.respond({ status: 502 })],
  [
    'the server is not ready',
    (form: FakeUpload) => form.respond({ status: 503, body: { code: 'NOT_READY' } }),
  ],
] as const)('a small file is sent again under the same id when %s', async ([_when, interrupt]) => {
  signInClient()
  const forms = fakeUploads()
  const { result, onInterrupted } = send(note)
  await vi.advanceTimersByTimeAsync(0)

  forms[0] && interrupt(forms[0])
  await vi.advanceTimersByTimeAsync(1_000)
  forms[1]?.respond({ status: 201, body: { id: 'f1' } })

  expect(await result).toBe('f1')
  expect(onInterrupted).toHaveBeenCalledTimes(1)
  expect(forms.map(({ fields }) => fields.clientUploadId)).toEqual(['u1', 'u1'])
})

test('a file whose section was deleted is sent at once without it', async () => {
  signInClient()
  const forms = fakeUploads()
  const { result, onInterrupted } = send(note, { sectionId: 's1' })
  await vi.advanceTimersByTimeAsync(0)

  forms[0]?.respond({ status: 404, body: { code: 'SECTION_NOT_FOUND' } })
  await vi.advanceTimersByTimeAsync(0)
  forms[1]?.respond({ status: 201, body: { id: 'f1' } })

  expect(await result).toBe('f1')
  expect(onInterrupted).not.toHaveBeenCalled()
  expect(forms.map(({ fields }) => fields.sectionId)).toEqual(['s1', undefined])
})

test('a small file waits as long as the server asks', async () => {
  signInClient()
  const forms = fakeUploads()
  send(note)
  await vi.advanceTimersByTimeAsync(0)

  forms[0]?.respond({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS', message: 'Later.' },
    headers: { 'retry-after': '20' },
  })
  await vi.advanceTimersByTimeAsync(19_999)
  expect(forms).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)

  expect(forms).toHaveLength(2)
})

test.for([
  [403, 'NOT_ALLOWED'],
  [409, 'ARCHIVED'],
  [409, 'REQUEST_ACCEPTED'],
  [413, 'FILE_TOO_LARGE'],
  [507, 'ACCOUNT_STORAGE_FULL'],
] as const)('a small file is not sent again after %i %s', async ([status, code]) => {
  signInClient()
  const forms = fakeUploads()
  const { result, onInterrupted } = send(note)
  const rejected = expect(result).rejects.toMatchObject({ status, code })
  await vi.advanceTimersByTimeAsync(0)

  forms[0]?.respond({ status, body: { code, message: 'No.' } })

  await rejected
  expect(onInterrupted).not.toHaveBeenCalled()
})

test.for([tooMany, new ApiError(409, { code: 'ARCHIVED' }), new ApiError(409, { code: 'REQUEST_ACCEPTED' })])(
  'a large file is not sent again after an error that a retry cannot fix: $code',
  async (error) => {
    tus.mockRejectedValueOnce(error)

    const { result, onInterrupted } = send()

    await expect(result).rejects.toBe(error)
    expect(onInterrupted).not.toHaveBeenCalled()
  },
)

test('a file that can no longer be read is not sent again', async () => {
  const gone = aLocalFile('gone.mp4', { size: film.size })
  vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new DOMException('', 'NotFoundError')
  })
  tus.mockRejectedValueOnce(new ApiError(0, { code: 'UNREACHABLE' }))

  const { result } = send(gone)

  await expect(result).rejects.toMatchObject({ message: 'The file could not be read. Choose it again.' })
})

test('a connection without progress for a minute is given up', async () => {
  tus
    .mockImplementationOnce(async ({ signal, onProgress }) => {
      setTimeout(onProgress, 59_000, 1)
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    .mockResolvedValueOnce(undefined)

  const { result, onInterrupted } = send()
  await vi.advanceTimersByTimeAsync(59_000 + 59_999)
  expect(onInterrupted).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onInterrupted).toHaveBeenCalledTimes(1)

  await vi.advanceTimersByTimeAsync(1_000)
  await result
})

test('a file that another tab is sending is refused', async () => {
  const request = (_key: string, _options: object, callback: (lock: null) => unknown) => callback(null)
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })

  const { result } = send()

  await expect(result).rejects.toMatchObject({ message: 'This file is being uploaded in another tab.' })
  expect(tus).not.toHaveBeenCalled()
})

function mockResumableSender() {
  return vi.spyOn(resumable, 'sendResumably').mockResolvedValue(undefined)
}
