import { files } from '@portico/contract'
import { ApiError } from '../../app/api.ts'
import { findMissingCodeError } from '../../app/missing-code.ts'
import type { FileToSend } from './file-to-send.ts'
import { retryWithBackoff } from './retry.ts'
import { sendAsForm } from './send-as-form.ts'

/** No byte has left for this long: the connection is dead, even if the browser has not noticed. */
const STALL_TIMEOUT_MS = 60_000

/** 429 and 503 ask to wait; a proxy answers 502 and 504 while the server restarts. */
const TRANSIENT_STATUSES = [0, 408, 423, 429, 502, 503, 504]
/** The server still holds an earlier connection open. Without a body it is the answer to a HEAD. */
const TRANSIENT_CONFLICTS = ['UPLOAD_NOT_ACCEPTED', 'UNREADABLE']
const TRANSIENT_CODES = ['UPLOAD_NOT_FOUND', 'CODE_NOT_LOADED']

type Sender = (toSend: FileToSend) => Promise<string | undefined>

/**
 * Sends a file and returns its id, or throws an ApiError that says why not. An attempt that was interrupted is repeated
 * under the same id, so it does no harm that it may have arrived although its response did not.
 */
export async function sendFile(toSend: FileToSend, onInterrupted: (error: unknown) => void) {
  const { file, item, signal } = toSend
  const send = file.size <= files.RESUMABLE_FROM_BYTES ? sendAsForm : sendResumably

  let furthest = 0
  const attempt = (resetDelay: () => void) => {
    const onProgress = (bytesSent: number) => {
      if (bytesSent > furthest) resetDelay()
      furthest = Math.max(furthest, bytesSent)
      toSend.onProgress(bytesSent)
    }
    return sendToSection({ ...toSend, onProgress }, send)
  }
  return withTabLock(item.key, () =>
    retryWithBackoff(attempt, { shouldRetry: isTransient, onInterrupted, signal }),
  )
}

/** tus-js-client is large, so it is loaded with the first large file. */
async function sendResumably(toSend: FileToSend) {
  const loading = import('./send-resumably.ts').catch(async () => {
    const error = await findMissingCodeError()
    // The connection was back before the server was asked for the reason.
    throw error.code === 'CODE_NOT_LOADED' ? new ApiError(0, { code: 'UNREACHABLE' }) : error
  })
  return (await loading).sendResumably(toSend)
}

/** A section that was deleted before the file was sent costs the file no more than its place. */
async function sendToSection(toSend: FileToSend, send: Sender) {
  const { sectionId, ...target } = toSend.target
  try {
    return await sendOnce(toSend, send)
  } catch (error) {
    const isSectionGone = error instanceof ApiError && error.code === 'SECTION_NOT_FOUND'
    if (!sectionId || !isSectionGone) throw error
    return sendOnce({ ...toSend, target }, send)
  }
}

async function sendOnce(toSend: FileToSend, send: Sender) {
  const { file, signal, onProgress } = toSend
  const stalled = new AbortController()
  const startTimer = () => setTimeout(() => stalled.abort(), STALL_TIMEOUT_MS)
  let timer = startTimer()
  try {
    return await send({
      ...toSend,
      signal: AbortSignal.any([signal, stalled.signal]),
      onProgress(bytesSent) {
        clearTimeout(timer)
        timer = startTimer()
        if (!signal.aborted) onProgress(bytesSent)
      },
    })
  } catch (error) {
    if (signal.aborted) throw error
    await assertReadable(file)
    throw stalled.signal.aborted ? new ApiError(0, { code: 'UNREACHABLE' }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** A folder, or a file that was changed or deleted after it was chosen, fails like a lost connection. */
async function assertReadable(file: File) {
  if (file.size === 0) return
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ApiError(400, { code: 'UNREADABLE', message: 'The file could not be read. Choose it again.' })
  }
}

/** The code that sends may not have loaded yet. `UPLOAD_NOT_FOUND`: the server has deleted what it had, and the next attempt starts from the beginning. */
function isTransient(error: unknown) {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  if (code === 'TOO_MANY_UNFINISHED_UPLOADS') return false
  if (status === 409) return TRANSIENT_CONFLICTS.includes(code)
  return TRANSIENT_STATUSES.includes(status) || TRANSIENT_CODES.includes(code)
}

/** Keeps two tabs from sending the same file. Without TLS there are no locks: then the server refuses one of them. */
async function withTabLock<T>(key: string, send: () => Promise<T>) {
  if (!navigator.locks) return send()
  return navigator.locks.request(key, { ifAvailable: true }, async (lock) => {
    if (lock) return send()
    throw new ApiError(409, { code: 'CONFLICT', message: 'This file is being uploaded in another tab.' })
  })
}
