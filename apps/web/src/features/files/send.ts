import { files, type Problem } from '@portico/contract'
import { ApiError } from '../../app/api.ts'
import { type Area, expireSession, renewSession, tokenOf } from '../../app/session.ts'
import { loaded } from './come-back.ts'
import { isResumable } from './kept-uploads.ts'

export interface Sending {
  file: File
  area: Area
  projectId: string
  /** Under which what is left of it is kept (kept-uploads.ts). */
  key: string
  signal: AbortSignal
  onProgress(sent: number): void
}

/** Nothing has gone out for this long: the line is dead, whatever the browser believes. */
const PATIENCE = 60_000

/** Sends a file; throws an ApiError that says why not. Loaded when the first file is chosen. */
export async function send(sending: Sending): Promise<void> {
  const watched = watch(sending)
  try {
    await (isResumable(sending.file) ? resumably(watched) : sendWhole(watched))
  } catch (error) {
    if (sending.signal.aborted) throw error
    await mustBeReadable(sending.file)
    throw watched.signal.aborted ? new ApiError(0, { code: 'UNREACHABLE' }) : error
  } finally {
    watched.stop()
  }
}

/** tus-js-client comes with the first large file. */
async function resumably(sending: Sending) {
  const { sendResumably } = await loaded(import('./send-resumably.ts'))
  await sendResumably(sending)
}

/** Small files: the plain API. It is not sent again by itself, for it may have arrived though its answer did not. */
function sendWhole({ file, area, projectId, signal, onProgress }: Sending) {
  // It may have been cancelled while this code was loading.
  signal.throwIfAborted()
  const token = tokenFor(area)
  const { url } = area === 'client' ? files.uploadAsClient : files.upload
  const body = new FormData()
  body.set('projectId', projectId)
  body.set('file', file, file.name)

  const request = new XMLHttpRequest()
  return new Promise<void>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onload = () => {
      noteSession(area, token, request.status, request.getResponseHeader('x-session-token'))
      if (request.status === 201) resolve()
      else reject(failureOf(request.status, request.responseText))
    }
    request.onerror = () => reject(new ApiError(0, { code: 'UNREACHABLE' }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())

    request.open('POST', `/api${url}`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.send(body)
  })
}

export function tokenFor(area: Area) {
  const token = tokenOf(area)
  if (token) return token
  throw new ApiError(401, { code: 'NOT_SIGNED_IN', message: 'Missing authentication token.' })
}

/** What an answer says of the session, as every other call heeds it. */
export function noteSession(area: Area, token: string, status: number, renewed: string | null | undefined) {
  if (renewed) renewSession(area, token, renewed)
  if (status === 401) expireSession(area, token)
}

export function failureOf(status: number, body: string) {
  try {
    const problem = JSON.parse(body) as Partial<Problem>
    if (problem.code) return new ApiError(status, { ...problem, code: problem.code })
  } catch {
    // A proxy on the way speaks for itself.
  }
  return new ApiError(status, { code: 'UNREADABLE' })
}

/** Ends it when nothing moves any more. */
function watch(sending: Sending) {
  const dead = new AbortController()
  let timer = setTimeout(() => dead.abort(), PATIENCE)
  return {
    ...sending,
    signal: AbortSignal.any([sending.signal, dead.signal]),
    onProgress(sent: number) {
      clearTimeout(timer)
      timer = setTimeout(() => dead.abort(), PATIENCE)
      sending.onProgress(sent)
    },
    stop: () => clearTimeout(timer),
  }
}

/** A folder, or a file that was changed or deleted since it was chosen, looks to the browser like a broken line. */
async function mustBeReadable(file: File) {
  if (file.size === 0) return
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ApiError(400, { code: 'UNREADABLE', message: 'The file could not be read. Choose it again.' })
  }
}
