import { files } from '@portico/contract'
import { type DetailedError, Upload } from 'tus-js-client'
import { ApiError } from '../../app/api.ts'
import { forget, keep, kept } from './kept-uploads.ts'
import { failureOf, noteSession, type Sending, tokenFor } from './send.ts'

/** Small enough to pass proxies, and for a session to be looked at now and then; large enough to cost nothing. */
const CHUNK = 64 * 1_024 * 1_024
const KEEP_EVERY = 1_000

/** Sends a large file, from where it stopped if it was begun before. */
export async function sendResumably(sending: Sending): Promise<void> {
  try {
    await sendFrom(sending, kept(sending.key)?.url)
  } catch (error) {
    if (!(error instanceof ApiError) || !isGone(error)) throw error
    // The server has forgotten what it had: from the start, or its project has gone and the server says so.
    forget(sending.key)
    await sendFrom(sending, undefined)
  }
}

function sendFrom({ file, area, projectId, key, signal, onProgress }: Sending, url: string | undefined) {
  signal.throwIfAborted()
  let token = tokenFor(area)
  let keptAt = 0
  return new Promise<void>((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      // With both, the client would start anew on any answer it does not like, a short 503 included.
      ...(url ? { uploadUrl: url } : { endpoint: new URL(`/api${files.RESUMABLE_URL}`, location.href).href }),
      metadata: { projectId, filename: file.name, filetype: file.type || 'application/octet-stream' },
      chunkSize: CHUNK,
      // When it goes on again is decided where the person can see it (uploads.ts).
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest(request) {
        token = tokenFor(area)
        request.setHeader('Authorization', `Bearer ${token}`)
      },
      onAfterResponse(_request, response) {
        noteSession(area, token, response.getStatus(), response.getHeader('X-Session-Token'))
      },
      onUploadUrlAvailable: () => remember(kept(key)?.sent ?? 0),
      onProgress(sent) {
        if (Date.now() - keptAt > KEEP_EVERY) remember(sent)
        onProgress(sent)
      },
      onSuccess() {
        forget(key)
        resolve()
      },
      onError: (error) => reject(reasonOf(error)),
    })
    signal.addEventListener('abort', () => {
      upload.abort()
      reject(signal.reason)
    })
    upload.start()

    function remember(sent: number) {
      if (!upload.url || signal.aborted) return
      keptAt = Date.now()
      const { name, size } = file
      keep(key, { url: upload.url, name, size, sent, at: kept(key)?.at ?? keptAt })
    }
  })
}

/** Tells the server to let go of what it has; whether it hears does not matter, it forgets in time. */
export async function letGo({ area, key }: Pick<Sending, 'area' | 'key'>) {
  const before = kept(key)
  forget(key)
  if (!before) return
  await Upload.terminate(before.url, {
    retryDelays: null,
    headers: { Authorization: `Bearer ${tokenFor(area)}` },
  }).catch(() => {})
}

function reasonOf(error: Error | DetailedError) {
  if (error instanceof ApiError) return error
  const { originalResponse: response, causingError } = error as Partial<DetailedError>
  if (causingError instanceof ApiError) return causingError
  if (!response) return new ApiError(0, { code: 'UNREACHABLE' })
  return failureOf(response.getStatus(), response.getBody())
}

const isGone = ({ status }: ApiError) => status === 404 || status === 410
