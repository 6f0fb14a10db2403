import { files } from '@portico/contract'
import { type DetailedError, Upload } from 'tus-js-client'
import { ApiError } from '../../app/api.ts'
import type { Area } from '../../app/session.ts'
import type { FileToSend } from './file-to-send.ts'
import { createUrlStorage, storeBytesSent } from './stored-uploads.ts'
import { parseErrorResponse, requireToken, updateSession } from './upload-request.ts'

/** Small enough for proxies and for the session to be checked now and then; large enough to cost nothing. */
const CHUNK_SIZE = 64 * 1_024 * 1_024
const STORE_PROGRESS_EVERY_MS = 1_000

/** Sends a large file by tus, from where an earlier attempt or visit stopped. Returns the id of the stored file. */
export async function sendResumably({
  file,
  area,
  projectId,
  target: { versionOf, sectionId, requestId, staged },
  clientUploadId,
  item,
  signal,
  onProgress,
}: FileToSend) {
  let token = ''
  let progressStoredAt = 0
  let fileId: string | undefined
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: new URL(`/api${files.RESUMABLE_URL}`, location.href).href,
      metadata: {
        projectId,
        filename: file.name,
        filetype: file.type || 'application/octet-stream',
        clientUploadId,
        ...(versionOf && { versionOf }),
        ...(sectionId && { sectionId }),
        ...(requestId && { requestId }),
        ...(staged && { staged: 'true' }),
      },
      chunkSize: CHUNK_SIZE,
      fingerprint: async () => item.key,
      urlStorage: createUrlStorage(item),
      removeFingerprintOnSuccess: true,
      // `retryWithBackoff` retries: it also knows of stalled connections, unreadable files and code that did not load.
      retryDelays: null,
      onBeforeRequest(request) {
        signal.throwIfAborted()
        token = requireToken(area)
        request.setHeader('Authorization', `Bearer ${token}`)
      },
      onAfterResponse(request, response) {
        signal.throwIfAborted()
        const status = response.getStatus()
        fileId = response.getHeader('X-File-Id') ?? fileId
        updateSession(area, token, status, response.getHeader('X-Session-Token'))
        // tus-js-client begins a new upload after any refused HEAD, even a 503. That is right only where none is left.
        const isForgotten = request.getMethod() === 'HEAD' && (status === 404 || status === 410)
        if (status >= 400 && !isForgotten)
          throw parseErrorResponse(status, response.getBody(), response.getHeader('Retry-After'))
      },
      onProgress(bytesSent) {
        if (Date.now() - progressStoredAt > STORE_PROGRESS_EVERY_MS) {
          progressStoredAt = Date.now()
          storeBytesSent(item, bytesSent)
        }
        onProgress(bytesSent)
      },
      onSuccess: () => resolve(),
      onError: (error) => reject(causeOf(error)),
    })
    signal.addEventListener('abort', () => {
      upload.abort()
      reject(signal.reason)
    })
    upload.findPreviousUploads().then(([previous]) => {
      if (previous) upload.resumeFromPreviousUpload(previous)
      upload.start()
    }, reject)
  })
  return fileId
}

/** Tells the server to delete an unfinished upload. If that fails, the server deletes it after a day. */
export async function terminateUpload(area: Area, url: string) {
  const headers = { Authorization: `Bearer ${requireToken(area)}` }
  await Upload.terminate(url, { retryDelays: null, headers })
}

function causeOf(error: Error | DetailedError) {
  if (error instanceof ApiError) return error
  const cause = 'causingError' in error ? error.causingError : null
  return cause instanceof ApiError ? cause : new ApiError(0, { code: 'UNREACHABLE' })
}
